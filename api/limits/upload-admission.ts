/**
 * Admits photos, the expensive part of a request: their sender is counted before a byte is read, and a photo
 * is decoded in its sender's turn.
 */
import type { Request, Response } from 'express';
import { newId } from '@sachet/db/ids';
import { reserveUpload } from '@sachet/db/studio/uploads';
import type { Progress } from '@sachet/adapters/operations/resource';
import type { Applicant } from '@sachet/shared/admission';
import { requireProfile } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal, sendRefusal } from '../http/refusal.ts';
import type { BodyToAdmit } from '../http/route.ts';
import { toApplicant } from './resources.ts';

export interface AdmittedPhoto {
  /** Identifies the photo, which counts against its sender's daily limit. */
  readonly uploadId: string;
  readonly who: Applicant;
  /** Call it when the image has been processed; the end of the response also calls it. */
  readonly done: () => void;
}

/**
 * Admits a body of at most `bytesMax`: a form, which is streamed to disk, or JSON, which is held in memory.
 * Throws a `Refusal`: 413 for a body that is announced as larger, 429 if this user or process may send no more
 * now, or if this user may send no more today.
 */
export async function admitPhoto(
  { deps, caller, request, response }: BodyToAdmit,
  kind: 'uploads' | 'jsonBodies',
  bytesMax: number,
): Promise<AdmittedPhoto> {
  const bytes = announcedBytes(request) ?? bytesMax;
  if (bytes > bytesMax) throw toSizeRefusal(bytesMax);
  const profile = await requireProfile(deps, caller);
  const who = await toApplicant(deps, profile, request);
  const abort = () => abortUpload(request, response);
  const leave = await deps.resources[kind].enter(who, {
    signal: whenClosed(response),
    progress: toBodyProgress(request, bytes, abort),
  });
  const timer = setTimeout(abort, deps.settings.limits.uploadTimeoutMs);
  const done = () => {
    clearTimeout(timer);
    leave();
  };
  request.once('end', () => clearTimeout(timer));
  response.once('close', done);
  if (response.destroyed) done();
  const uploadId = newId('upl');
  if (!(await reserveUpload(deps.db, { id: uploadId, uid: who.uid, bytes }, getLimits(deps)))) {
    throw new Refusal('rate_limited', 'You’ve reached today’s upload limit. Try again tomorrow.', {
      retryAfterSeconds: 60 * 60,
    });
  }
  return { uploadId, who, done };
}

/**
 * Runs `work`, which decodes a picture, in this user's turn. Throws a `Refusal`: 429 when too many already wait,
 * and 408 when `signal` aborts because the sender has left.
 */
export async function decodeInTurn<T>(
  { resources }: Pick<Dependencies, 'resources'>,
  { who, signal }: { who: Applicant; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await resources.decodes.run(who, signal, work);
  } catch (error) {
    throw signal.aborted ? new Refusal('request_timeout', 'The upload was interrupted.') : error;
  }
}

/** A phone may lose its connection for 15 s. */
const leastIn15s = 8 * 1024;

/** The progress of a body that arrives; once it has arrived, its sender can do nothing more. */
function toBodyProgress(request: Request, total: number, evict: () => void): Progress {
  const from = request.socket.bytesRead;
  let hasArrived = request.complete;
  request.once('end', () => (hasArrived = true));
  const read = () => (hasArrived ? null : Math.min(total, request.socket.bytesRead - from));
  return { read, total, leastIn15s, evict };
}

/** Null if the length is not given. */
export function announcedBytes(request: Request): number | null {
  const length = request.get('Content-Length');
  if (length !== undefined) return Number(length);
  return request.get('Transfer-Encoding') === undefined ? 0 : null;
}

function toSizeRefusal(bytesMax: number): Refusal {
  const megabytes = Math.floor(bytesMax / (1024 * 1024));
  return new Refusal('payload_too_large', `Pictures can have at most ${megabytes} MB.`);
}

const getLimits = ({ settings }: Dependencies) => ({
  count: settings.limits.uploadsPerDay,
  bytes: settings.limits.uploadMegabytesPerDay * 1024 * 1024,
});

/** Aborts when the caller has left or has been answered; already aborted if that has happened. */
export function whenClosed(response: Response): AbortSignal {
  const closed = new AbortController();
  // A caller who left earlier no longer causes a `close` event.
  if (response.destroyed) closed.abort();
  else response.once('close', () => closed.abort());
  return closed.signal;
}

/** Stops reading a body that has not arrived in time. */
function abortUpload(request: Request, response: Response): void {
  if (response.headersSent) return;
  request.unpipe();
  request.pause();
  const message = 'The picture took too long to arrive. Please try again.';
  sendRefusal(request, response, new Refusal('request_timeout', message));
}
