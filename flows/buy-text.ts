/**
 * Buys a text. It was written whole for its preview (docs/decisions/0008), so that one charge shows
 * it: the key is `unlock:<generation>`, and however often it is asked for, it is paid once. Before the
 * charge commits nothing has happened; after it there is nothing left to do. What is erased or taken
 * down before that moment is not charged, and nothing twice: not even where its buyer joins an
 * organisation between two tries, whose keys are of two wallets.
 */
import type { Kysely } from 'kysely';
import { buyStatement, isBought, isGone, type GenerationView } from '@sachet/db/studio/generations';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { compileNotification } from '@sachet/db/live';
import type { Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import type { RefusalCode } from '@sachet/shared/ledger/command';

/** Null when it is paid, now or before; `gone` when there is nothing left to buy; else the ledger's refusal. */
export async function buyText(
  { db, ledger }: { readonly db: Kysely<Database>; readonly ledger: Ledger },
  {
    profile,
    generation,
    pricePaise,
  }: {
    readonly profile: Profile;
    readonly generation: Pick<GenerationView, 'id'>;
    readonly pricePaise: number;
  },
): Promise<RefusalCode | 'gone' | null> {
  const charging = ledger.append(
    {
      type: 'Charge',
      walletId: profile.wallet_id,
      idempotencyKey: `unlock:${generation.id}`,
      actor: `user:${profile.uid}`,
      amountPaise: pricePaise,
      tool: 'general',
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
