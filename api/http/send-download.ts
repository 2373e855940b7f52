import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Progress } from '@sachet/adapters/operations/resource';
import type { Applicant } from '@sachet/shared/admission';
import type { Dependencies } from '../dependencies.ts';
import { whenClosed } from '../limits/upload-admission.ts';

/** How long a reader may pause. Otherwise readers who never read would hold memory and connections forever. */
const stallsForMs = 60_000;

/**
 * Streams text to a caller whose headers were sent. If the caller leaves, it ends without an error; any other
 * failure cuts the download off and is logged as `whenCutOff`. A caller who reads nothing for `stallMs` is
 * disconnected.
 */
export async function sendDownload(
  text: Readable,
  response: Response,
  {
    log,
    whenCutOff,
    stallMs = stallsForMs,
  }: { log: Pick<Dependencies['log'], 'error'>; whenCutOff: string; stallMs?: number },
): Promise<void> {
  // The caller has left: reading would be wasted.
  if (response.destroyed) return void text.destroy();
  response.setTimeout(stallMs, () => void response.destroy());
  await pipeline(text, response).catch((error: unknown) => {
    if (!isCallerGone(error)) log.error({ err: error }, whenCutOff);
  });
}

/**
 * The error codes of a stream whose reader has left. ECONNRESET is not among them: it may come from the
 * database.
 */
const goneCode = /^ERR_STREAM_(PREMATURE_CLOSE|DESTROYED)$/;

export function isCallerGone(error: unknown): boolean {
  return error instanceof Error && goneCode.test((error as NodeJS.ErrnoException).code ?? '');
}

/** More bytes than a download has: its length is unknown, so the slowest reader has the most left. */
const unknownLength = 2 ** 40;

/** The progress of a reader, who may stop reading at any time. `evict` ends the download. */
export function toReaderProgress(response: Response, evict: () => void): Progress {
  const from = response.socket?.bytesWritten ?? 0;
  const read = () => (response.socket?.bytesWritten ?? from) - from;
  return { read, total: unknownLength, evict };
}

/** Takes a place for an export. Throws a `Refusal` if all remain taken. */
export function enterExports(
  { resources }: Pick<Dependencies, 'resources'>,
  who: Applicant,
  response: Response,
): Promise<() => void> {
  return resources.exports.enter(who, {
    signal: whenClosed(response),
    progress: toReaderProgress(response, () => void response.destroy()),
  });
}
