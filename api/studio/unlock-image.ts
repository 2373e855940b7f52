import { readGeneration, type GenerationView } from '@sachet/db/studio/generations';
import type { Profile } from '@sachet/db/people/profiles';
import { findUnlockByRequestKey, type Unlock } from '@sachet/db/studio/unlocks';
import { buyPicture, type PurchaseOutcome } from '@sachet/flows/studio/buy-picture';
import type { UnlockImageRequest } from '@sachet/shared/studio/contracts/generation';
import { paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import { largestCopy } from '@sachet/shared/models/picture-prices';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import { refuseUnverifiedSpender } from '../identity/access.ts';
import { requireProfile } from '../identity/caller.ts';
import { toGenerationResult, toRecipe } from './generation-result.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  found,
  keyConflict,
  noSuchGeneration,
  toPurchaseRefusal,
  Refusal,
} from '../http/refusal.ts';
import { ok, route, reply } from '../http/route.ts';
import { isAboutGeneration, waitUntil } from '../http/waiting.ts';

export const postUnlockImage = route('POST /api/unlock-image', {
  weight: 4,
  async handle({ deps, caller, body, key, isAsync, response }) {
    const profile = await requireProfile(deps, caller);
    refuseUnverifiedSpender(profile);
    const { generationId, finalSize } = { ...body, ...body.recipe };
    const which = { id: generationId, uid: caller.uid };
    const read = async () => found(await readGeneration(deps.db, which), 'generation');
    async function begin(): Promise<GenerationView> {
      const generation = await read();
      refuseTampering(generation, body);
      const wanted = { generationId, finalSize };
      const repeated = await findRepeated(deps, profile.uid, key, wanted);
      const isAnswered = repeated !== undefined && repeated.status !== 'failed';
      if (isAnswered || isBoughtOrPending(generation, body)) return generation;
      await deps.images.requireWritable();
      const outcome = await buyPicture(deps, {
        profile,
        generation,
        finalSize: body.finalSize,
        shown: {
          // An invalid amount does not match the price either.
          pricePaise: body.price === undefined ? null : (paiseFromRupees(body.price) ?? 0),
          modelId: body.finalModelId ?? null,
        },
        idempotencyKey: repeated ? null : key,
        unlocksPerMinute: deps.settings.limits.generationsPerMinute,
      });
      if (typeof outcome === 'string' || 'refusal' in outcome) throw toBuyRefusal(outcome, profile);
      return outcome.placed;
    }
    if (isAsync) {
      return reply(202, toGenerationResult(deps, await begin()));
    }
    const last = await waitUntil({
      live: deps.live,
      response,
      isAbout: isAboutGeneration(generationId),
      begin,
      read,
      isDone: (latest) =>
        findBought(latest, body.finalSize) !== undefined || latest.unlock_status === 'failed',
    });
    return toReply(deps, last, body.finalSize);
  },
});

function toReply(deps: Dependencies, generation: GenerationView, finalSize: FinalSize) {
  const result = toGenerationResult(deps, generation);
  const bought = findBought(generation, finalSize);
  if (bought) {
    return ok({
      charged: rupeesFromPaise(bought.chargedPaise),
      imageUrl: result.imageUrl!,
      generation: result,
    });
  }
  return generation.unlock_status === 'failed'
    ? reply(502, { ...result, code: 'generation_failed' })
    : reply(202, result);
}

const findBought = ({ purchases }: GenerationView, size: FinalSize) =>
  purchases.find(({ finalSize }) => finalSize === size);

/** A recipe that differs from the row is refused, never adapted. */
function refuseTampering(generation: GenerationView, body: UnlockImageRequest): void {
  if (generation.status !== 'ready') {
    throw new Refusal('wrong_state', 'This preview isn’t ready to be unlocked.');
  }
  const recipe = toRecipe(generation);
  const same =
    recipe.modelId === body.recipe.modelId &&
    recipe.prompt === body.recipe.prompt &&
    recipe.aspectRatio === body.recipe.aspectRatio;
  if (!same) {
    throw new Refusal('invalid', 'This recipe doesn’t belong to that preview.', {
      field: 'recipe',
    });
  }
}

/** Whether it is bought or being bought at this size. Throws while another size is being bought. */
export function isBoughtOrPending(
  generation: GenerationView,
  { finalSize }: Pick<UnlockImageRequest, 'finalSize'>,
): boolean {
  const { unlock_status: status, unlock_size: size, purchases } = generation;
  if (status === 'pending' || status === 'stored') {
    if (size === finalSize) return true;
    throw new Refusal('wrong_state', `This image is being unlocked at ${size} px.`);
  }
  const boughtSize = largestCopy(purchases)?.finalSize ?? 0;
  if (finalSize < boughtSize) {
    throw new Refusal('wrong_state', `This image was already unlocked at ${boughtSize} px.`);
  }
  return finalSize === boughtSize;
}

/** The earlier attempt of the same request. */
export async function findRepeated(
  { db }: Dependencies,
  uid: string,
  key: string | null,
  wanted: { readonly generationId: string; readonly finalSize: FinalSize },
): Promise<Unlock | undefined> {
  const earlier = key === null ? undefined : await findUnlockByRequestKey(db, { uid, key });
  if (!earlier) return undefined;
  if (earlier.generation_id !== wanted.generationId || earlier.final_size !== wanted.finalSize) {
    throw keyConflict();
  }
  return earlier;
}

export function toBuyRefusal(
  outcome: Exclude<PurchaseOutcome, { placed: unknown }>,
  profile: Profile,
): Refusal {
  switch (outcome) {
    case 'order_under_way':
      return new Refusal('wrong_state', 'This image is being unlocked at another size.');
    case 'key_reused':
      return keyConflict();
    case 'gone':
      return noSuchGeneration();
    case 'no_price':
      return new Refusal('wrong_state', 'This picture isn’t available in that size.');
    case 'no_model':
      return new Refusal(
        'unavailable',
        'This provider has no suitable model right now. Try another one.',
      );
    case 'price_changed':
      return new Refusal('offer_changed', 'The price has changed. Review it and try again.');
    case 'model_changed':
      return new Refusal('offer_changed', 'The model has changed. Review the price and try again.');
    case 'over_minute':
      return new Refusal('rate_limited', 'Too many pictures. Wait a minute and try again.', {
        retryAfterSeconds: 60,
      });
    default:
      return toPurchaseRefusal(outcome.refusal, profile);
  }
}
