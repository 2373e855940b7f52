import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Dependencies } from '../dependencies.ts';

/**
 * Streams text to a caller whose headers were sent. A caller who leaves ends it without an error; anything
 * else that breaks cuts the download off, and is logged as `whenCutOff`.
 */
export async function sendDownload(
  text: Readable,
  response: Response,
  { log, whenCutOff }: { log: Pick<Dependencies['log'], 'error'>; whenCutOff: string },
): Promise<void> {
  // Reading would begin for nobody.
  if (response.destroyed) return void text.destroy();
  await pipeline(text, response).catch((error: unknown) => {
    if (!isCallerGone(error)) log.error({ err: error }, whenCutOff);
  });
}

/** What a stream says whose reader has left. A reset connection may also be the database's. */
const goneCode = /^ERR_STREAM_(PREMATURE_CLOSE|DESTROYED)$/;

export function isCallerGone(error: unknown): boolean {
  return error instanceof Error && goneCode.test((error as NodeJS.ErrnoException).code ?? '');
}
