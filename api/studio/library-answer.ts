/** The pictures and texts of a user, for the library's routes. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import type { Response } from 'express';
import type { LibraryRow } from '@sachet/db/studio/library';
import { imageExpiry, signImagePath } from '@sachet/images/signed-url';
import type { LibraryItem } from '@sachet/shared/contracts/library';
import { istDay } from '@sachet/shared/ledger/calendar';
import type { Dependencies } from '../dependencies.ts';
import { toExcerpt } from './excerpt.ts';
import { toKeptUntil } from './generation-result.ts';
import { toFileName } from './image-name.ts';
import { readLabelledImage } from './labelled-image.ts';
import { Refusal } from '../http/refusal.ts';
import { isCallerGone } from '../http/send-download.ts';
import { toThumbnails } from './thumbnails.ts';

/** The characters of a prompt or text that a tile of the grid can show. */
const excerptMaxCharacters = 240;

const beginning = (text: string): string =>
  Array.from(text.slice(0, 2 * excerptMaxCharacters))
    .slice(0, excerptMaxCharacters)
    .join('');

/** A paid or free text is shown whole. */
const isUnlocked = (row: LibraryRow): boolean =>
  row.bought_at !== null || (row.prices === null && row.price_paise === null);

const toPictureKey = ({ bought_key, preview_key }: LibraryRow): string | null =>
  bought_key ?? preview_key;

export function toLibraryItem(
  { signers, settings }: Pick<Dependencies, 'signers' | 'settings'>,
  row: LibraryRow,
): LibraryItem {
  const key = toPictureKey(row);
  const expiresAt = imageExpiry(Date.now());
  const unlocked = isUnlocked(row);
  return {
    generationId: row.id,
    mode: row.mode,
    provider: row.provider,
    aspectRatio: row.aspect_ratio,
    prompt: beginning(row.prompt),
    text: row.content === null ? null : beginning(unlocked ? row.content : toExcerpt(row.content)),
    pictureUrl: key && signImagePath({ key, expiresAt, signer: signers.imageUrl }),
    thumbnails: toThumbnails({ signers }, row.bought_key),
    unlocked,
    boughtSize: row.bought_size,
    favourite: row.favourite_at !== null,
    keptUntil: toKeptUntil(settings, row),
    createdAt: row.created_at.toISOString(),
  };
}

/** Whether a zip contains the row: a picture, or a text that its owner may read in full. */
export const isInZip = (row: LibraryRow): boolean =>
  toPictureKey(row) !== null || (row.content !== null && isUnlocked(row));

/** Concurrent zips of one process: each holds a few pictures in memory. One user gets one at a time. */
const zipsAtOnce = 8;
const zipsBeingSent = new Set<string>();

/** How long a reader may pause, and how long a zip may take. Then its place becomes free again. */
const stallsForMs = 30_000;
const takesAtMostMs = 15 * 60 * 1000;

/**
 * Streams the zip file by file, as fast as the reader accepts it; a picture that no longer exists is left
 * out.
 */
export async function sendZip(
  deps: Pick<Dependencies, 'db' | 'images'>,
  response: Response,
  {
    uid,
    rows,
    stallMs = stallsForMs,
  }: { uid: string; rows: readonly LibraryRow[]; stallMs?: number },
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
    const name = `sachet-${istDay(Date.now())}.zip`;
    response.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
    // If the reader had left before, nothing would handle errors of the files' stream.
    if (response.destroyed) return;
    await pipeline(Readable.fromWeb(makeZip(readFiles(deps, rows))), response);
  } catch (error) {
    // A reader who leaves or pauses for too long is not an error.
    if (!isCallerGone(error)) throw error;
  } finally {
    clearTimeout(tooLong);
    zipsBeingSent.delete(uid);
  }
}

/** Yields the newest file first, and reads each one only when it is needed. */
async function* readFiles(deps: Pick<Dependencies, 'db' | 'images'>, rows: readonly LibraryRow[]) {
  const newestFirst = rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  for (const [index, row] of newestFirst.entries()) {
    const file = await readFile(deps, row);
    if (!file) continue;
    // Numbered, because two pictures of one prompt have the same name.
    const number = String(index + 1).padStart(2, '0');
    const name = `${number}-${file.name}`;
    const size = file.bytes.length;
    yield { name, lastModified: row.created_at, size, input: splitIntoPieces(file.bytes) };
  }
}

const pieceBytes = 256 * 1024;

/** Checksums are computed in pieces: computing one for a whole picture would delay other requests. */
async function* splitIntoPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function readFile(
  deps: Pick<Dependencies, 'db' | 'images'>,
  row: LibraryRow,
): Promise<{ name: string; bytes: Uint8Array } | null> {
  const key = toPictureKey(row);
  if (key === null) {
    return {
      name: toFileName({ subject: row.prompt, size: 'text', extension: 'txt' }),
      bytes: Buffer.from(row.content ?? ''),
    };
  }
  const image = await readLabelledImage(deps, key);
  const extension = key.slice(key.lastIndexOf('.') + 1);
  const size = row.bought_size;
  return (
    image && {
      name: toFileName({ subject: row.prompt, size, extension }),
      bytes: image.bytes,
    }
  );
}
