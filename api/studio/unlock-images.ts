import { readGeneration, type GenerationView } from '@sachet/db/studio/generations';
import type { PicturePurchase } from '@sachet/flows/studio/buy-picture';
import { buyPictures } from '@sachet/flows/studio/buy-pictures';
import type {
  UnlockImagesRequest,
  UnlockImagesResponse,
} from '@sachet/shared/studio/contracts/generation';
import { paiseFromRupees } from '@sachet/shared/money';
import { refuseUnverifiedSpender } from '../identity/access.ts';
import { requireProfile } from '../identity/caller.ts';
import { found, Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { toGenerationResult } from './generation-result.ts';
import { findRepeated, isBoughtOrPending, toBuyRefusal } from './unlock-image.ts';

type Picture = UnlockImagesRequest['pictures'][number];

export const postUnlockImages = route('POST /api/unlock-images', {
  weight: 20,
  async handle({ deps, caller, body, key }) {
    const profile = await requireProfile(deps, caller);
    refuseUnverifiedSpender(profile);
    const { finalSize } = body;

    /** The purchase of a picture; null for one that is bought, or is being bought, at this size. */
    async function toPurchase(
      { generationId, price, finalModelId }: Picture,
      generation: GenerationView,
    ): Promise<PicturePurchase | null> {
      if (generation.status !== 'ready') {
        throw new Refusal('wrong_state', 'This preview isn’t ready to be unlocked.');
      }
      const ownKey = `${key}/${generationId}`;
      const wanted = { generationId, finalSize };
      const repeated = await findRepeated(deps, profile.uid, ownKey, wanted);
      const isAnswered = repeated !== undefined && repeated.status !== 'failed';
      if (isAnswered || isBoughtOrPending(generation, wanted)) return null;
      return {
        profile,
        generation,
        finalSize,
        // An invalid amount does not match the price either.
        shown: { pricePaise: paiseFromRupees(price) ?? 0, modelId: finalModelId ?? null },
        idempotencyKey: repeated ? null : ownKey,
        unlocksPerMinute: deps.settings.limits.generationsPerMinute,
      };
    }

    const ids = body.pictures.map(({ generationId }) => generationId);
    async function readAll() {
      const generations = await Promise.all(
        ids.map(async (id) =>
          found(await readGeneration(deps.db, { id, uid: caller.uid }), 'generation'),
        ),
      );
      const all = await Promise.all(
        body.pictures.map((picture, index) => toPurchase(picture, generations[index]!)),
      );
      return { generations, purchases: all.filter((each) => each !== null) };
    }

    let known = await readAll();
    if (known.purchases.length > 0) await deps.images.requireWritable();
    let bought = await buyPictures(deps, known.purchases);
    while ('none' in bought) {
      // The same press, sent twice, may have bought some in the meantime: the money for those is held.
      const again = await readAll();
      if (again.purchases.length >= known.purchases.length)
        throw toBuyRefusal(bought.none, profile);
      known = again;
      bought = await buyPictures(deps, known.purchases);
    }

    const latest = new Map(known.generations.map((generation) => [generation.id, generation]));
    const refused: UnlockImagesResponse['refused'] = [];
    for (const [index, outcome] of bought.outcomes.entries()) {
      const { id } = known.purchases[index]!.generation;
      if (typeof outcome === 'object' && 'placed' in outcome) latest.set(id, outcome.placed);
      else {
        const { message: error, code } = toBuyRefusal(outcome, profile);
        refused.push({ generationId: id, error, code });
      }
    }
    return ok({
      generations: ids.map((id) => toGenerationResult(deps, latest.get(id)!)),
      refused,
    });
  },
});
