/** A user's own limits: a monthly cap, and the balance below which the client warns. */
import type { Kysely } from 'kysely';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';

export interface OwnLimits {
  readonly uid: string;
  /** 0 for unlimited; undefined to leave it as it is. */
  readonly monthlyCapPaise: number | undefined;
  /** 0 for never; undefined to leave it as it is. */
  readonly lowBalancePaise: number | undefined;
}

/**
 * The cap is a budget in the person's own wallet, so the ledger's decision enforces it as it does a
 * member's. The wallet is locked in the meantime: each purchase is decided wholly before or wholly after.
 * Changes nothing for a member of an organization who names a cap.
 */
export async function setOwnLimits(
  db: Kysely<Database>,
  { uid, monthlyCapPaise, lowBalancePaise }: OwnLimits,
): Promise<'set' | 'is_member'> {
  return db.transaction().execute(async (trx) => {
    const { account_type, wallet_id } = await trx
      .selectFrom('user_profile')
      .select(['account_type', 'wallet_id'])
      .where('uid', '=', uid)
      // Before any wallet, as the ledger's statements do.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (monthlyCapPaise !== undefined) {
      if (account_type !== 'individual') return 'is_member';
      await trx.selectFrom('wallet').select('id').where('id', '=', wallet_id).forUpdate().execute();
      await trx
        .insertInto('member_budget')
        .values({ wallet_id, member_uid: uid, budget_paise: monthlyCapPaise })
        .onConflict((conflict) =>
          conflict
            .columns(['wallet_id', 'member_uid'])
            .doUpdateSet({ budget_paise: monthlyCapPaise }),
        )
        .execute();
    }
    if (lowBalancePaise !== undefined) {
      await trx
        .updateTable('user_profile')
        .set({ low_balance_paise: lowBalancePaise })
        .where('uid', '=', uid)
        .execute();
    }
    await notify(trx, { event: 'wallet', ids: [wallet_id] });
    return 'set';
  });
}
