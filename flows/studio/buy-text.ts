/**
 * Buys a text. The whole text was written for its preview (docs/decisions/0008), so one charge reveals it.
 * The key is `unlock:<generation>`, so repeated requests pay once. A crash before the charge commits changes
 * nothing, and after the commit nothing is left to do. A text is not charged if it was erased or taken down, or
 * if its owner's account was closed. No text is charged twice, even if its buyer joins an organization between
 * two attempts, so that the attempts use two wallets.
 */
import { buyStatement, isBought, isGone, type GenerationView } from '@sachet/db/studio/generations';
import { compileNotification } from '@sachet/db/live';
import type { Profile } from '@sachet/db/people/profiles';
import type { RefusalCode } from '@sachet/shared/ledger/command';
import type { PaidTextMode } from '@sachet/shared/tools';
import type { BonusDependencies } from '../people/signup-bonus.ts';
import { spend } from '../wallet/spend.ts';

/**
 * Null if the text is paid, now or earlier; `gone` if the text no longer exists; else the ledger's refusal.
 */
export async function buyText(
  deps: BonusDependencies,
  {
    profile,
    generation,
    pricePaise,
  }: {
    readonly profile: Profile;
    readonly generation: Pick<GenerationView, 'id'> & { readonly mode: PaidTextMode };
    readonly pricePaise: number;
  },
): Promise<RefusalCode | 'gone' | null> {
  const { db } = deps;
  const charging = spend(
    deps,
    {
      type: 'Charge',
      walletId: profile.wallet_id,
      idempotencyKey: `unlock:${generation.id}`,
      actor: `user:${profile.uid}`,
      amountPaise: pricePaise,
      tool: generation.mode,
      memberUid: profile.uid,
      generationId: generation.id,
    },
    [
      buyStatement(db, generation.id, { isPaid: true }),
      compileNotification(db, { event: 'generation', uid: profile.uid, id: generation.id }),
    ],
  );
  const outcome = await charging.catch(async (error: unknown) => {
    if (!isGone(error)) throw error;
    return (await isBought(db, generation.id)) ? null : ('gone' as const);
  });
  if (outcome === null || outcome === 'gone') return outcome;
  return outcome.ok ? null : outcome.refusal;
}
