/**
 * Buys a text. The whole text was written for its preview (docs/decisions/0008), so that one charge reveals
 * it: the key is `unlock:<generation>`, so repeated requests pay once. A crash before the charge commits
 * changes nothing, and after it nothing is left to do. A text that is erased or taken down first is not
 * charged, and no text is charged twice, even if its buyer joins an organization between two attempts, whose
 * keys belong to two wallets.
 */
import type { Kysely } from 'kysely';
import { buyStatement, isBought, isGone, type GenerationView } from '@sachet/db/studio/generations';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { compileNotification } from '@sachet/db/live';
import type { Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import type { RefusalCode } from '@sachet/shared/ledger/command';

/** Null if it is paid, now or before; `gone` if the text no longer exists; else the ledger's refusal. */
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
