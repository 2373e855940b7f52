/** Who is what in which organisation, as admins set it; each within `changeUser`. */
import type { Transaction } from 'kysely';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';
import { openWallet } from '../wallets/wallets.ts';

export interface RoleChange {
  readonly uid: string;
  readonly role: 'user' | 'admin';
  /** Undefined to stay, null to leave and be an individual. */
  readonly organizationId: string | null | undefined;
}

export type RoleOutcome =
  | { readonly ok: true; readonly from: Standing; readonly to: Standing }
  | {
      readonly ok: false;
      readonly refusal: 'no_organization' | 'needs_organization' | 'last_admin';
    };

export interface Standing {
  readonly role: 'user' | 'admin';
  readonly organizationId: string | null;
}

/**
 * Whoever moves pays from the wallet of where they are now; what is reserved in the wallet they
 * leave is captured or released there. Their own money stays in their own wallet.
 */
export async function setRole(
  trx: Transaction<Database>,
  { uid, role, organizationId }: RoleChange,
): Promise<RoleOutcome> {
  const before = await trx
    .selectFrom('user_profile')
    .select(['role', 'organization_id', 'wallet_id'])
    .where('uid', '=', uid)
    // Before any wallet, as the ledger's statements do.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const from = { role: before.role, organizationId: before.organization_id };
  const to = {
    role,
    organizationId: organizationId === undefined ? from.organizationId : organizationId,
  };
  if (to.organizationId === null && role === 'admin') return refuse('needs_organization');
  const locked = await lockOrganizations(trx, [from.organizationId, to.organizationId]);
  if (to.organizationId !== null && !locked.has(to.organizationId))
    return refuse('no_organization');
  const stopsBeingAdmin =
    from.role === 'admin' && (role !== 'admin' || to.organizationId !== from.organizationId);
  if (stopsBeingAdmin && (await isLastAdmin(trx, uid, from.organizationId!))) {
    return refuse('last_admin');
  }
  const owner =
    to.organizationId === null
      ? ({ kind: 'user', id: uid } as const)
      : ({ kind: 'organization', id: to.organizationId } as const);
  const walletId = await openWallet(trx, owner);
  const moves = from.organizationId !== to.organizationId;
  await moveBudget(trx, uid, {
    left: moves && from.organizationId !== null ? before.wallet_id : null,
    lifted: to.organizationId !== null && (moves || role === 'admin') ? walletId : null,
  });
  await trx
    .updateTable('user_profile')
    .set({
      role,
      account_type: owner.kind === 'user' ? 'individual' : 'organization',
      organization_id: to.organizationId,
      wallet_id: walletId,
    })
    .where('uid', '=', uid)
    .execute();
  await notify(trx, { event: 'wallet', ids: [before.wallet_id, walletId] });
  await notify(trx, { event: 'moved', uid, walletId });
  return { ok: true, from, to };
}

const refuse = (refusal: Extract<RoleOutcome, { ok: false }>['refusal']): RoleOutcome => ({
  ok: false,
  refusal,
});

/** Serializes changes of an organisation's admins. Returns the ids of organisations that exist. */
async function lockOrganizations(
  trx: Transaction<Database>,
  ids: readonly (string | null)[],
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('organization')
    .select('id')
    .where('id', 'in', [...ids.filter((id) => id !== null), ''])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Disabled admins do not count. */
async function isLastAdmin(
  trx: Transaction<Database>,
  uid: string,
  organizationId: string,
): Promise<boolean> {
  const other = await trx
    .selectFrom('user_profile')
    .select('uid')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('uid', '<>', uid)
    .executeTakeFirst();
  return other === undefined;
}

/** Less than anything costs; 0 would be unlimited. */
const nothingPaise = 1;

/**
 * Ends the budget in the wallet that is left, so that a request which was let in before spends
 * nothing there after; what is reserved is still captured or given back. Whoever comes begins
 * without one, and nobody can set an admin's. As with every budget, the wallets are locked meanwhile.
 */
async function moveBudget(
  trx: Transaction<Database>,
  uid: string,
  { left, lifted }: { left: string | null; lifted: string | null },
): Promise<void> {
  const budgets = [
    ...(left ? [{ wallet_id: left, member_uid: uid, budget_paise: nothingPaise }] : []),
    ...(lifted ? [{ wallet_id: lifted, member_uid: uid, budget_paise: 0 }] : []),
  ];
  if (budgets.length === 0) return;
  const ids = budgets.map(({ wallet_id }) => wallet_id);
  await trx
    .selectFrom('wallet')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  await trx
    .insertInto('member_budget')
    .values(budgets)
    .onConflict((conflict) =>
      conflict
        .columns(['wallet_id', 'member_uid'])
        .doUpdateSet((row) => ({ budget_paise: row.ref('excluded.budget_paise') })),
    )
    .execute();
}

/** Whether this person is the only admin of an organisation that has other people in it. */
export async function leavesOthersWithoutAdmin(
  trx: Transaction<Database>,
  uid: string,
): Promise<boolean> {
  const person = await trx
    .selectFrom('user_profile')
    .select(['role', 'organization_id'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (!person?.organization_id || person.role !== 'admin') return false;
  await lockOrganizations(trx, [person.organization_id]);
  if (!(await isLastAdmin(trx, uid, person.organization_id))) return false;
  const other = await trx
    .selectFrom('user_profile')
    .select('uid')
    .where('organization_id', '=', person.organization_id)
    .where('uid', '<>', uid)
    .executeTakeFirst();
  return other !== undefined;
}
