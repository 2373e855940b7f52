/** Streams zips: file by file, as fast as the reader accepts them. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import type { Response } from 'express';
import type { Applicant } from '@sachet/shared/admission';
import { minuteMs } from '@sachet/shared/time';
import type { Dependencies } from '../dependencies.ts';
import { whenClosed } from '../limits/upload-admission.ts';
import { isCallerGone, toReaderProgress } from './send-download.ts';

/** How long a reader may pause, and how long a zip may take. Then its place becomes free again. */
const stallsForMs = 30_000;
const takesAtMostMs = 15 * minuteMs;

export interface ZippedFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly bytes: Uint8Array;
}

/** `name` is the name of the zip. `files` are read one by one, each only when the reader needs it. */
export interface Zip {
  readonly who: Applicant;
  readonly name: string;
  readonly files: AsyncIterable<ZippedFile>;
  readonly stallMs?: number | undefined;
}

/** @throws {Refusal} if the user has a zip already, or the process sends too many and none ends in time. */
export async function sendZip(
  { resources }: Pick<Dependencies, 'resources'>,
  response: Response,
  { who, name, files, stallMs = stallsForMs }: Zip,
): Promise<void> {
  // If the reader had left before, nothing would handle errors of the files' stream.
  if (response.destroyed) return;
  const giveUp = () => void response.destroy();
  const leave = await resources.zips.enter(who, {
    signal: whenClosed(response),
    progress: toReaderProgress(response, giveUp),
  });
  response.setTimeout(stallMs, giveUp);
  const tooLong = setTimeout(giveUp, takesAtMostMs);
  try {
    response.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
    await pipeline(Readable.fromWeb(makeZip(inPieces(files))), response);
  } catch (error) {
    // A reader who leaves or pauses for too long is not an error.
    if (!isCallerGone(error)) throw error;
  } finally {
    clearTimeout(tooLong);
    leave();
  }
}

async function* inPieces(files: AsyncIterable<ZippedFile>) {
  for await (const { name, lastModified, bytes } of files) {
    yield { name, lastModified, size: bytes.length, input: splitIntoPieces(bytes) };
  }
}

const pieceBytes = 256 * 1024;

/** Checksums are computed in pieces: computing one for a whole picture would delay other requests. */
async function* splitIntoPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
