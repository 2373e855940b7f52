/**
 * Credits that one super admin proposed and another one decides about. What may be adjusted without
 * that is the database's to say; here it is asked beforehand.
 */
import { sql, type CompiledQuery, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { CreditProposalTable, Database } from '../tables.ts';

export type CreditProposal = Selectable<CreditProposalTable>;

/** With people's addresses as they are now; null for somebody who was erased or has none. */
export interface CreditProposalView extends CreditProposal {
  readonly target_email: string | null;
  readonly target_phone: string | null;
  readonly proposer_email: string | null;
  readonly decider_email: string | null;
  readonly wallet_owner: 'user' | 'organization';
  readonly organization_name: string | null;
}

/** What this actor may still credit or deduct alone on this wallet now; in paise. */
export async function readAdjustableAlone(
  db: Kysely<Database>,
  { walletId, actor }: { walletId: string | null; actor: string },
): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(0, limit_paise - adjusted_alone(${walletId}, ${actor}, clock_timestamp())) as left
      from credits_limit`.execute(db);
  return rows[0]!.left;
}

/** Whether something was done, or proposed, under this key. */
export async function isRequestKnown(db: Kysely<Database>, requestKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_audit')
    .select('id')
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countWaitingProposals(db: Kysely<Database>): Promise<number> {
  const { n } = await db
    .selectFrom('credit_proposal')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertProposal(
  trx: Transaction<Database>,
  proposal: Pick<
    CreditProposal,
    'id' | 'wallet_id' | 'target_uid' | 'amount_paise' | 'reason' | 'proposed_by' | 'request_key'
  >,
): Promise<CreditProposal> {
  return trx
    .insertInto('credit_proposal')
    .values(proposal)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findProposalByRequestKey(
  db: Kysely<Database>,
  requestKey: string,
): Promise<CreditProposal | undefined> {
  return db
    .selectFrom('credit_proposal')
    .selectAll()
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

const views = (db: Kysely<Database>) =>
  db
    .selectFrom('credit_proposal as c')
    .innerJoin('wallet as w', 'w.id', 'c.wallet_id')
    .leftJoin('organization as o', (join) =>
      join.onRef('o.id', '=', 'w.owner_id').on('w.owner_kind', '=', 'organization'),
    )
    .leftJoin('user_profile as t', 't.uid', 'c.target_uid')
    .leftJoin('user_profile as p', 'p.uid', 'c.proposed_by')
    .leftJoin('user_profile as d', 'd.uid', 'c.decided_by')
    .selectAll('c')
    .select([
      't.email as target_email',
      't.phone_number as target_phone',
      'p.email as proposer_email',
      'd.email as decider_email',
      'w.owner_kind as wallet_owner',
      'o.name as organization_name',
    ]);

/** Expired from that moment on, even before the sweep has updated the row. */
const current = (row: CreditProposalView): CreditProposalView =>
  row.status === 'waiting' && row.expires_at <= new Date() ? { ...row, status: 'expired' } : row;

export async function loadProposal(
  db: Kysely<Database>,
  id: string,
): Promise<CreditProposalView | undefined> {
  const row = await views(db).where('c.id', '=', id).executeTakeFirst();
  return row && current(row);
}

/** Those that wait, the next to expire first; or those that are decided, the newest first. */
export async function readProposals(
  db: Kysely<Database>,
  { state, limit }: { state: 'waiting' | 'decided'; limit: number },
): Promise<CreditProposalView[]> {
  const query =
    state === 'waiting'
      ? views(db)
          .where('c.status', '=', 'waiting')
          .where('c.expires_at', '>', sql<Date>`now()`)
          .orderBy('c.expires_at')
      : views(db).where('c.status', '<>', 'waiting').orderBy('c.decided_at', 'desc');
  return query.orderBy('c.id', 'desc').limit(limit).execute();
}

export interface Decision {
  readonly id: string;
  readonly status: 'approved' | 'refused' | 'withdrawn';
  readonly decidedBy: string;
  /** Why it was refused. */
  readonly note: string | null;
}

const decide = (db: Kysely<Database>, { id, status, decidedBy, note }: Decision) =>
  db
    .updateTable('credit_proposal')
    .set({ status, decided_by: decidedBy, note })
    .where('id', '=', id)
    .where('status', '=', 'waiting');

/** Whether it was still waiting. */
export async function decideProposal(
  trx: Transaction<Database>,
  decision: Decision,
): Promise<boolean> {
  const { numUpdatedRows } = await decide(trx, decision).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** For the `also` of the proposal's event, which the database refuses without it. */
export function decisionStatement(db: Kysely<Database>, decision: Decision): CompiledQuery {
  return decide(db, decision).compile();
}

/** Ends proposals that nobody decided in time, and returns them. */
export async function expireProposals(
  trx: Transaction<Database>,
  limit: number,
): Promise<CreditProposal[]> {
  return trx
    .updateTable('credit_proposal')
    .set({ status: 'expired' })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('credit_proposal')
        .select('id')
        .where('status', '=', 'waiting')
        .where('expires_at', '<=', sql<Date>`now()`)
        .orderBy('expires_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
