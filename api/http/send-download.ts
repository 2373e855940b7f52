import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Dependencies } from '../dependencies.ts';

/**
 * Streams text to a caller whose headers were sent. If the caller leaves, it ends without an error; any other
 * failure cuts the download off and is logged as `whenCutOff`.
 */
export async function sendDownload(
  text: Readable,
  response: Response,
  { log, whenCutOff }: { log: Pick<Dependencies['log'], 'error'>; whenCutOff: string },
): Promise<void> {
  // The caller has left: reading would be wasted.
  if (response.destroyed) return void text.destroy();
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
