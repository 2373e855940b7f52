/** Roles in organizations, as admins set them; each function runs within `changeUser`. */
import type { Transaction } from 'kysely';
import { defaultMemberBudget } from '@sachet/shared/organizations/contracts/organization';
import { paiseFromRupees } from '@sachet/shared/money';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';
import { hasAdjusted } from '../admin/proposals.ts';
import { isClosing } from '../wallet/closings.ts';
import { openWallet } from '../wallet/wallets.ts';

export interface RoleChange {
  readonly uid: string;
  readonly role: 'user' | 'admin';
  /** Undefined to stay, null to leave and be an individual. */
  readonly organizationId: string | null | undefined;
  /** Paise a month that the invitation offers; 0 for unlimited. */
  readonly offeredPaise?: number;
}

export type RoleOutcome =
  | { readonly ok: true; readonly from: Standing; readonly to: Standing }
  | {
      readonly ok: false;
      /** `has_credited`: this person adjusted the organization's wallet as a super admin. */
      readonly refusal: 'no_organization' | 'needs_organization' | 'last_admin' | 'has_credited';
    };

export interface Standing {
  readonly role: 'user' | 'admin';
  readonly organizationId: string | null;
}

/**
 * A user who moves then pays from the new organization's wallet, or from their own. Reserved amounts are
 * captured or released in the wallet that they leave. Their own money stays in their own wallet.
 */
export async function setRole(
  trx: Transaction<Database>,
  { uid, role, organizationId, offeredPaise }: RoleChange,
): Promise<RoleOutcome> {
  const before = await trx
    .selectFrom('user_profile')
    .select(['role', 'organization_id', 'wallet_id'])
    .where('uid', '=', uid)
    // The profile is locked before any wallet, as in the ledger's statements.
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
  const isOther = moves || from.role !== to.role;
  await lockWallets(trx, [before.wallet_id, walletId]);
  // Its last member closed their account, perhaps while this change waited for the organization's lock.
  if (moves && to.organizationId !== null && (await isClosing(trx, walletId))) {
    return refuse('no_organization');
  }
  // The check runs under the wallet's lock, so this person's credits are written either before or after it.
  if (moves && to.organizationId !== null && (await hasAdjusted(trx, { uid, walletId }))) {
    return refuse('has_credited');
  }
  await moveBudget(trx, uid, {
    left: moves && from.organizationId !== null ? { walletId: before.wallet_id, ...from } : null,
    entered:
      isOther && to.organizationId !== null ? { walletId, ...to, moves, offeredPaise } : null,
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
  return { ok: true, from, to };
}

const refuse = (refusal: Extract<RoleOutcome, { ok: false }>['refusal']): RoleOutcome => ({
  ok: false,
  refusal,
});

async function lockWallets(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await trx
    .selectFrom('wallet')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function organizationExists(
  trx: Transaction<Database>,
  organizationId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Serializes changes of an organization's admins. Returns the ids of organizations that exist. */
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

/** Less than any price, because 0 would mean unlimited. */
const nothingPaise = 1;

const defaultPaise = paiseFromRupees(defaultMemberBudget)!;

/** The lower of two monthly budgets; 0 is unlimited. */
function lowerBudget(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}

interface Left {
  readonly walletId: string;
  readonly role: 'user' | 'admin';
}

interface Entered extends Left {
  /** False for a member whose role alone changes. */
  readonly moves: boolean;
  readonly offeredPaise: number | undefined;
}

/**
 * Keeps a member's budget when they leave or become an admin; it applies again when they are a member again,
 * unless the invitation offers less. Only an admin of the organization raises it.
 *
 * In the wallet that is left, the budget becomes next to nothing, so that a request which was admitted before
 * spends nothing there afterwards; reserved amounts are still captured or released. The caller has locked the
 * wallets.
 */
async function moveBudget(
  trx: Transaction<Database>,
  uid: string,
  { left, entered }: { left: Left | null; entered: Entered | null },
): Promise<void> {
  const ids = [left, entered].flatMap((each) => each?.walletId ?? []);
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('member_budget')
    .select(['wallet_id', 'budget_paise', 'kept_paise'])
    .where('member_uid', '=', uid)
    .where('wallet_id', 'in', ids)
    .execute();
  const find = (walletId: string): BudgetState => {
    const row = rows.find(({ wallet_id }) => wallet_id === walletId);
    return { budgetPaise: row?.budget_paise ?? 0, keptPaise: row?.kept_paise ?? null };
  };
  const budgets = [
    ...(left ? [{ ...left, ...leave(left, find(left.walletId)) }] : []),
    ...(entered ? [{ ...entered, ...enter(entered, find(entered.walletId)) }] : []),
  ];
  await trx
    .insertInto('member_budget')
    .values(
      budgets.map(({ walletId, budgetPaise, keptPaise }) => ({
        wallet_id: walletId,
        member_uid: uid,
        budget_paise: budgetPaise,
        kept_paise: keptPaise,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['wallet_id', 'member_uid']).doUpdateSet((row) => ({
        budget_paise: row.ref('excluded.budget_paise'),
        kept_paise: row.ref('excluded.kept_paise'),
      })),
    )
    .execute();
}

interface BudgetState {
  readonly budgetPaise: number;
  readonly keptPaise: number | null;
}

const leave = ({ role }: Left, { budgetPaise, keptPaise }: BudgetState): BudgetState => ({
  budgetPaise: nothingPaise,
  keptPaise: role === 'user' ? budgetPaise : keptPaise,
});

function enter(
  { role, moves, offeredPaise }: Entered,
  { budgetPaise, keptPaise }: BudgetState,
): BudgetState {
  // An admin has no budget.
  if (role === 'admin') return { budgetPaise: 0, keptPaise: moves ? keptPaise : budgetPaise };
  const offered = offeredPaise ?? keptPaise ?? defaultPaise;
  return { budgetPaise: lowerBudget(keptPaise ?? offered, offered), keptPaise: null };
}

/** Whether this person is the only admin of an organization that has other members. */
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
