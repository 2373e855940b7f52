import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from './refusal.ts';

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

/**
 * Allows each user one download at a time in this process. The returned function throws a `Refusal` (429), or
 * returns the function that ends the user's download.
 */
export function createDownloadTurns(): (uid: string) => () => void {
  const downloading = new Set<string>();
  return (uid) => {
    if (downloading.has(uid)) {
      throw new Refusal('rate_limited', 'A download is already in progress.', {
        retryAfterSeconds: 10,
      });
    }
    downloading.add(uid);
    return () => void downloading.delete(uid);
  };
}
