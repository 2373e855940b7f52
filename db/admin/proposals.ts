/**
 * Proposals of one super admin that another one decides: credits, refunds of charges, roles in organizations, terms
 * of the campaign and gift codes. The database refuses what breaks the rules; this code checks it beforehand.
 */
import { sql, type CompiledQuery, type Kysely, type Selectable, type Transaction } from 'kysely';
import { adminActor } from '@sachet/shared/ledger/event';
import { lockUntilCommit } from '../locks.ts';
import type {
  CampaignProposal as CampaignTerms,
  Database,
  GiftCodeProposal as GiftCodeTerms,
} from '../tables.ts';

type Row = Selectable<Database['admin_proposal']>;
type Shared = Omit<
  Row,
  | 'kind'
  | 'target_uid'
  | 'wallet_id'
  | 'amount_paise'
  | 'exception_id'
  | 'charge_seq'
  | 'organization_id'
  | 'role'
  | 'terms'
>;

interface OfCredits {
  readonly kind: 'credits';
  readonly target_uid: string;
  readonly wallet_id: string;
  readonly amount_paise: number;
  /** Set only if the credits book a finding of the comparison with the gateway. */
  readonly exception_id: number | null;
}

interface OfRefund {
  readonly kind: 'refund';
  /** The member who paid the charge. */
  readonly target_uid: string;
  readonly wallet_id: string;
  readonly amount_paise: number;
  readonly charge_seq: number;
}

interface OfRole {
  readonly kind: 'role';
  readonly target_uid: string;
  readonly organization_id: string;
  readonly role: 'user' | 'admin';
}

interface OfCampaign {
  readonly kind: 'campaign';
  readonly terms: CampaignTerms;
}

interface OfGiftCode {
  readonly kind: 'gift_code';
  readonly terms: GiftCodeTerms;
}

export type CreditsProposal = Shared & OfCredits;
export type RefundProposal = Shared & OfRefund;
export type RoleProposal = Shared & OfRole;
export type CampaignProposal = Shared & OfCampaign;
export type GiftCodeProposal = Shared & OfGiftCode;
export type Proposal =
  CreditsProposal | RefundProposal | RoleProposal | CampaignProposal | GiftCodeProposal;

/** A proposal with the current addresses of the people; null for a person who was erased or has none. */
export type ProposalView = Proposal & {
  readonly target_email: string | null;
  readonly target_phone: string | null;
  readonly proposer_email: string | null;
  readonly decider_email: string | null;
  /** Null if the proposal is not about a wallet. */
  readonly wallet_owner: 'user' | 'organization' | null;
  readonly organization_name: string | null;
};

/** Paise that this actor may still credit or deduct alone, over all wallets. */
export async function readAdjustableAlone(db: Kysely<Database>, actor: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(0, limit_paise - adjusted_alone(${actor}, clock_timestamp())) as left
      from credits_limit`.execute(db);
  return rows[0]!.left;
}

/**
 * Whether there is a super admin besides this one who can sign in, or whom another admin disabled in the last
 * seven days. `listed` are the accounts that have verified an address of `SUPER_ADMIN_EMAILS`.
 */
export async function hasSecondSuperAdmin(
  db: Kysely<Database>,
  { uid, listed }: { uid: string; listed: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select has_second_super_admin(${uid}, ${[...listed]}::text[]) as has`.execute(db);
  return rows[0]!.has;
}

/** Paise a day that one admin may offer alone in a campaign. */
export async function readCreditsLimit(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ limit_paise: number }>`
    select limit_paise from credits_limit`.execute(db);
  return rows[0]!.limit_paise;
}

/** Whether this person can spend from the wallet, or could: then another admin must adjust it. */
export async function spendsFrom(
  db: Kysely<Database>,
  { uid, walletId }: { uid: string; walletId: string },
): Promise<boolean> {
  const { rows } = await sql<{ spends: boolean }>`
    select spends_from(${uid}, ${walletId}) as spends`.execute(db);
  return rows[0]!.spends;
}

/** Whether this key was already used for an adjustment or a proposal. */
export async function isRequestKnown(db: Kysely<Database>, requestKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_audit')
    .select('id')
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Transactions that count wait for each other, so that the number cannot exceed a limit. */
export async function countWaitingProposals(trx: Transaction<Database>): Promise<number> {
  await lockUntilCommit(trx, 'proposals');
  const { n } = await trx
    .selectFrom('admin_proposal')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('status', '=', 'waiting')
    // As in the list, whether or not the sweep has ended them.
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return n;
}

type Wanted = Pick<Shared, 'id' | 'reason' | 'proposed_by' | 'request_key'>;
export type NewProposal = Wanted & (OfCredits | OfRefund | OfRole | OfCampaign | OfGiftCode);

/** Undefined if the same role, or a campaign, is already proposed. */
export async function insertProposal(
  trx: Transaction<Database>,
  proposal: NewProposal,
): Promise<Proposal | undefined> {
  const row = await trx
    .insertInto('admin_proposal')
    .values('terms' in proposal ? { ...proposal, terms: JSON.stringify(proposal.terms) } : proposal)
    .onConflict((conflict) =>
      proposal.kind === 'campaign'
        ? conflict
            .column('kind')
            .where('kind', '=', 'campaign')
            .where('status', '=', 'waiting')
            .doNothing()
        : conflict
            .columns(['target_uid', 'organization_id', 'role'])
            .where('kind', '=', 'role')
            .where('status', '=', 'waiting')
            .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  return row as Proposal | undefined;
}

export async function findProposalByRequestKey(
  db: Kysely<Database>,
  requestKey: string,
): Promise<Proposal | undefined> {
  const row = await db
    .selectFrom('admin_proposal')
    .selectAll()
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  return row as Proposal | undefined;
}

type SomeRole = Pick<RoleProposal, 'target_uid' | 'organization_id'>;

/** The waiting proposal of exactly this role. */
export async function findWaitingRole(
  db: Kysely<Database>,
  { target_uid, organization_id, role }: SomeRole & Pick<RoleProposal, 'role'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('admin_proposal')
    .select('id')
    .where('kind', '=', 'role')
    .where('status', '=', 'waiting')
    .where('target_uid', '=', target_uid)
    .where('organization_id', '=', organization_id)
    .where('role', '=', role)
    .executeTakeFirst();
  return row?.id;
}

/** The waiting change of the campaign. */
export async function findWaitingCampaign(
  db: Kysely<Database>,
): Promise<CampaignProposal | undefined> {
  const row = await db
    .selectFrom('admin_proposal')
    .selectAll()
    .where('kind', '=', 'campaign')
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return row as CampaignProposal | undefined;
}

/** The waiting proposal that books this exception. */
export async function findWaitingBooking(
  db: Kysely<Database>,
  exceptionId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('admin_proposal')
    .select('id')
    .where('exception_id', '=', exceptionId)
    .where('status', '=', 'waiting')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.id;
}

/** Whether admins ever moved this person into the organization. */
export async function wasMovedByAdmins(
  db: Kysely<Database>,
  { target_uid, organization_id }: SomeRole,
): Promise<boolean> {
  const row = await db
    .selectFrom('admin_proposal')
    .select('id')
    .where('kind', '=', 'role')
    .where('status', '=', 'approved')
    .where('target_uid', '=', target_uid)
    .where('organization_id', '=', organization_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this person adjusted the wallet or refunded its charges as an admin, approved that, or made or approved a gift code that it redeemed. */
export async function hasAdjusted(
  db: Kysely<Database>,
  { uid, walletId }: { uid: string; walletId: string },
): Promise<boolean> {
  const { rows } = await sql<{ adjusted: boolean }>`
    select exists (select from ledger_event where kind in ('AdjustedByAdmin', 'ChargeRefunded')
                      and actor = ${adminActor(uid)} and wallet_id = ${walletId})
        or exists (select from admin_proposal where status = 'approved'
                      and decided_by = ${uid} and wallet_id = ${walletId})
        or exists (select from gift_redemption r join gift_code c on c.id = r.code_id
                     left join admin_proposal p on p.id = c.proposal_id
                    where r.wallet_id = ${walletId} and ${uid} in (c.made_by, p.decided_by))
           as adjusted`.execute(db);
  return rows[0]!.adjusted;
}

const views = (db: Kysely<Database>) =>
  db
    .selectFrom('admin_proposal as c')
    .leftJoin('wallet as w', 'w.id', 'c.wallet_id')
    .leftJoin('organization as o', (join) =>
      join.on((on) =>
        on.or([
          on('o.id', '=', on.ref('c.organization_id')),
          on.and([on('o.id', '=', on.ref('w.owner_id')), on('w.owner_kind', '=', 'organization')]),
        ]),
      ),
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
    ])
    .$castTo<ProposalView>();

/** A proposal counts as expired from its deadline on, even before the sweep has updated the row. */
const current = (row: ProposalView): ProposalView =>
  row.status === 'waiting' && row.expires_at <= new Date() ? { ...row, status: 'expired' } : row;

export async function loadProposal(
  db: Kysely<Database>,
  id: string,
): Promise<ProposalView | undefined> {
  const row = await views(db).where('c.id', '=', id).executeTakeFirst();
  return row && current(row);
}

/** Waiting proposals are sorted by their deadline, decided ones with the newest first. */
export async function readProposals(
  db: Kysely<Database>,
  { state, limit }: { state: 'waiting' | 'decided'; limit: number },
): Promise<ProposalView[]> {
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
    .updateTable('admin_proposal')
    .set({ status, decided_by: decidedBy, note })
    .where('id', '=', id)
    .where('status', '=', 'waiting');

/** Returns whether the proposal was still waiting. */
export async function storeDecision(
  trx: Transaction<Database>,
  decision: Decision,
): Promise<boolean> {
  const { numUpdatedRows } = await decide(trx, decision).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the proposal until the transaction ends. False if it is no longer waiting. */
export async function lockWaitingProposal(
  trx: Transaction<Database>,
  id: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('admin_proposal')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** A statement for `also`: the database refuses the proposal's event without it. */
export function decisionStatement(db: Kysely<Database>, decision: Decision): CompiledQuery {
  return decide(db, decision).compile();
}

/** Ends proposals that were not decided in time, and returns them. */
export async function endOverdueProposals(
  trx: Transaction<Database>,
  limit: number,
): Promise<Proposal[]> {
  const rows = await trx
    .updateTable('admin_proposal')
    .set({ status: 'expired' })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('admin_proposal')
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
  return rows as Proposal[];
}
