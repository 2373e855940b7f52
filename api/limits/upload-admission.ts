/**
 * Admits photos, the expensive part of a request: their sender is counted before a byte is read, and a photo
 * is decoded in its sender's turn.
 */
import type { Request, Response } from 'express';
import { newId } from '@sachet/db/ids';
import { reserveUpload } from '@sachet/db/studio/uploads';
import type { ApiEnvironment } from '@sachet/shared/environment';
import { getNetwork } from '../http/address.ts';
import { createAdmission } from './admission.ts';
import { requireProfile } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal, sendRefusal } from '../http/refusal.ts';
import type { BodyToAdmit } from '../http/route.ts';
import { createSlowBodies } from '../http/slow-bodies.ts';

export interface AdmittedBody {
  /** Identifies the photo, which counts against its sender's daily limit. */
  readonly uploadId: string;
  /** Call it when the image has been processed; the end of the response also calls it. */
  readonly done: () => void;
}

/** A form streams its file to disk; a JSON body holds its image in memory. */
export type BodyKind = 'form' | 'json';

export interface UploadAdmissions {
  /**
   * Admits a body of at most `bytesMax`. Throws a `Refusal`: 413 for a body that is announced as larger, 429
   * if this user or process may send no more now, or if this user may send no more today.
   */
  admit(given: BodyToAdmit, kind: BodyKind, bytesMax: number): Promise<AdmittedBody>;
  /**
   * Runs `work`, which decodes a picture, in this user's turn. Throws a `Refusal`: 429 when too many already
   * wait, and 408 when `signal` aborts because the sender has left.
   */
  inTurn<T>(who: { uid: string; signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
}

/**
 * Waiting bodies per user. Our client sends one at a time; other clients may call two providers concurrently.
 */
const waitingPerUser = 2;
const waitForBodyMs = 10_000;
/** The share of the places that one network may have. */
const networkShare = 1 / 4;
/** JSON bodies in memory at the same time; each takes a few megabytes. */
const jsonAtOnce = 4;
const waitForDecodingMs = 30_000;

/** The same network for all users, because decoding is limited by user only. */
const everywhere = '';

export function createUploadAdmissions(settings: ApiEnvironment): UploadAdmissions {
  const { uploadsAtOnce, decodesAtOnce, uploadTimeoutMs } = settings.limits;
  const createBodyAdmission = (atOnce: number) => {
    const admission = createAdmission({
      atOnce,
      atOncePerNetwork: Math.max(2, Math.floor(atOnce * networkShare)),
      waiting: uploadsAtOnce,
      waitingPerUser,
      waitMs: waitForBodyMs,
    });
    return { ...admission, slow: createSlowBodies(admission.isShort) };
  };
  const bodies = {
    form: createBodyAdmission(uploadsAtOnce),
    json: createBodyAdmission(jsonAtOnce),
  };
  const decodes = createAdmission({
    atOnce: decodesAtOnce,
    atOncePerNetwork: decodesAtOnce,
    // An admitted body is refused here only if its user has too many waiting.
    waiting: 2 * uploadsAtOnce,
    waitingPerUser: 2 * waitingPerUser,
    waitMs: waitForDecodingMs,
  });
  return {
    async admit({ deps, caller, request, response }, kind, bytesMax) {
      const bytes = announcedBytes(request) ?? bytesMax;
      if (bytes > bytesMax) throw toSizeRefusal(bytesMax);
      const { enter, slow } = bodies[kind];
      const who = { uid: caller.uid, network: getNetwork(request) };
      const leave = await enter(who, whenClosed(response));
      const abort = () => abortUpload(request, response);
      const timer = setTimeout(abort, uploadTimeoutMs);
      const forget = slow.watch(request.socket, abort);
      const arrived = () => {
        clearTimeout(timer);
        forget();
      };
      const done = () => {
        arrived();
        leave();
      };
      request.once('end', arrived);
      response.once('close', done);
      if (response.destroyed) done();
      const { uid } = await requireProfile(deps, caller);
      const uploadId = newId('upl');
      if (!(await reserveUpload(deps.db, { id: uploadId, uid, bytes }, getLimits(deps)))) {
        throw new Refusal(
          'rate_limited',
          'You’ve reached today’s upload limit. Try again tomorrow.',
          {
            retryAfterSeconds: 60 * 60,
          },
        );
      }
      return { uploadId, done };
    },
    async inTurn({ uid, signal }, work) {
      const leave = await decodes.enter({ uid, network: everywhere }, signal);
      try {
        return await work();
      } catch (error) {
        throw signal.aborted
          ? new Refusal('request_timeout', 'The upload was interrupted.')
          : error;
      } finally {
        leave();
      }
    },
  };
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
