/** Streams zips: file by file, as fast as the reader accepts them, within limits of one process. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import type { Response } from 'express';
import { Refusal } from './refusal.ts';
import { isCallerGone } from './send-download.ts';

/** Concurrent zips of one process: each holds a few files in memory. One user gets one at a time. */
const zipsAtOnce = 8;
const zipsBeingSent = new Set<string>();

/** How long a reader may pause, and how long a zip may take. Then its place becomes free again. */
const stallsForMs = 30_000;
const takesAtMostMs = 15 * 60 * 1000;

export interface ZippedFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly bytes: Uint8Array;
}

/**
 * `name` is the name of the zip. `files` are read one by one, each only when the reader needs it.
 *
 * @throws {Refusal} if the user or the process sends too many zips already.
 */
export async function sendZip(
  response: Response,
  {
    uid,
    name,
    files,
    stallMs = stallsForMs,
  }: { uid: string; name: string; files: AsyncIterable<ZippedFile>; stallMs?: number | undefined },
): Promise<void> {
  if (zipsBeingSent.has(uid)) {
    throw new Refusal('rate_limited', 'A download is already in progress.', {
      retryAfterSeconds: 10,
    });
  }
  if (zipsBeingSent.size >= zipsAtOnce) {
    throw new Refusal('unavailable', 'Too many downloads right now. Try again in a moment.', {
      retryAfterSeconds: 10,
    });
  }
  zipsBeingSent.add(uid);
  const giveUp = () => void response.destroy();
  response.setTimeout(stallMs, giveUp);
  const tooLong = setTimeout(giveUp, takesAtMostMs);
  try {
    response.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
    // If the reader had left before, nothing would handle errors of the files' stream.
    if (response.destroyed) return;
    await pipeline(Readable.fromWeb(makeZip(inPieces(files))), response);
  } catch (error) {
    // A reader who leaves or pauses for too long is not an error.
    if (!isCallerGone(error)) throw error;
  } finally {
    clearTimeout(tooLong);
    zipsBeingSent.delete(uid);
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
