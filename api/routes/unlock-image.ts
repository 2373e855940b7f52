import { isViolationOf } from '@sachet/db/constraint';
import { readGeneration, type GenerationView } from '@sachet/db/generations';
import {
  countRecentUnlocks,
  findUnlockByRequestKey,
  loadUnlock,
  readUnlocks,
  unlockStatements,
} from '@sachet/db/unlocks';
import { pickModel } from '@sachet/db/models';
import type { ModelPurpose } from '@sachet/shared/contracts/admin-models';
import type { Profile } from '@sachet/db/people';
import {
  GenerationResult,
  UnlockImageRequest,
  UnlockImageResponse,
} from '@sachet/shared/contracts/generation';
import { paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import { refuseUnverifiedSpender } from '../access.ts';
import { profileOf } from '../caller.ts';
import { generationResult, recipeOf } from '../generation-result.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import type { Parts } from '../parts.ts';
import { keyConflict, Refusal, refusalOfPurchase } from '../refusal.ts';
import { ok, route, type Reply } from '../route.ts';
import { prefersAsync, waitUntil } from '../waiting.ts';

/** How long reserved money waits for its image before a sweep gives it back. */
const holdLastsMs = 10 * 60 * 1000;

export const postUnlockImage = route({
  method: 'post',
  path: '/api/unlock-image',
  access: 'signed-in',
  summary: 'Buys the full image at the price that was shown. Unlocking twice charges once.',
  body: UnlockImageRequest,
  answers: { 200: UnlockImageResponse, 202: GenerationResult, 502: GenerationResult },
  async handle({ parts, caller, body, request, response }) {
    const profile = await profileOf(parts, caller);
    refuseUnverifiedSpender(profile);
    const key = idempotencyKeyOf(request);
    const read = async (): Promise<GenerationView> => {
      const found = await readGeneration(parts.db, { id: body.generationId, uid: caller.uid });
      if (!found) throw new Refusal('not_found', 'There is no such generation.');
      return found;
    };
    const generation = await read();
    refuseTampering(generation, body);
    await refuseReusedKey(parts, profile.uid, key, body);

    const standing = generation.unlock_status;
    if (standing === null || standing === 'failed') {
      await placeHold(parts, { profile, generation, order: body, key });
    }
    if (prefersAsync(request)) {
      return { status: 202, body: generationResult(parts, await read()) };
    }
    const last = await waitUntil({
      live: parts.live,
      response,
      generationId: generation.id,
      read,
      isDone: ({ unlock_status }) => unlock_status === 'done' || unlock_status === 'failed',
    });
    return finished(parts, last);
  },
});

function finished(parts: Parts, generation: GenerationView): Reply {
  const result = generationResult(parts, generation);
  switch (generation.unlock_status) {
    case 'done':
      return ok({
        charged: rupeesFromPaise(generation.charged_paise!),
        imageUrl: result.imageUrl,
        generation: result,
      });
    case 'failed':
      return { status: 502, body: { ...result, code: 'generation_failed' } };
    default:
      return { status: 202, body: result };
  }
}

/** The row is the truth. A recipe or a size that does not fit it is refused, never adapted. */
function refuseTampering(generation: GenerationView, order: UnlockImageRequest): void {
  if (generation.status !== 'ready') {
    throw new Refusal('wrong_state', 'This preview is not ready to be unlocked.');
  }
  const recipe = recipeOf(generation);
  const same =
    recipe.modelId === order.recipe.modelId &&
    recipe.prompt === order.recipe.prompt &&
    recipe.aspectRatio === order.recipe.aspectRatio;
  if (!same) {
    throw new Refusal('invalid', 'This recipe does not belong to that preview.', {
      field: 'recipe',
    });
  }
  const standing = generation.unlock_status !== null && generation.unlock_status !== 'failed';
  if (standing) refuseOtherSize(generation.unlock_size, order);
}

function refuseOtherSize(standing: number | null, order: UnlockImageRequest): void {
  if (standing === order.finalSize) return;
  throw new Refusal('wrong_state', `This image was already unlocked at ${standing} px.`);
}

async function refuseReusedKey(
  { db }: Parts,
  uid: string,
  key: string | null,
  order: UnlockImageRequest,
): Promise<void> {
  const earlier = key && (await findUnlockByRequestKey(db, { uid, key }));
  if (!earlier) return;
  if (earlier.generation_id !== order.generationId || earlier.final_size !== order.finalSize) {
    throw keyConflict();
  }
}

/**
 * Reserves the price and writes the unlock in one transaction, then tells the queue. Attempt and
 * generation name the hold: two calls at once place one.
 */
async function placeHold(
  parts: Parts,
  given: {
    profile: Profile;
    generation: GenerationView;
    order: UnlockImageRequest;
    key: string | null;
  },
): Promise<void> {
  const { db, ledger, queue, log } = parts;
  const { profile, generation, order } = given;
  const pricePaise = paiseFromRupees(generation.prices?.[order.finalSize] ?? 0);
  if (!pricePaise) throw new Refusal('wrong_state', 'This preview has no price.');
  const model = await pickModel(db, {
    provider: generation.provider,
    capability: generation.mode === 'edit_image' ? 'image-edit' : 'image',
    tier: generation.quality,
    purpose: generation.quality === 'quality' ? purposeOf(generation) : null,
  });
  if (!model) throw new Refusal('unavailable', 'This provider has no model for that right now.');

  await refuseTooMany(parts, profile.uid);
  const earlier = await readUnlocks(db, generation.id);
  // Somebody was quicker since the generation was read.
  const standing = earlier.find(({ status }) => status !== 'failed');
  if (standing) return refuseOtherSize(standing.final_size, order);
  const attempt = earlier.length + 1;
  const repeatsKey = earlier.some(({ idempotency_key }) => idempotency_key === given.key);
  const holdId = `hold_${generation.id.replace('gen_', '')}_${attempt}`;
  const placing = ledger.append(
    {
      type: 'PlaceHold',
      walletId: profile.wallet_id,
      idempotencyKey: `hold:${holdId}`,
      actor: `user:${profile.uid}`,
      holdId,
      amountPaise: pricePaise,
      tool: generation.mode === 'edit_image' ? 'edit_image' : 'image',
      memberUid: profile.uid,
      generationId: generation.id,
      expiresAtMs: Date.now() + holdLastsMs,
    },
    unlockStatements(db, {
      hold_id: holdId,
      generation_id: generation.id,
      uid: profile.uid,
      wallet_id: profile.wallet_id,
      attempt,
      final_size: order.finalSize,
      price_paise: pricePaise,
      model_id: model.id,
      status: 'pending',
      idempotency_key: repeatsKey ? null : given.key,
    }),
  );
  const outcome = await placing.catch((error: unknown) => {
    // With the same key another preview was unlocked at the same moment.
    throw isViolationOf(error, 'unlock_request') ? keyConflict() : error;
  });
  if (!outcome.ok) {
    if (outcome.refusal === 'idempotency_conflict') {
      throw new Refusal('wrong_state', 'This image is being unlocked at another size.');
    }
    throw refusalOfPurchase(outcome.refusal, profile);
  }
  const { queue_round: round } = (await loadUnlock(db, holdId))!;
  await queue
    .add({ name: 'unlock', holdId, provider: generation.provider, round })
    .catch((error: unknown) => {
      log.error({ err: error, holdId }, 'the queue did not take an unlock; a sweep will');
    });
}

/** Bought and cancelled before its provider is asked, a picture costs nobody anything but rows. */
async function refuseTooMany({ db, settings }: Parts, uid: string): Promise<void> {
  if ((await countRecentUnlocks(db, uid)) < settings.GENERATIONS_PER_MINUTE) return;
  throw new Refusal('rate_limited', 'Too many pictures at once. Please wait a minute.', {
    retryAfterSeconds: 60,
  });
}

const purposeOf = ({ mode }: GenerationView): ModelPurpose =>
  mode === 'edit_image' ? 'image_edit' : 'image_generate';
