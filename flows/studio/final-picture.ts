/**
 * Renders the picture that was bought (`buy-picture.ts`, step 2), from the preview's original or the buyer's
 * copy, and stores it.
 */
import type { Kysely } from 'kysely';
import type { Generation } from '@sachet/db/studio/generations';
import { hasAnsweredCall } from '@sachet/db/studio/provider-calls';
import {
  markUnlockAsked,
  markUnlockStored,
  type PictureToMake,
  type Unlock,
} from '@sachet/db/studio/unlocks';
import type { Database } from '@sachet/db/tables';
import { toLabel } from '@sachet/adapters/images/label';
import { processImage } from '@sachet/adapters/images/process-image';
import type { FinalPicture } from '@sachet/adapters/images/processing';
import {
  imageKey,
  readUnmarked,
  unmarkedKey,
  type ImageStore,
  type StoredImage,
} from '@sachet/adapters/images/store';
import { StoreUnwritable } from '@sachet/adapters/images/store-state';
import {
  requireDrawing,
  type ImageRequest,
  type ImageAnswer,
  type Outcome,
  type ProviderAdapter,
  type Usage,
} from '@sachet/adapters/providers/provider';
import { ourFailure, storedFailure } from '@sachet/adapters/providers/stored-failure';
import { estimateImageUsage } from '@sachet/adapters/providers/usage-estimate';
import { isEdit } from '@sachet/shared/tools';
import type { WorkerEnvironment } from '@sachet/shared/configuration/environment';
import type { Provider } from '@sachet/shared/providers';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import { bookAttempts } from '../models/book-call.ts';
import { loadEditArea } from './edit-area.ts';
import { cutTo, inspectMade, toMarkText } from './made-picture.ts';
import { whenBack } from '../when-back.ts';

export interface MakingDependencies {
  readonly db: Kysely<Database>;
  readonly images: ImageStore;
  readonly providers: Readonly<Record<Provider, ProviderAdapter>>;
  readonly aiMark: WorkerEnvironment['AI_MARK'];
  /** Waits for a slot, calls the provider of the generation, and books the cost. */
  readonly askProvider: (call: FinalCall, request: FinalRequest) => Promise<Outcome<ImageAnswer>>;
  readonly log: Record<'warn' | 'error', (details: object, message: string) => void>;
}

export interface FinalCall {
  readonly generation: Generation;
  /** The id that cancels the call: the hold. */
  readonly cancelledBy: string;
  readonly modelId: string;
  /** The usage of the call if the provider does not report it. */
  readonly estimate: Usage;
  /** Called when it is this call's turn; false when the purchase was cancelled. */
  readonly mayAsk: () => Promise<boolean>;
  /** Called with the answer when it has arrived, before its cost is booked. Never throws. */
  readonly keep: (answer: ImageAnswer) => Promise<void>;
}

export type FinalRequest = Pick<
  ImageRequest,
  'modelId' | 'prompt' | 'aspectRatio' | 'size' | 'quality' | 'inputs' | 'area'
>;

/** The provider that was called in this job, if any. */
export interface Asking {
  asked: Generation['provider'] | null;
}

/** Sets the unlock to `stored`, or returns why there is no image. */
export async function storeFinalImage(
  deps: MakingDependencies,
  { unlock, generation, attempts }: PictureToMake,
  asking: Asking,
): Promise<StoredFailure | null> {
  const { db, images } = deps;
  if (generation.deleted_at) return ourFailure(generation.provider, 'deleted');

  const earlier = await findEarlierImage(deps, unlock, attempts);
  if (earlier) {
    await markUnlockStored(db, unlock, earlier);
    return null;
  }
  await images.requireWritable();
  const original = generation.original_key && (await images.get(generation.original_key));
  if (!original) return ourFailure(generation.provider, 'preview_missing');

  const smaller = await readLargestBought(deps, attempts);
  // Everything is read before the provider is paid: a bucket may be unreachable afterwards.
  const preview = generation.preview_key && (await images.get(generation.preview_key));
  const source = await makeFinalSource(deps, { generation, unlock, original, smaller, asking });
  if ('category' in source) return source;
  const sale = {
    longestSide: unlock.final_size,
    aspectRatio: cutTo(generation),
    label: toLabel(
      generation,
      { modelId: unlock.model_id, at: new Date() },
      preview ? preview.bytes : null,
    ),
    mark: toMarkText(deps, generation),
  };
  const final = await processImage('renderFinal', [source.bytes, sale]);
  if (!final.ok) return ourFailure(generation.provider, 'unreadable_image');

  const key = imageKey(generation.id, `final-${unlock.attempt}`, final.mimeType);
  if (!(await storeFinal(deps, key, final))) return ourFailure(generation.provider, 'not_stored');
  if ((await whenBack(() => markUnlockStored(db, unlock, key))) === 'kept') return null;
  await images.delete(unmarkedKey(key));
  await images.delete(key);
  return ourFailure(generation.provider, 'deleted');
}

/**
 * False if the picture cannot be stored. The provider is not called a second time: the buyer pays nothing,
 * and decides whether to try again.
 */
async function storeFinal(
  { images, log }: Pick<MakingDependencies, 'images' | 'log'>,
  key: string,
  final: FinalPicture,
): Promise<boolean> {
  try {
    if (final.unmarked) await images.put(unmarkedKey(key), final.unmarked, final.mimeType);
    await images.put(key, final.bytes, final.mimeType);
    return true;
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    log.error({ err: error, key }, 'failed to store a purchased picture');
    await images.delete(unmarkedKey(key)).catch(() => {});
    return false;
  }
}

/**
 * Finds an image of an earlier attempt whose hold expired: it is used again if it is by the same model and
 * from the same picture.
 */
async function findEarlierImage(
  { images }: Pick<MakingDependencies, 'images'>,
  unlock: Unlock,
  attempts: readonly Unlock[],
): Promise<string | null> {
  const kept = attempts.find(
    (other) =>
      other.image_key !== null &&
      other.final_size === unlock.final_size &&
      other.model_id === unlock.model_id &&
      other.upgrades_hold_id === unlock.upgrades_hold_id,
  );
  return kept?.image_key && (await images.get(kept.image_key)) ? kept.image_key : null;
}

/** A larger copy is made from the buyer's copy. */
async function readLargestBought(
  { images }: Pick<MakingDependencies, 'images'>,
  attempts: readonly Unlock[],
): Promise<StoredImage | null> {
  const bought = attempts.findLast(({ status }) => status === 'done');
  return bought?.image_key ? readUnmarked(images, bought.image_key) : null;
}

/**
 * The unchanged original if the bought picture's model made it large enough, else a new rendering by that
 * model.
 */
async function makeFinalSource(
  deps: MakingDependencies,
  given: {
    generation: Generation;
    unlock: Unlock;
    original: StoredImage;
    /** The copy that was bought before. */
    smaller: StoredImage | null;
    asking: Asking;
  },
): Promise<{ bytes: Uint8Array } | StoredFailure> {
  const { generation, unlock, original, smaller } = given;
  const measures = await processImage('measure', [original.bytes]);
  if (!measures.ok) return ourFailure(generation.provider, 'unreadable_image');
  const longestSide = Math.max(measures.width, measures.height);
  if (generation.model_id === unlock.model_id && longestSide >= unlock.final_size) return original;

  const modelId = unlock.model_id;
  const input = smaller ?? original;
  const drawing = requireDrawing(deps.providers[generation.provider]);
  const area = await loadEditArea(deps, generation, drawing, input);
  if (area === null) return ourFailure(generation.provider, 'input_missing');
  const request = {
    modelId,
    prompt: finalPrompt(generation),
    aspectRatio: finalRatio(generation, measures),
    size: unlock.final_size,
    quality: generation.quality,
    inputs: [input],
    ...(area && { area }),
  };
  const kept = unlock.provider_asked_at && (await deps.images.get(answerKey(unlock)));
  if (kept) await bookKeptAnswer(deps, given, request);
  const outcome = kept ? { ok: true as const, value: kept } : await ask(deps, given, request);
  if (!outcome.ok) return storedFailure(outcome.failure);
  const made = await inspectMade(outcome.value.bytes, request);
  if (made.ok) return outcome.value;
  deps.log.warn(
    { holdId: unlock.hold_id, modelId, defect: made.defect },
    'a purchased picture does not match the order',
  );
  return ourFailure(generation.provider, 'unfit_picture');
}

function ask(
  deps: MakingDependencies,
  { generation, unlock, asking }: { generation: Generation; unlock: Unlock; asking: Asking },
  request: FinalRequest,
): Promise<Outcome<ImageAnswer>> {
  return deps.askProvider(
    {
      generation,
      cancelledBy: unlock.hold_id,
      modelId: request.modelId,
      estimate: estimateImageUsage(requireDrawing(deps.providers[generation.provider]), request),
      async mayAsk() {
        await deps.images.requireWritable();
        const isWanted = await markUnlockAsked(deps.db, unlock);
        if (isWanted) asking.asked = generation.provider;
        return isWanted;
      },
      keep: (answer) => keepAnswer(deps, unlock, answer),
    },
    request,
  );
}

/** Books the estimated cost of the answer if the worker was killed before it booked the reported one. */
async function bookKeptAnswer(
  { db, providers }: Pick<MakingDependencies, 'db' | 'providers'>,
  { generation, unlock }: { generation: Generation; unlock: Unlock },
  request: FinalRequest,
): Promise<void> {
  const { id: generationId, provider } = generation;
  if (await hasAnsweredCall(db, generationId, unlock.provider_asked_at!)) return;
  const call = {
    provider,
    modelId: request.modelId,
    purpose: 'final',
    generationId,
    estimate: estimateImageUsage(requireDrawing(providers[provider]), request),
  } as const;
  const attempt = {
    failure: null,
    usage: null,
    durationMs: 0,
    answeredBy: null,
    retiresAt: null,
    thoughtTokens: 0,
  };
  await whenBack(() => bookAttempts(db, call, [attempt]));
}

/** Its type is not that of the answer, whose bytes decide. */
const answerKey = (unlock: Unlock) =>
  imageKey(unlock.generation_id, `answer-${unlock.attempt}`, 'image/png');

/** Deletes the answer of the provider, once the picture is stored or will not be. */
export async function forgetAnswer(
  { images, log }: Pick<MakingDependencies, 'images' | 'log'>,
  unlock: Unlock,
): Promise<void> {
  await whenBack(() => images.delete(answerKey(unlock))).catch((error: unknown) => {
    log.warn({ err: error, holdId: unlock.hold_id }, 'failed to delete the answer of a provider');
  });
}

/**
 * Stores the provider's answer until the picture is rendered and stored: the worker may be killed before that,
 * and the provider would be paid again.
 */
async function keepAnswer(
  { images, log }: Pick<MakingDependencies, 'images' | 'log'>,
  unlock: Unlock,
  { bytes }: ImageAnswer,
): Promise<void> {
  await images.put(answerKey(unlock), bytes, 'image/png').catch((error: unknown) => {
    log.warn({ err: error, holdId: unlock.hold_id }, 'failed to keep the answer of a provider');
  });
}

/** An edit keeps the ratio of its preview, so that no part is cut off. */
function finalRatio(
  { mode, aspect_ratio }: Generation,
  { width, height }: { width: number; height: number },
): ImageRequest['aspectRatio'] {
  if (isEdit(mode) && 2 * width === 3 * height) return '3:2';
  if (isEdit(mode) && 3 * width === 2 * height) return '2:3';
  return aspect_ratio;
}

/** The preview already contains the edit: repeating its instruction would apply it twice. */
function finalPrompt({ mode, prompt }: Generation): string {
  const faithfully =
    'Render the same image in higher resolution and full quality, faithful to its composition, ' +
    'subject and colours.';
  return isEdit(mode)
    ? `${faithfully} Change nothing else: it is already the result of this edit:\n\n${prompt}`
    : `${prompt}\n\n${faithfully}`;
}
