/** The pictures and texts of a user, for the library's routes. */
import type { Response } from 'express';
import type { LibraryRow } from '@sachet/db/studio/library';
import { listVersions } from '@sachet/db/studio/versions';
import { imageExpiry, signImagePath } from '@sachet/adapters/images/signed-url';
import { withoutPictureWords } from '@sachet/shared/studio/brand';
import type { LibraryItem } from '@sachet/shared/studio/contracts/library';
import { istDay } from '@sachet/shared/time';
import type { Applicant } from '@sachet/shared/admission';
import type { Dependencies } from '../dependencies.ts';
import { toExcerpt } from './excerpt.ts';
import { getCost, toKeptUntil } from './generation-result.ts';
import { toFileName, type NamedImage } from './image-name.ts';
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
    prompt: beginning(withoutPictureWords(row.prompt)),
    text: row.content === null ? null : beginning(unlocked ? row.content : toExcerpt(row.content)),
    pictureUrl: key && signImagePath({ key, expiresAt, signer: signers.imageUrl }),
    thumbnails: toThumbnails({ signers }, row.bought_key),
    unlocked,
    boughtSize: row.bought_size,
    price: unlocked ? null : getCost(row),
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
  deps: Pick<Dependencies, 'db' | 'images' | 'resources'>,
  response: Response,
  { who, rows, stallMs }: { who: Applicant; rows: readonly LibraryRow[]; stallMs?: number },
): Promise<void> {
  const name = `sachet-${istDay(Date.now())}.zip`;
  const files = readFiles(deps, who.uid, rows);
  return sendZip(deps, response, { who, name, files, stallMs });
}

/** Yields the newest result first, each picture before its versions, and reads a file only when it is needed. */
async function* readFiles(
  deps: Pick<Dependencies, 'db' | 'images'>,
  uid: string,
  rows: readonly LibraryRow[],
): AsyncGenerator<ZippedFile> {
  let files = 0;
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    const subject = withoutPictureWords(row.prompt);
    for (const wanted of await listFiles(deps, uid, row)) {
      const bytes = await wanted.read();
      if (!bytes) continue;
      files += 1;
      // Numbered, because two pictures of one prompt have the same name.
      const name = `${String(files).padStart(2, '0')}-${toFileName({ subject, ...wanted })}`;
      yield { name, lastModified: row.created_at, bytes };
    }
  }
}

type WantedFile = Pick<NamedImage, 'size' | 'extension'> & {
  /** Null if the file no longer exists. */
  read: () => Promise<Uint8Array | null>;
};

async function listFiles(
  deps: Pick<Dependencies, 'db' | 'images'>,
  uid: string,
  row: LibraryRow,
): Promise<WantedFile[]> {
  const key = toPictureKey(row);
  if (key === null) {
    const text = Buffer.from(row.content ?? '');
    return [{ size: 'text', extension: 'txt', read: async () => text }];
  }
  const toPicture = (size: NamedImage['size'], of: string): WantedFile => ({
    size,
    extension: of.slice(of.lastIndexOf('.') + 1),
    read: async () => (await readLabelledImage(deps, of))?.bytes ?? null,
  });
  const picture = toPicture(row.bought_size, key);
  if (row.bought_key === null) return [picture];
  const versions = await listVersions(deps.db, { generationId: row.id, uid });
  return [
    picture,
    ...versions.map(({ recipe, image_key }) =>
      toPicture(`${recipe.format ?? 'original'}${recipe.brand ? '-brand' : ''}`, image_key),
    ),
  ];
}
