/** Whether a wallet and a member's budget allow an amount now. Only the ledger's decision is binding. */
import type { Kysely } from 'kysely';
import { istMonth } from '@sachet/shared/time';
import type { RefusalCode } from '@sachet/shared/ledger/command';
import { refuseSpending } from '@sachet/shared/ledger/decide';
import type { Database } from '../tables.ts';

/** Why the ledger would refuse to reserve `amountPaise`; null if it would accept. */
export async function findSpendingRefusal(
  db: Kysely<Database>,
  {
    walletId,
    memberUid,
    amountPaise,
  }: { walletId: string; memberUid: string; amountPaise: number },
): Promise<RefusalCode | null> {
  const month = istMonth(Date.now());
  const row = await db
    .selectFrom('wallet as w')
    .leftJoin('member_budget as b', (join) =>
      join.onRef('b.wallet_id', '=', 'w.id').on('b.member_uid', '=', memberUid),
    )
    .leftJoin('member_month as m', (join) =>
      join
        .onRef('m.wallet_id', '=', 'w.id')
        .on('m.member_uid', '=', memberUid)
        .on('m.month', '=', month),
    )
    .where('w.id', '=', walletId)
    .select(['w.balance_paise', 'w.held_paise', 'w.locked_paise'])
    .select(['b.budget_paise', 'm.spent_paise', 'm.held_paise as member_held_paise'])
    .executeTakeFirstOrThrow();
  return refuseSpending(amountPaise, {
    wallet: {
      balancePaise: row.balance_paise,
      heldPaise: row.held_paise,
      lockedPaise: row.locked_paise,
    },
    memberMonth: {
      budgetPaise: row.budget_paise ?? 0,
      spentPaise: row.spent_paise ?? 0,
      heldPaise: row.member_held_paise ?? 0,
    },
  });
}
