/** Turns a request into a generation's row and a job for the workers. */
import {
  findByRequestKey,
  findLimitPassed,
  insertGeneration,
  type Generation,
  type Insertion,
} from '@sachet/db/studio/generations';
import { newId } from '@sachet/db/ids';
import { pickModel } from '@sachet/db/models/selection';
import type { Profile } from '@sachet/db/people/profiles';
import type { GenerateRequest } from '@sachet/shared/contracts/generation';
import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { estimateCostMicrousd } from '@sachet/shared/free-work';
import { paiseFromRupees } from '@sachet/shared/money';
import { editPrices, type PictureOnSale } from '@sachet/shared/picture-prices';
import {
  imagePricesRupees,
  rateCard,
  textPriceRupees,
  type PriceBySize,
} from '@sachet/shared/rate-card';
import { toFreeWork, toFreeWorkRefusal } from '../limits/free-work.ts';
import { dropInputImage, storeInputImage } from './input-image.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuseForbiddenPrompt } from './prompt-check.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseOtherRequest, toRequestHash } from '../http/request-hash.ts';

/**
 * The id of the started generation, or of the one that the same key had started before. The row is
 * inserted before the job is queued: a sweep finds what was lost. `left` says that the caller has gone:
 * a picture that is being decoded is given up.
 */
export async function startGeneration(
  deps: Dependencies,
  profile: Profile,
  request: GenerateRequest,
  { key, left }: { key: string | null; left: AbortSignal },
): Promise<string> {
  const { db, queue, log, settings } = deps;
  const { image, ...withoutImage } = request;
  const requestHash = toRequestHash(withoutImage, image);
  const earlier = key && (await findByRequestKey(db, { uid: profile.uid, key }));
  if (earlier) return requireSameRequest(earlier, requestHash);

  const model = await pickModel(db, { provider: request.provider, ...getWantedModel(request) });
  if (!model)
    throw new Refusal(
      'unavailable',
      'This provider has no suitable model right now. Try the other one.',
    );
  const isPicture = request.mode === 'image' || request.mode === 'edit_image';
  if (isPicture) await deps.images.requireWritable();
  const limits = {
    perMinute: settings.limits.generationsPerMinute,
    perDay: settings.limits.previewsPerDay,
  };
  // Checked before a picture is decoded; `insertGeneration` checks again under a lock.
  const over = await findLimitPassed(db, profile.uid, limits);
  if (over) throw toLimitRefusal(over);
  await refuseForbiddenPrompt(deps, request.prompt);
  const id = newId('gen');
  const input = await storeInputImage(deps, {
    generationId: id,
    uid: profile.uid,
    walletId: profile.wallet_id,
    request,
    left,
  });
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
      makes: request.mode === 'image' || request.mode === 'edit_image' ? 'image' : 'text',
      inputText: request.prompt,
      inputImages: (input ? 1 : 0) + (input?.maskKey ? 1 : 0),
    });
    const freeWork = await toFreeWork(deps, profile, { microusd, priceRupees });
    inserted = await insertGeneration(db, row, { ...limits, freeWork });
  } finally {
    if (inserted?.outcome !== 'inserted' && input) await dropInputImage(deps, input);
  }
  switch (inserted.outcome) {
    case 'inserted':
      break;
    case 'repeated':
      return requireSameRequest(
        (await findByRequestKey(db, { uid: profile.uid, key: key! }))!,
        requestHash,
      );
    case 'over_free_work':
      throw toFreeWorkRefusal(profile, inserted.usedUp);
    default:
      throw toLimitRefusal(inserted.outcome);
  }
  const { provider } = request;
  const job = { name: 'preview', generationId: id, provider, round: inserted.queueRound } as const;
  await queue.add(job).catch((error: unknown) => {
    log.error(
      { err: error, generationId: id },
      'failed to enqueue a preview; the sweep will retry',
    );
  });
  return id;
}

function toLimitRefusal(over: 'over_minute' | 'over_day'): Refusal {
  switch (over) {
    case 'over_minute':
      return new Refusal('rate_limited', 'Too many generations. Wait a minute and try again.', {
        retryAfterSeconds: 60,
      });
    case 'over_day':
      return new Refusal('rate_limited', "You've used today's free previews.", {
        retryAfterSeconds: 60 * 60,
      });
    default:
      return over satisfies never;
  }
}

type ModelWanted = Omit<Parameters<typeof pickModel>[1], 'provider'>;

/** Free work uses a speed model; a text that is sold uses the requested quality. */
function getWantedModel({
  mode,
  quality,
  image,
  uploadId,
  sameInputAs,
}: GenerateRequest): ModelWanted {
  switch (mode) {
    case 'image':
      return { capability: 'image', tier: 'speed', purpose: null };
    case 'edit_image':
      return { capability: 'image-edit', tier: 'speed', purpose: null };
    case 'instagram':
      return image || uploadId || sameInputAs
        ? { capability: 'vision', tier: 'speed', purpose: 'vision_speed' }
        : { capability: 'text', tier: 'speed', purpose: 'text_speed' };
    case 'instagram_ideas':
      return { capability: 'text', tier: 'speed', purpose: 'text_speed' };
    case 'general':
      return { capability: 'text', tier: quality, purpose: `text_${quality}` };
    default:
      return mode satisfies never;
  }
}

/** Rupees: those of a picture by size, or that of a text. Captions and ideas have neither. */
function getPrice(
  request: { mode: Mode } & Pick<GenerateRequest, 'quality' | 'provider'>,
  picture: PictureOnSale | null,
): { prices: PriceBySize | null; textPrice: number | null } {
  const { mode } = request;
  if (mode === 'image' || mode === 'edit_image') {
    const prices = editPrices(imagePricesRupees({ ...request, mode }), picture);
    return { prices, textPrice: null };
  }
  return { prices: null, textPrice: mode === 'general' ? textPriceRupees(request) : null };
}

/** The same key brings back the same generation, and is refused for another one. */
function requireSameRequest(first: Generation, requestHash: Buffer): string {
  refuseOtherRequest(first, requestHash);
  return first.id;
}
