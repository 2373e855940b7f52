/**
 * Starts a preview, or a text that is written to be sold.
 *
 * 1. The model, the limits and the prompt are checked before anything is stored.
 * 2. The request's picture is stored, then the generation's row with its share of the day's free work.
 * 3. The job is queued.
 *
 * | crash            | what happens next                                              |
 * | ---------------- | -------------------------------------------------------------- |
 * | before the row   | nothing was started; the sweep erases the picture after a day  |
 * | after the row    | the sweep queues the job                                       |
 */
import type { Kysely } from 'kysely';
import {
  findByRequestKey,
  findLimitPassed,
  insertGeneration,
  type Generation,
  type Insertion,
} from '@sachet/db/studio/generations';
import { newId } from '@sachet/db/ids';
import { capabilityOf, pickModel } from '@sachet/db/models/selection';
import type { Profile } from '@sachet/db/people/profiles';
import type { Database, FreeWorkShare } from '@sachet/db/tables';
import type { ImageStore } from '@sachet/adapters/images/store';
import type { JobQueue } from '@sachet/adapters/queue/queue';
import { isConfigured } from '@sachet/shared/configuration/configured-providers';
import type { GenerateRequest } from '@sachet/shared/studio/contracts/generation';
import type { AspectRatio, Quality } from '@sachet/shared/contracts/vocabulary';
import type { ModelPurpose } from '@sachet/shared/models/contracts/admin-models';
import { isPictureProvider } from '@sachet/shared/providers';
import { estimateCostMicrousd } from '@sachet/shared/studio/free-work';
import { paiseFromRupees } from '@sachet/shared/money';
import { editPrices, type PictureOnSale } from '@sachet/shared/models/picture-prices';
import {
  imagePricesRupees,
  rateCard,
  textPriceRupees,
  type PriceBySize,
} from '@sachet/shared/models/rate-card';
import { getUse, isImageMode, isPaidTextMode, toMade, type ModelUse } from '@sachet/shared/tools';
import { enqueue } from '../enqueue.ts';
import { toFreeWork, type FreeWorkContext } from './free-work.ts';
import { isForbiddenPrompt, type PromptCheckContext } from '../moderation/prompt-check.ts';

interface Dependencies extends PromptCheckContext {
  readonly db: Kysely<Database>;
  readonly images: Pick<ImageStore, 'requireWritable'>;
  readonly queue: Pick<JobQueue, 'add'>;
  readonly settings: FreeWorkContext['settings'] & PromptCheckContext['settings'];
  readonly log: PromptCheckContext['log'] & Parameters<typeof enqueue>[0]['log'];
}

/** The picture of a request, as it is stored for its generation. */
export interface InputImage {
  readonly key: string;
  /** The mask of the part to change; null if the whole picture may change. */
  readonly maskKey: string | null;
  /** The generation whose image it is, if any. */
  readonly sourceGenerationId: string | null;
  /** The generated picture that the image shows; null if the image is a photo. */
  readonly picture: PictureOnSale | null;
  /** The supported ratio that is nearest to the image's own. */
  readonly aspectRatio: AspectRatio;
}

export interface Start {
  readonly profile: Profile;
  /** The class of the profile's user. */
  readonly class: Generation['applicant_class'];
  readonly request: GenerateRequest;
  readonly key: string | null;
  /** Detects whether a repeated key has the same request. */
  readonly requestHash: Buffer;
  /** Null if the request has no picture. Throws if the picture cannot be used. */
  storeInput(generationId: string): Promise<InputImage | null>;
  dropInput(input: InputImage): Promise<void>;
}

export type StartRefusal =
  | 'key_reused'
  | 'no_model'
  | 'over_minute'
  | 'over_day'
  | 'prompt_forbidden'
  | { readonly usedUp: FreeWorkShare };

/** `id` is the started generation, or the generation that the same key started before. */
export async function startGeneration(
  deps: Dependencies,
  start: Start,
): Promise<{ readonly id: string } | { readonly refusal: StartRefusal }> {
  const { db, settings } = deps;
  const { profile, request, key, requestHash } = start;
  const earlier = key && (await findByRequestKey(db, { uid: profile.uid, key }));
  if (earlier) return toRepeated(earlier, requestHash);

  if (!isConfigured(settings, request.provider)) return { refusal: 'no_model' };
  const model = await pickModel(db, { provider: request.provider, ...getWantedModel(request) });
  if (!model) return { refusal: 'no_model' };
  const makes = toMade(request.mode);
  const isPicture = makes === 'picture';
  if (isPicture) await deps.images.requireWritable();
  const limits = {
    perMinute: settings.limits.generationsPerMinute,
    perDay: settings.limits.previewsPerDay,
  };
  // Checked before a picture is decoded; `insertGeneration` checks again under a lock.
  const over = await findLimitPassed(db, profile.uid, limits);
  if (over) return { refusal: over };
  if (await isForbiddenPrompt(deps, request.prompt)) return { refusal: 'prompt_forbidden' };
  const id = newId('gen');
  const input = await start.storeInput(id);
  const { prices, textPrice } = getPrice(request, input?.picture ?? null);
  const priceRupees = prices ? Math.min(...Object.values(prices)) : textPrice;
  const row = {
    id,
    uid: profile.uid,
    wallet_id: profile.wallet_id,
    mode: request.mode,
    provider: request.provider,
    language: request.language,
    quality: request.quality,
    prompt: request.prompt,
    aspect_ratio: request.aspectRatio ?? input?.aspectRatio ?? '1:1',
    preview_max: request.previewMax,
    model_id: model.id,
    model_label: model.label,
    status: 'queued',
    applicant_class: start.class,
    prices: prices && JSON.stringify(prices),
    price_paise: textPrice && paiseFromRupees(textPrice),
    rate_card_version: rateCard.version,
    input_key: input?.key ?? null,
    mask_key: input?.maskKey ?? null,
    source_generation_id: input?.sourceGenerationId ?? null,
    idempotency_key: key,
    request_hash: requestHash,
  } as const;
  let inserted: Insertion | undefined;
  try {
    const microusd = estimateCostMicrousd(model, {
      makes: isPicture ? 'image' : 'text',
      inputText: request.prompt,
      inputImages: (input ? 1 : 0) + (input?.maskKey ? 1 : 0),
    });
    const freeWork = await toFreeWork(deps, profile, { microusd, priceRupees });
    inserted = await insertGeneration(db, row, { ...limits, freeWork });
  } finally {
    if (inserted?.outcome !== 'inserted' && input) await start.dropInput(input);
  }
  switch (inserted.outcome) {
    case 'inserted': {
      const { provider } = request;
      const round = inserted.queueRound;
      await enqueue(deps, {
        name: 'preview',
        generationId: id,
        provider,
        class: start.class,
        makes,
        round,
      });
      return { id };
    }
    case 'repeated': {
      const first = await findByRequestKey(db, { uid: profile.uid, key: key! });
      return toRepeated(first!, requestHash);
    }
    case 'over_free_work':
      return { refusal: { usedUp: inserted.usedUp } };
    default:
      return { refusal: inserted.outcome };
  }
}

const toRepeated = (first: Generation, requestHash: Buffer) =>
  first.request_hash?.equals(requestHash) ? { id: first.id } : ({ refusal: 'key_reused' } as const);

type ModelWanted = Omit<Parameters<typeof pickModel>[1], 'provider'>;

/** Free work uses a speed model; a text that is sold uses the requested quality. */
function getWantedModel({
  mode,
  quality,
  image,
  uploadId,
  sameInputAs,
}: GenerateRequest): ModelWanted {
  const use = getUse(mode, { hasPhoto: Boolean(image || uploadId || sameInputAs) });
  const tier = isPaidTextMode(mode) ? quality : 'speed';
  return { capability: capabilityOf[use], tier, purpose: getPurpose(use, tier) };
}

/** The default of the catalogue that a preview uses; null if it has none for cheap pictures. */
function getPurpose(use: ModelUse, tier: Quality): ModelPurpose | null {
  switch (use) {
    case 'texts':
      return `text_${tier}`;
    case 'photos in texts':
      return `vision_${tier}`;
    case 'pictures':
    case 'edits':
      return null;
    default:
      return use satisfies never;
  }
}

/** Rupees: the prices of a picture by size, or the price of a text. Captions and ideas have neither. */
function getPrice(
  request: Pick<GenerateRequest, 'mode' | 'quality' | 'provider'>,
  picture: PictureOnSale | null,
): { prices: PriceBySize | null; textPrice: number | null } {
  const { mode, quality, provider } = request;
  if (isImageMode(mode)) {
    // No model of another provider is picked for a picture.
    if (!isPictureProvider(provider)) throw new Error(`${provider} draws no pictures`);
    const prices = editPrices(imagePricesRupees({ mode, quality, provider }), picture);
    return { prices, textPrice: null };
  }
  return {
    prices: null,
    textPrice: isPaidTextMode(mode) ? textPriceRupees({ ...request, mode }) : null,
  };
}
