import { readGeneration } from '@sachet/db/generations';
import { compileNotice } from '@sachet/db/live';
import { UnlockRequest, UnlockResponse } from '@sachet/shared/contracts/generation';
import { rupeesFromPaise } from '@sachet/shared/money';
import { refuseUnverifiedSpender } from '../access.ts';
import { profileOf } from '../caller.ts';
import { generationResult } from '../generation-result.ts';
import { Refusal, refusalOfPurchase } from '../refusal.ts';
import { ok, route } from '../route.ts';

/**
 * The text was written for its preview and waits here: one charge, and it is shown. The generation
 * names the charge, so however often this is asked for, it is paid once.
 */
export const postUnlock = route({
  method: 'post',
  path: '/api/unlock',
  access: 'signed-in',
  summary: 'Buys the whole text at the price that was shown. Unlocking twice charges once.',
  body: UnlockRequest,
  answers: { 200: UnlockResponse },
  async handle({ parts, caller, body }) {
    const profile = await profileOf(parts, caller);
    refuseUnverifiedSpender(profile);
    const read = async () => {
      const found = await readGeneration(parts.db, { id: body.generationId, uid: profile.uid });
      if (!found) throw new Refusal('not_found', 'There is no such generation.');
      return found;
    };
    const generation = await read();
    if (generation.model_id !== body.modelId) {
      throw new Refusal('invalid', 'This model did not write that.', { field: 'modelId' });
    }
    if (generation.status !== 'ready' || generation.content === null) {
      throw new Refusal('wrong_state', 'This preview is not ready to be unlocked.');
    }
    if (generation.price_paise === null) {
      throw new Refusal('wrong_state', 'This text is free: there is nothing to unlock.');
    }
    if (generation.charged_paise === null) {
      const outcome = await parts.ledger.append(
        {
          type: 'Charge',
          walletId: profile.wallet_id,
          idempotencyKey: `unlock:${generation.id}`,
          actor: `user:${profile.uid}`,
          amountPaise: generation.price_paise,
          tool: 'general',
          memberUid: profile.uid,
          generationId: generation.id,
        },
        [
          compileNotice(parts.db, {
            event: 'generation',
            uid: profile.uid,
            id: generation.id,
          }),
        ],
      );
      if (!outcome.ok) {
        throw refusalOfPurchase(outcome.refusal, profile);
      }
    }
    const paid = await read();
    return ok({
      charged: rupeesFromPaise(paid.charged_paise!),
      generation: generationResult(parts, paid),
    });
  },
});
