/** The members of an organization, and their monthly budgets. */
import { sql, type Kysely } from 'kysely';
import { istMonth } from '@sachet/shared/time';
import { nameActor } from '../admin/audit.ts';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';

export interface Member {
  uid: string;
  role: 'user' | 'admin';
  first_name: string;
  last_name: string;
  /** The invited address, which the admins know; for members without one, their own verified address. */
  email: string | null;
  /** Set only if the person has no address. */
  phone_ending: string | null;
  /** 0 for unlimited. */
  budget_paise: number;
  /** In the calendar month in India that contains `atMs`; held amounts are not yet spent. */
  spent_this_month_paise: number;
}

const shownEmail = sql<
  string | null
>`coalesce(i.email, case when u.email_verified then u.email end)`;

function members(db: Kysely<Database>, organizationId: string, atMs: number) {
  return db
    .selectFrom('user_profile as u')
    .leftJoin('member_budget as b', (join) =>
      join.onRef('b.wallet_id', '=', 'u.wallet_id').onRef('b.member_uid', '=', 'u.uid'),
    )
    .leftJoin('member_month as m', (join) =>
      join
        .onRef('m.wallet_id', '=', 'u.wallet_id')
        .onRef('m.member_uid', '=', 'u.uid')
        .on('m.month', '=', istMonth(atMs)),
    )
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('organization_invite as i')
          .select('i.email')
          .whereRef('i.accepted_by', '=', 'u.uid')
          .whereRef('i.organization_id', '=', 'u.organization_id')
          .orderBy('i.id', 'desc')
          .limit(1)
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(['u.uid', 'u.role', 'u.first_name', 'u.last_name'])
    .select(({ fn, lit }) => [
      shownEmail.as('email'),
      sql<string | null>`case when ${shownEmail} is null then right(u.phone_number, 4) end`.as(
        'phone_ending',
      ),
      fn.coalesce('b.budget_paise', lit(0)).as('budget_paise'),
      fn.coalesce('m.spent_paise', lit(0)).as('spent_this_month_paise'),
    ])
    .where('u.organization_id', '=', organizationId);
}

/** Admins first, then in the order they joined. */
export async function readMembers(
  db: Kysely<Database>,
  { organizationId, atMs }: { organizationId: string; atMs: number },
): Promise<Member[]> {
  return members(db, organizationId, atMs)
    .orderBy('u.role')
    .orderBy('u.created_at')
    .orderBy('u.uid')
    .execute();
}

export interface Budget {
  readonly organizationId: string;
  readonly walletId: string;
  readonly uid: string;
  /** 0 for unlimited. */
  readonly budgetPaise: number;
  /** The admin who sets it. */
  readonly adminUid: string;
}

/**
 * Sets a member's monthly budget. The wallet is locked during the change, so that the ledger decides on this
 * member's money either before or after it.
 */
export async function setMemberBudget(
  db: Kysely<Database>,
  { organizationId, walletId, uid, budgetPaise, adminUid }: Budget,
): Promise<Member | 'no_member' | 'is_admin'> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('wallet').select('id').where('id', '=', walletId).forUpdate().execute();
    const member = await members(trx, organizationId, Date.now())
      .where('u.uid', '=', uid)
      .executeTakeFirst();
    if (!member) return 'no_member';
    if (member.role === 'admin') return 'is_admin';
    await nameActor(trx, `user:${adminUid}`);
    await trx
      .insertInto('member_budget')
      .values({ wallet_id: walletId, member_uid: uid, budget_paise: budgetPaise })
      .onConflict((conflict) =>
        conflict.columns(['wallet_id', 'member_uid']).doUpdateSet({ budget_paise: budgetPaise }),
      )
      .execute();
    await notify(trx, { event: 'wallet', ids: [walletId] });
    return { ...member, budget_paise: budgetPaise };
  });
}

export async function readAdminNames(
  db: Kysely<Database>,
  organizationId: string,
): Promise<string[]> {
  const admins = await db
    .selectFrom('user_profile')
    .select(['first_name', 'last_name'])
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('created_at')
    .limit(10)
    .execute();
  return admins.map(({ first_name, last_name }) => `${first_name} ${last_name}`);
}
