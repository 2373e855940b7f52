import {
  findNewestGeneralText,
  readGeneration,
  readTextOnSale,
} from '@sachet/db/studio/generations';
import { buyText } from '@sachet/flows/studio/buy-text';
import { rupeesFromPaise } from '@sachet/shared/money';
import { isPaidTextMode } from '@sachet/shared/tools';
import { refuseUnverifiedSpender } from '../identity/access.ts';
import { requireProfile } from '../identity/caller.ts';
import { toGenerationResult } from './generation-result.ts';
import { found, noSuchGeneration, toPurchaseRefusal, Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import type { Dependencies } from '../dependencies.ts';

export const postUnlock = route('POST /api/unlock', {
  async handle({ deps, caller, body }) {
    const profile = await requireProfile(deps, caller);
    refuseUnverifiedSpender(profile);
    const { uid } = profile;
    const key = { uid, id: body.generationId ?? (await findDescribed(deps, uid, body.modelId)) };
    const generation = found(await readTextOnSale(deps.db, key), 'generation');
    if (generation.model_id !== body.modelId) {
      throw new Refusal('invalid', 'This text was written by a different model.', {
        field: 'modelId',
      });
    }
    if (generation.status !== 'ready' || generation.content === null) {
      throw new Refusal('wrong_state', 'This preview isn’t ready to be unlocked.');
    }
    const { mode } = generation;
    if (generation.price_paise === null || !isPaidTextMode(mode)) {
      throw new Refusal('wrong_state', 'This text is free. There is nothing to unlock.');
    }
    if (generation.bought_at === null) {
      const text = { id: generation.id, mode };
      const purchase = { profile, generation: text, pricePaise: generation.price_paise };
      const refusal = await buyText(deps, purchase);
      if (refusal === 'gone') throw noSuchGeneration();
      if (refusal) throw toPurchaseRefusal(refusal, profile);
    }
    const paid = found(await readGeneration(deps.db, key), 'generation');
    return ok({
      charged: rupeesFromPaise(paid.charged_paise!),
      generation: toGenerationResult(deps, paid),
    });
  },
});

/**
 * The id of the text that a request without `generationId` describes, as it was specified when `general` was the
 * only tool with texts for sale. Throws if that could be another text.
 */
async function findDescribed({ db }: Dependencies, uid: string, modelId: string): Promise<string> {
  const newest = await findNewestGeneralText(db, { uid, modelId });
  if (newest?.status === 'ready') return newest.id;
  const reason = newest
    ? 'A newer text by this model is being written.'
    : 'You have no text by this model to unlock.';
  throw new Refusal('invalid', `${reason} Send the generationId of the text.`, {
    field: 'generationId',
  });
}
