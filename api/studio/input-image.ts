/** The image that is edited or described: always a safe, re-encoded copy. */
import type { Kysely } from 'kysely';
import {
  readGeneration,
  readPictureOnSale,
  type GenerationView,
} from '@sachet/db/studio/generations';
import type { Database } from '@sachet/db/tables';
import { forgetInputs, nameInputs, readUpload } from '@sachet/db/studio/uploads';
import type { InputImage } from '@sachet/flows/studio/start-generation';
import {
  isLabelled,
  readLabelId,
  toLabel,
  toXmp,
  type AiLabel,
} from '@sachet/adapters/images/label';
import { processImage } from '@sachet/adapters/images/process-image';
import type { Picture, Refusal as Unusable } from '@sachet/adapters/images/engine';
import { imageKey, unmarkedKey } from '@sachet/adapters/images/store';
import { embedXmp } from '@sachet/adapters/images/xmp';
import { isEdit } from '@sachet/shared/tools';
import type { Applicant } from '@sachet/shared/admission';
import type { GenerateRequest } from '@sachet/shared/studio/contracts/generation';
import { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import { largestCopy } from '@sachet/shared/models/picture-prices';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { decodeInTurn } from '../limits/upload-admission.ts';

/**
 * Stores the request's image for the new generation; null if the request has none. `left` aborts the decoding
 * when the sender has left. Throws a `Refusal`: 415 for other formats than PNG, JPEG or WebP, 413 for too
 * many bytes or pixels, 400 for an unreadable image, 404 or 409 for a source generation without such an
 * image. A mask is refused for the same reasons.
 */
export async function storeInputImage(
  { db, images, resources }: Pick<Dependencies, 'db' | 'images' | 'resources'>,
  given: {
    generationId: string;
    who: Applicant;
    walletId: string;
    request: GenerateRequest;
    left: AbortSignal;
  },
): Promise<InputImage | null> {
  const { who, left: signal, request } = given;
  const { uid } = who;
  const source = await findSource({ db, images }, { uid, request });
  if (!source) return null;
  const upload = await toSafeCopy(source, () =>
    decodeInTurn({ resources }, { who, signal }, () =>
      processImage('decodeUpload', [source.bytes], { signal }),
    ),
  );
  if (!upload.ok) throw toUploadRefusal(upload.reason, source.field);
  const key = imageKey(given.generationId, source.name, upload.mimeType);
  const bytes =
    source.label && !isLabelled(upload.bytes)
      ? embedXmp(upload.bytes, upload.mimeType, toXmp(source.label))
      : upload.bytes;
  const mask = await readMaskFor({ db, images, resources }, given, source, upload);
  const picture = await findPicture(db, source, upload.bytes);
  const maskKey = mask && imageKey(given.generationId, 'mask', 'image/png');
  const { width, height } = upload;
  const imageKeys = maskKey ? [key, maskKey] : [key];
  await nameInputs(db, { uid, imageKeys, width, height });
  await images.put(key, bytes, upload.mimeType);
  if (mask) await images.put(maskKey!, mask, 'image/png');
  return {
    key,
    maskKey,
    sourceGenerationId: source.sourceGenerationId,
    picture: picture ? { ...picture, walletId: given.walletId } : null,
    aspectRatio: nearestRatio(width / height),
  };
}

/** Erases the files that `storeInputImage` stored. */
export async function dropInputImage(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  uid: string,
  { key, maskKey }: InputImage,
): Promise<void> {
  const imageKeys = maskKey ? [key, maskKey] : [key];
  for (const each of imageKeys) await images.delete(each);
  await forgetInputs(db, { uid, imageKeys });
}

/**
 * The names of stored inputs: `input` may be shown. An unpaid image and an image without its AI mark are used
 * for edits, but never shown.
 */
type InputName = 'input' | 'locked-input' | 'unmarked-input';

export function getInputName(key: string): InputName {
  if (key.includes('/locked-input.')) return 'locked-input';
  return key.includes('/unmarked-input.') ? 'unmarked-input' : 'input';
}

interface Source {
  readonly bytes: Uint8Array;
  /** The preview of an unpaid picture, which its owner sees. It may be cut to another shape. */
  readonly shownKey: string | null;
  /** The mask of an earlier request with the same input. */
  readonly maskKey: string | null;
  readonly field: string;
  readonly sourceGenerationId: string | null;
  readonly name: InputName;
  /** True if we have already re-encoded the image: encoding it again would lose quality. */
  readonly isSafe: boolean;
  /** The AI label, if the image is one of our pictures; the bytes may be the provider's and have none. */
  readonly label: AiLabel | null;
}

async function toSafeCopy(
  { bytes, isSafe }: Source,
  decode: () => Promise<Picture | Unusable>,
): Promise<Picture | Unusable> {
  if (!isSafe) return decode();
  const measures = await processImage('measure', [bytes]);
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
    if (!image) throw new Refusal('not_found', 'Upload this picture again.', { field });
    return { ...ownPhoto, field, bytes: image.bytes, isSafe: true };
  }
  const field = request.sourceGenerationId ? 'sourceGenerationId' : 'sameInputAs';
  const id = request[field];
  if (!id) return null;
  const earlier = await requireGeneration(db, { id, uid }, field);
  if (!request.sourceGenerationId) {
    const key = earlier.input_key;
    const name = key === null ? 'input' : getInputName(key);
    return {
      bytes: await readBytes(images, key, field),
      field,
      sourceGenerationId: earlier.source_generation_id,
      name,
      isSafe: true,
      label: null,
      shownKey: null,
      maskKey: earlier.mask_key,
    };
  }
  const bought = largestCopy(earlier.purchases);
  const own = {
    field,
    sourceGenerationId: id,
    isSafe: false,
    maskKey: null,
    label: toLabel(earlier, { modelId: earlier.model_id, at: earlier.created_at }, null),
  };
  if (!bought) {
    const bytes = await readBytes(images, earlier.original_key, field);
    return { ...own, bytes, name: 'locked-input', shownKey: earlier.preview_key };
  }
  const unmarked = await images.get(unmarkedKey(bought.imageKey));
  return {
    ...own,
    bytes: unmarked?.bytes ?? (await readBytes(images, bought.imageKey, field)),
    name: unmarked ? 'unmarked-input' : 'input',
    shownKey: null,
  };
}

/**
 * Finds the picture that the request names, or the label in the bytes: an uploaded download still carries it.
 * A screenshot has no label and counts as a photo.
 */
async function findPicture(db: Kysely<Database>, source: Source, bytes: Uint8Array) {
  const id = source.sourceGenerationId ?? readLabelId(bytes);
  return id === null ? undefined : readPictureOnSale(db, id);
}

/** The mask of this request, or of the earlier request with the same input; null if there is none. */
async function readMaskFor(
  { db, images, resources }: Pick<Dependencies, 'db' | 'images' | 'resources'>,
  { who, request, left: signal }: { who: Applicant; request: GenerateRequest; left: AbortSignal },
  source: Source,
  input: { readonly width: number; readonly height: number },
): Promise<Uint8Array | null> {
  if (!isEdit(request.mode)) return null;
  if (source.maskKey) return readBytes(images, source.maskKey, source.field);
  if (!request.maskUploadId) return null;
  const field = 'maskUploadId';
  const sent = await readUpload(db, { id: request.maskUploadId, uid: who.uid });
  const drawn = sent && (await images.get(sent.image_key));
  if (!drawn) throw new Refusal('not_found', 'Mark this picture again.', { field });
  const preview = source.shownKey && (await images.get(source.shownKey));
  const shown = preview ? await processImage('measure', [preview.bytes]) : null;
  const size = { width: input.width, height: input.height };
  const sizes = { size, shown: shown?.ok ? shown : size };
  const mask = await decodeInTurn({ resources }, { who, signal }, () =>
    processImage('readMask', [drawn.bytes, sizes], { signal }),
  );
  if (mask.ok) return mask.bytes;
  switch (mask.reason) {
    case 'unsupported':
      throw new Refusal('unsupported_media_type', 'The mask must be a PNG.', { field });
    case 'other_size':
      throw new Refusal('invalid', 'The mask must have the same size as the picture.', { field });
    case 'empty':
      throw new Refusal('invalid', 'Mark an area of the picture first.', { field });
    default:
      throw toUploadRefusal(mask.reason, field);
  }
}

async function readBytes(
  images: Dependencies['images'],
  key: string | null,
  field: string,
): Promise<Uint8Array> {
  const image = key && (await images.get(key));
  if (!image) throw new Refusal('wrong_state', 'There is no image to edit.', { field });
  return image.bytes;
}

const ownPhoto = {
  sourceGenerationId: null,
  name: 'input',
  label: null,
  shownKey: null,
  maskKey: null,
} as const;

async function requireGeneration(
  db: Kysely<Database>,
  which: { id: string; uid: string },
  field: string,
): Promise<GenerationView> {
  const found = await readGeneration(db, which);
  if (!found) throw new Refusal('not_found', 'Generation not found.', { field });
  return found;
}

/** The refusal of an image that cannot be used. */
export function toUploadRefusal(reason: Unusable['reason'], field: string): Refusal {
  switch (reason) {
    case 'unsupported':
      return new Refusal('unsupported_media_type', 'Upload a PNG, JPEG or WebP image.', { field });
    case 'heic':
      return new Refusal(
        'unsupported_media_type',
        'HEIC photos aren’t supported. Save it as JPEG and upload that.',
        { field },
      );
    case 'too_large':
      return new Refusal('payload_too_large', 'This image is larger than 24 megapixels.', {
        field,
      });
    case 'corrupt':
      return new Refusal('invalid', 'This image can’t be read.', { field });
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
