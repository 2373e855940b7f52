/** The image that an edit or a caption is about: always a safe copy of our own. */
import type { Kysely } from 'kysely';
import { readGeneration, type GenerationView } from '@sachet/db/studio/generations';
import type { Database } from '@sachet/db/tables';
import { readUpload } from '@sachet/db/studio/uploads';
import { measure, type decodeUpload } from '@sachet/images/processing';
import { imageKey } from '@sachet/images/store';
import type { GenerateRequest } from '@sachet/shared/contracts/generation';
import { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import type { PriceBySize } from '@sachet/shared/rate-card';
import { largestCopy } from '@sachet/shared/picture-prices';
import type { Dependencies } from './dependencies.ts';
import { Refusal } from './refusal.ts';

export interface InputImage {
  readonly key: string;
  /** The generation whose own image it is, if it is one's. */
  readonly sourceGenerationId: string | null;
  /** What the image that it shows would cost, where nobody has paid for that. */
  readonly leastPrices: PriceBySize | null;
  /** The supported ratio that is nearest to the image's own. */
  readonly aspectRatio: AspectRatio;
}

/**
 * Keeps the order's image under the new generation's name; null where the order has none. Throws a
 * `Refusal`: 415 for what is no PNG, JPEG or WebP, 413 for what is too large or unpacks to too
 * much, 400 for what cannot be read, 404 or 409 for another generation that has no such image.
 */
export async function storeInputImage(
  { db, images, uploads }: Pick<Dependencies, 'db' | 'images' | 'uploads'>,
  given: { generationId: string; uid: string; request: GenerateRequest },
): Promise<InputImage | null> {
  const source = await findSource({ db, images }, given);
  if (!source) return null;
  const upload = await toSafeCopy(source, () => uploads.decode(given.uid, source.bytes));
  if (!upload.ok) throw toUploadRefusal(upload.reason, source.field);
  const key = imageKey(
    given.generationId,
    source.isLocked ? lockedInput : 'input',
    upload.mimeType,
  );
  await images.put(key, upload.bytes, upload.mimeType);
  return {
    key,
    sourceGenerationId: source.sourceGenerationId,
    leastPrices: source.leastPrices,
    aspectRatio: nearestRatio(upload.width / upload.height),
  };
}

/**
 * What an image that nobody has paid for is called as the input of an edit: it is worked on, and
 * never shown.
 */
const lockedInput = 'locked-input';

export function isLockedInput(key: string): boolean {
  return key.includes(`/${lockedInput}.`);
}

interface Source {
  readonly bytes: Uint8Array;
  readonly field: string;
  readonly sourceGenerationId: string | null;
  readonly isLocked: boolean;
  readonly leastPrices: PriceBySize | null;
  /** A copy of ours already: encoded anew it would lose a little each time. */
  readonly isSafe: boolean;
}

async function toSafeCopy(
  { bytes, isSafe }: Source,
  decode: () => ReturnType<typeof decodeUpload>,
): ReturnType<typeof decodeUpload> {
  if (!isSafe) return decode();
  const measures = await measure(bytes);
  return measures.ok ? { ...measures, bytes } : measures;
}

async function findSource(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  { uid, request }: { uid: string; request: GenerateRequest },
): Promise<Source | null> {
  if (request.image) {
    const bytes = Buffer.from(request.image.data, 'base64');
    return { ...ownPhoto, field: 'image', bytes, isSafe: false };
  }
  if (request.uploadId) {
    const field = 'uploadId';
    const sent = await readUpload(db, { id: request.uploadId, uid });
    const image = sent && (await images.get(sent.image_key));
    if (!image) throw new Refusal('not_found', 'Please send this picture again.', { field });
    return { ...ownPhoto, field, bytes: image.bytes, isSafe: true };
  }
  const field = request.sourceGenerationId ? 'sourceGenerationId' : 'sameInputAs';
  const id = request[field];
  if (!id) return null;
  const earlier = await requireGeneration(db, { id, uid }, field);
  const bought = largestCopy(earlier.purchases);
  const ownKey = bought ? bought.imageKey : earlier.original_key;
  const key = request.sourceGenerationId ? ownKey : earlier.input_key;
  const image = key && (await images.get(key));
  if (!image) throw new Refusal('wrong_state', 'There is no image to work on.', { field });
  const isLocked = request.sourceGenerationId ? !bought : isLockedInput(key);
  return {
    bytes: image.bytes,
    field,
    sourceGenerationId: request.sourceGenerationId ? id : earlier.source_generation_id,
    isLocked,
    leastPrices: isLocked ? earlier.prices : null,
    isSafe: !request.sourceGenerationId,
  };
}

const ownPhoto = { sourceGenerationId: null, isLocked: false, leastPrices: null } as const;

async function requireGeneration(
  db: Kysely<Database>,
  which: { id: string; uid: string },
  field: string,
): Promise<GenerationView> {
  const found = await readGeneration(db, which);
  if (!found) throw new Refusal('not_found', 'There is no such generation.', { field });
  return found;
}

/** What is said of a picture that cannot be used. */
export function toUploadRefusal(
  reason: 'unsupported' | 'too_large' | 'corrupt',
  field: string,
): Refusal {
  switch (reason) {
    case 'unsupported':
      return new Refusal('unsupported_media_type', 'Upload a PNG, JPEG or WebP image.', { field });
    case 'too_large':
      return new Refusal('payload_too_large', 'This image is larger than 24 megapixels.', {
        field,
      });
    case 'corrupt':
      return new Refusal('invalid', 'This image cannot be read.', { field });
  }
}

/** @internal exported for its test */
export function nearestRatio(widthByHeight: number): AspectRatio {
  const distance = (ratio: AspectRatio): number => {
    const [across, down] = ratio.split(':').map(Number) as [number, number];
    return Math.abs(Math.log(widthByHeight / (across / down)));
  };
  return AspectRatio.options.reduce((best, ratio) =>
    distance(ratio) < distance(best) ? ratio : best,
  );
}
