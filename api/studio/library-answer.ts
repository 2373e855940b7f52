/** The pictures and texts of a user, for the library's routes. */
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
import { sendZip, type ZippedFile } from '../http/send-zip.ts';
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

/** Streams the zip; a picture that no longer exists is left out. */
export function sendLibraryZip(
  deps: Pick<Dependencies, 'db' | 'images'>,
  response: Response,
  { uid, rows, stallMs }: { uid: string; rows: readonly LibraryRow[]; stallMs?: number },
): Promise<void> {
  const name = `sachet-${istDay(Date.now())}.zip`;
  return sendZip(response, { uid, name, files: readFiles(deps, rows), stallMs });
}

/** Yields the newest file first, and reads each one only when it is needed. */
async function* readFiles(
  deps: Pick<Dependencies, 'db' | 'images'>,
  rows: readonly LibraryRow[],
): AsyncGenerator<ZippedFile> {
  const newestFirst = rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  for (const [index, row] of newestFirst.entries()) {
    const file = await readFile(deps, row);
    if (!file) continue;
    // Numbered, because two pictures of one prompt have the same name.
    const number = String(index + 1).padStart(2, '0');
    const name = `${number}-${file.name}`;
    yield { name, lastModified: row.created_at, bytes: file.bytes };
  }
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
