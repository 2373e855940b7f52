/** Turns an order into a generation's row and a job for the workers. */
import { createHash } from 'node:crypto';
import {
  findByRequestKey,
  insertGeneration,
  type Generation,
  type Insertion,
} from '@sachet/db/generations';
import { newId } from '@sachet/db/ids';
import { pickModel } from '@sachet/db/models';
import type { Profile } from '@sachet/db/people';
import type { GenerateRequest } from '@sachet/shared/contracts/generation';
import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { paiseFromRupees } from '@sachet/shared/money';
import {
  imagePricesRupees,
  pricesAtLeast,
  rateCard,
  textPriceRupees,
  type PriceBySize,
} from '@sachet/shared/rate-card';
import { freeWork, freeWorkUsedUp } from './free-work.ts';
import { keepInputImage } from './input-image.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';

/**
 * The id of the generation that was started, or of the one that the same key had started before.
 * The row is written before the queue hears of it: a sweep finds what was lost.
 */
export async function startGeneration(
  parts: Parts,
  profile: Profile,
  order: GenerateRequest,
  key: string | null,
): Promise<string> {
  const { db, queue, images, log, settings } = parts;
  const requestHash = hashOf(order);
  const again = key && (await findByRequestKey(db, { uid: profile.uid, key }));
  if (again) return sameRequest(again, requestHash);

  const model = await pickModel(db, { provider: order.provider, ...modelWanted(order) });
  if (!model) throw new Refusal('unavailable', 'This provider has no model for that right now.');
  const id = newId('gen');
  const input = await keepInputImage(parts, { generationId: id, uid: profile.uid, order });
  const row = {
    id,
    uid: profile.uid,
    wallet_id: profile.wallet_id,
    mode: order.mode,
    provider: order.provider,
    language: order.language,
    quality: order.quality,
    prompt: order.prompt,
    aspect_ratio: order.aspectRatio ?? input?.aspectRatio ?? '1:1',
    preview_max: order.previewMax,
    model_id: model.id,
    model_label: model.label,
    status: 'queued',
    ...priceOf(order, input?.leastPrices ?? null),
    rate_card_version: rateCard.version,
    input_key: input?.key ?? null,
    source_generation_id: input?.sourceGenerationId ?? null,
    idempotency_key: key,
    request_hash: requestHash,
  } as const;
  const taken = freeWork(parts, model, {
    makes: order.mode === 'image' || order.mode === 'edit_image' ? 'image' : 'text',
    inputText: order.prompt,
    inputImages: input ? 1 : 0,
  });
  let inserted: Insertion | undefined;
  try {
    inserted = await insertGeneration(db, row, {
      perMinute: settings.GENERATIONS_PER_MINUTE,
      perDay: settings.PREVIEWS_PER_DAY,
      freeWork: taken,
    });
  } finally {
    if (inserted?.outcome !== 'inserted' && input) await images.delete(input.key);
  }
  switch (inserted.outcome) {
    case 'inserted':
      break;
    case 'repeated':
      return sameRequest(
        (await findByRequestKey(db, { uid: profile.uid, key: key! }))!,
        requestHash,
      );
    case 'over_minute':
      throw new Refusal('rate_limited', 'Too many generations at once. Please wait a minute.', {
        retryAfterSeconds: 60,
      });
    case 'over_day':
      throw new Refusal('rate_limited', "You have used today's free previews.", {
        retryAfterSeconds: 60 * 60,
      });
    case 'over_free_work':
      throw await freeWorkUsedUp(parts, taken);
    default:
      throw inserted satisfies never;
  }
  const { provider } = order;
  const job = { name: 'preview', generationId: id, provider, round: inserted.queueRound } as const;
  await queue.add(job).catch((error: unknown) => {
    log.error({ err: error, generationId: id }, 'the queue did not take a preview; a sweep will');
  });
  return id;
}

type ModelWanted = Omit<Parameters<typeof pickModel>[1], 'provider'>;

/** What is free comes from a speed model; a text that is sold from one of the quality asked for. */
function modelWanted({ mode, quality, image, sameInputAs }: GenerateRequest): ModelWanted {
  switch (mode) {
    case 'image':
      return { capability: 'image', tier: 'speed', purpose: null };
    case 'edit_image':
      return { capability: 'image-edit', tier: 'speed', purpose: null };
    case 'instagram':
      return image || sameInputAs
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

function priceOf(
  order: { mode: Mode } & Pick<GenerateRequest, 'quality' | 'provider'>,
  least: PriceBySize | null,
): { prices: string | null; price_paise: number | null } {
  const { mode } = order;
  if (mode === 'image' || mode === 'edit_image') {
    const usual = imagePricesRupees({ ...order, mode });
    const prices = least ? pricesAtLeast(usual, least) : usual;
    return { prices: JSON.stringify(prices), price_paise: null };
  }
  const isSold = mode === 'general';
  return { prices: null, price_paise: isSold ? paiseFromRupees(textPriceRupees(order)) : null };
}

function hashOf(order: GenerateRequest): Buffer {
  return createHash('sha256').update(JSON.stringify(order)).digest();
}

/** The same key brings back the same generation, and is refused for another one. */
function sameRequest(first: Generation, requestHash: Buffer): string {
  if (!first.request_hash?.equals(requestHash)) {
    throw new Refusal('idempotency_conflict', 'This key was used for another request.');
  }
  return first.id;
}
