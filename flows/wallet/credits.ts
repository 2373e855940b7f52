/**
 * Credits that super admins add to a wallet or deduct by hand, and charges that finance refunds to the wallet, in
 * whole or in part. The database enforces a limit per admin and day over all wallets. Up to the limit one admin
 * does it alone; above it the amount is proposed (`proposals.ts`). Admins cannot adjust a wallet that they can spend
 * from. The ledger refuses refunds of more than the charge.
 *
 * | step    | one transaction of                                    | named by                      |
 * | ------- | ----------------------------------------------------- | ----------------------------- |
 * | apply   | ledger event, audit row                               | `admin-credits:{admin}:{key}` |
 * | propose | proposal, notice, audit row                           | the same                      |
 * | approve | ledger event, proposal's end, notice's end, audit row | `credit-proposal:{proposal}`  |
 *
 * A crash leaves one of these done or not done. Repeating the request with the same key shows which.
 */
import type { Kysely } from 'kysely';
import { compileAuditRows } from '@sachet/db/admin/audit';
import { resolveNoticesStatement } from '@sachet/db/admin/notices';
import {
  decisionStatement,
  findProposalByRequestKey,
  isRequestKnown,
  readAdjustableAlone,
  spendsFrom,
  type CreditsProposal,
  type Proposal,
  type RefundProposal,
} from '@sachet/db/admin/proposals';
import { violates } from '@sachet/db/constraint';
import { newId } from '@sachet/db/ids';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import { findCharge } from '@sachet/db/wallet/wallets';
import type { Command, RefusalCode } from '@sachet/shared/ledger/command';
import { adminActor } from '@sachet/shared/ledger/event';
import { propose, toAuditEntry, toNotice } from '../admin/proposals.ts';

export interface CreditsDependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
}

export interface Credits {
  readonly adminUid: string;
  readonly targetUid: string;
  readonly walletId: string;
  /** A negative amount is deducted. */
  readonly amountPaise: number;
  readonly reason: string;
  /** The admin's idempotency key for this request. */
  readonly key: string;
  /** The charge of this wallet that is refunded; undefined for other credits. */
  readonly chargeSeq?: number | undefined;
}

export type CreditsOutcome =
  | { readonly ok: true; readonly done: 'applied'; readonly balancePaise: number }
  | { readonly ok: true; readonly done: 'proposed'; readonly proposalId: string }
  | { readonly ok: false; readonly refusal: CreditsRefusal };

/** `own_wallet`: the admin can spend from this wallet, or could in the past. */
export type CreditsRefusal = RefusalCode | 'too_many_waiting' | 'own_wallet';

/** Applies the credits if this admin may add them alone; otherwise proposes them. */
export async function addCredits(
  deps: CreditsDependencies,
  credits: Credits,
): Promise<CreditsOutcome> {
  const { db } = deps;
  const requestKey = `admin-credits:${credits.adminUid}:${credits.key}`;
  // Another request may use up the limit, or the key, between the check and the write.
  for (let tries = 0; tries < 3; tries += 1) {
    const proposal = await findProposalByRequestKey(db, requestKey);
    if (proposal) return toProposalOutcome(proposal, credits);
    try {
      if (await isRequestKnown(db, requestKey)) return await apply(deps, credits, requestKey);
      const { adminUid: uid, walletId } = credits;
      if (uid === credits.targetUid || (await spendsFrom(db, { uid, walletId }))) {
        return { ok: false, refusal: 'own_wallet' };
      }
      return (await isWithinLimit(db, credits))
        ? await apply(deps, credits, requestKey)
        : await proposeCredits(db, credits, requestKey);
    } catch (error) {
      if (violates(error, 'credit_own_wallet')) return { ok: false, refusal: 'own_wallet' };
      if (!violates(error, 'credit_needs_approval', ...keys)) throw error;
    }
  }
  // The key belongs to another wallet's credits.
  return { ok: false, refusal: 'idempotency_conflict' };
}

const keys = ['admin_audit_request', 'admin_proposal_request_key_key'];

function toProposalOutcome(proposal: Proposal, credits: Credits): CreditsOutcome {
  const isSame =
    (proposal.kind === 'credits' || proposal.kind === 'refund') &&
    getChargeSeq(proposal) === credits.chargeSeq &&
    proposal.wallet_id === credits.walletId &&
    proposal.target_uid === credits.targetUid &&
    proposal.amount_paise === credits.amountPaise &&
    proposal.reason === credits.reason;
  return isSame
    ? { ok: true, done: 'proposed', proposalId: proposal.id }
    : { ok: false, refusal: 'idempotency_conflict' };
}

/** Undefined for credits that refund no charge. */
const getChargeSeq = (proposal: CreditsProposal | RefundProposal): number | undefined =>
  proposal.kind === 'refund' ? proposal.charge_seq : undefined;

async function isWithinLimit(
  db: Kysely<Database>,
  { adminUid, amountPaise }: Credits,
): Promise<boolean> {
  const left = await readAdjustableAlone(db, adminActor(adminUid));
  return Math.abs(amountPaise) <= left;
}

async function apply(
  { db, ledger }: CreditsDependencies,
  credits: Credits,
  requestKey: string,
): Promise<CreditsOutcome> {
  const { adminUid, targetUid, walletId, amountPaise, chargeSeq } = credits;
  const outcome = await ledger.append(toCommand(credits, requestKey), [
    compileAuditRows(db, [
      {
        actor: `user:${adminUid}`,
        action: chargeSeq === undefined ? 'add-credits' : 'refund-charge',
        targetUid,
        details: { walletId, amountPaise, chargeSeq, idempotencyKey: requestKey },
        requestKey,
      },
    ]),
  ]);
  if (!outcome.ok) return outcome;
  return { ok: true, done: 'applied', balancePaise: outcome.event.balanceAfterPaise };
}

/** The event of the credits. Its key names the request or the proposal. */
function toCommand(
  { adminUid, walletId, amountPaise, reason, chargeSeq }: Omit<Credits, 'targetUid' | 'key'>,
  idempotencyKey: string,
): Command {
  const common = { walletId, idempotencyKey, actor: adminActor(adminUid), amountPaise, reason };
  return chargeSeq === undefined
    ? { type: 'AdjustByAdmin', ...common }
    : { type: 'RefundCharge', chargeSeq, ...common };
}

async function proposeCredits(
  db: Kysely<Database>,
  { adminUid, targetUid, walletId, amountPaise, reason, chargeSeq }: Credits,
  requestKey: string,
): Promise<CreditsOutcome> {
  if (chargeSeq !== undefined) {
    const charge = await findCharge(db, { walletId, seq: chargeSeq });
    if (!charge) return { ok: false, refusal: 'charge_not_found' };
    if (amountPaise > charge.amount_paise - charge.refunded_paise) {
      return { ok: false, refusal: 'refund_exceeds_charge' };
    }
  }
  const wanted = {
    id: newId('prp'),
    wallet_id: walletId,
    amount_paise: amountPaise,
    target_uid: targetUid,
    reason,
    proposed_by: adminUid,
    request_key: requestKey,
  };
  const proposed = await db
    .transaction()
    .execute((trx) =>
      propose(
        trx,
        chargeSeq === undefined
          ? { ...wanted, kind: 'credits', exception_id: null }
          : { ...wanted, kind: 'refund', charge_seq: chargeSeq },
      ),
    );
  if (proposed.ok) return { ...proposed, done: 'proposed' };
  return { ok: false, refusal: 'too_many_waiting' };
}

const toEventKey = (proposalId: string): string => `credit-proposal:${proposalId}`;

/**
 * Null if the credits are approved, or were decided in the meantime. The command depends on the proposal
 * only, so concurrent approvals send the same command and the ledger appends it once. The database refuses
 * the event unless the same transaction approves the proposal's row.
 */
export async function approveCredits(
  { db, ledger }: CreditsDependencies,
  { proposal, adminUid }: { proposal: CreditsProposal | RefundProposal; adminUid: string },
): Promise<CreditsRefusal | null> {
  const { id, wallet_id: walletId } = proposal;
  for (const uid of [adminUid, proposal.proposed_by]) {
    if (await spendsFrom(db, { uid, walletId })) return 'own_wallet';
  }
  const entry = toAuditEntry(proposal, 'approve', `user:${adminUid}`);
  try {
    const outcome = await ledger.append(
      toCommand(
        {
          adminUid: proposal.proposed_by,
          walletId,
          amountPaise: proposal.amount_paise,
          reason: proposal.reason,
          chargeSeq: getChargeSeq(proposal),
        },
        toEventKey(id),
      ),
      [
        decisionStatement(db, { id, status: 'approved', decidedBy: adminUid, note: null }),
        resolveNoticesStatement(db, toNotice(id)),
        compileAuditRows(db, [
          { ...entry, details: { ...entry.details, idempotencyKey: toEventKey(id) } },
        ]),
      ],
    );
    return outcome.ok ? null : outcome.refusal;
  } catch (error) {
    if (violates(error, 'credit_own_wallet')) return 'own_wallet';
    // The proposal was refused, was withdrawn or has expired in the meantime.
    if (violates(error, 'credit_not_approved', 'admin_proposal_in_time')) return null;
    throw error;
  }
}
