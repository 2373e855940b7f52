/** A user's own limits: a monthly cap, and the balance below which the client warns. */
import type { Kysely } from 'kysely';
import { nameActor } from '../admin/audit.ts';
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
 * Sets a user's own limits. The cap is a budget in the user's own wallet, so the ledger enforces it like a
 * member's budget. The wallet is locked in the meantime, so each purchase is decided wholly before or wholly
 * after the change. Changes nothing if a member of an organization names a cap.
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
      // The profile is locked before any wallet, as in the ledger's statements.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (monthlyCapPaise !== undefined) {
      if (account_type !== 'individual') return 'is_member';
      await nameActor(trx, `user:${uid}`);
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
