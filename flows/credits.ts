/**
 * Credits: what super admins add to a wallet or take from it by hand. Up to a limit, which the
 * database keeps, one admin does it alone; beyond it the credits are proposed, and another one
 * approves or refuses them within 24 hours.
 *
 * | step    | one transaction of                                       | named by                         |
 * | ------- | -------------------------------------------------------- | -------------------------------- |
 * | apply   | ledger event, audit row                                  | `admin-credits:{admin}:{key}`    |
 * | propose | proposal, notice, audit row                              | the same                         |
 * | approve | ledger event, proposal's end, notice's end, audit row    | `credit-proposal:{proposal}`     |
 * | refuse, withdraw, expire | proposal's end, notice's end, audit row | the proposal's row: once at most |
 *
 * A crash leaves one of these done or not done. The same key again tells which.
 */
import type { Kysely } from 'kysely';
import { compileAuditRows, insertAudit, type AuditEntry } from '@sachet/db/admin/audit';
import { raiseNotice, resolveNotices, resolveNoticesStatement } from '@sachet/db/admin/notices';
import { violates } from '@sachet/db/constraint';
import {
  countWaitingProposals,
  decideProposal,
  decisionStatement,
  expireProposals,
  findProposalByRequestKey,
  insertProposal,
  isRequestKnown,
  loadProposal,
  readAdjustableAlone,
  type CreditProposal,
  type CreditProposalView,
} from '@sachet/db/admin/credit-proposals';
import { newId } from '@sachet/db/ids';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import { creditProposalsMax } from '@sachet/shared/contracts/admin-credits';
import type { RefusalCode } from '@sachet/shared/ledger/command';
import { rupeesFromPaise } from '@sachet/shared/money';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
}

export interface Credits {
  readonly adminUid: string;
  readonly targetUid: string;
  readonly walletId: string;
  /** Negative deducts. */
  readonly amountPaise: number;
  readonly reason: string;
  /** The admin's idempotency key for this request. */
  readonly key: string;
}

export type CreditsOutcome =
  | { readonly ok: true; readonly done: 'applied'; readonly balancePaise: number }
  | { readonly ok: true; readonly done: 'proposed'; readonly proposalId: string }
  | { readonly ok: false; readonly refusal: RefusalCode | 'too_many_waiting' };

/** As the ledger's events name an admin. */
export const adminActor = (adminUid: string): string => `admin:${adminUid}`;

/** Applies the credits where this admin may do that alone, else proposes them. */
export async function addCredits(deps: Dependencies, credits: Credits): Promise<CreditsOutcome> {
  const { db } = deps;
  const requestKey = `admin-credits:${credits.adminUid}:${credits.key}`;
  // Another request may use up the limit, or the key, between the check and the write.
  for (let tries = 0; tries < 3; tries += 1) {
    const proposal = await findProposalByRequestKey(db, requestKey);
    if (proposal) return toProposalOutcome(proposal, credits);
    try {
      if ((await isRequestKnown(db, requestKey)) || (await isWithinLimit(db, credits))) {
        return await apply(deps, credits, requestKey);
      }
      return await propose(db, credits, requestKey);
    } catch (error) {
      if (!violates(error, 'credit_needs_approval', ...keys)) throw error;
    }
  }
  // The key belongs to another wallet's credits.
  return { ok: false, refusal: 'idempotency_conflict' };
}

const keys = ['admin_audit_request', 'credit_proposal_request_key_key'];

function toProposalOutcome(proposal: CreditProposal, credits: Credits): CreditsOutcome {
  const isSame =
    proposal.wallet_id === credits.walletId &&
    proposal.target_uid === credits.targetUid &&
    proposal.amount_paise === credits.amountPaise &&
    proposal.reason === credits.reason;
  return isSame
    ? { ok: true, done: 'proposed', proposalId: proposal.id }
    : { ok: false, refusal: 'idempotency_conflict' };
}

async function isWithinLimit(
  db: Kysely<Database>,
  { adminUid, walletId, amountPaise }: Credits,
): Promise<boolean> {
  const left = await readAdjustableAlone(db, { walletId, actor: adminActor(adminUid) });
  return Math.abs(amountPaise) <= left;
}

async function apply(
  { db, ledger }: Dependencies,
  { adminUid, targetUid, walletId, amountPaise, reason }: Credits,
  requestKey: string,
): Promise<CreditsOutcome> {
  const outcome = await ledger.append(
    {
      type: 'AdjustByAdmin',
      walletId,
      idempotencyKey: requestKey,
      actor: adminActor(adminUid),
      amountPaise,
      reason,
    },
    [
      compileAuditRows(db, [
        {
          actor: `user:${adminUid}`,
          action: 'add-credits',
          targetUid,
          details: { walletId, amountPaise, idempotencyKey: requestKey },
          requestKey,
        },
      ]),
    ],
  );
  if (!outcome.ok) return outcome;
  return { ok: true, done: 'applied', balancePaise: outcome.event.balanceAfterPaise };
}

async function propose(
  db: Kysely<Database>,
  { adminUid, targetUid, walletId, amountPaise, reason }: Credits,
  requestKey: string,
): Promise<CreditsOutcome> {
  if ((await countWaitingProposals(db)) >= creditProposalsMax) {
    return { ok: false, refusal: 'too_many_waiting' };
  }
  return db.transaction().execute(async (trx) => {
    const proposal = await insertProposal(trx, {
      id: newId('crp'),
      wallet_id: walletId,
      target_uid: targetUid,
      amount_paise: amountPaise,
      reason,
      proposed_by: adminUid,
      request_key: requestKey,
    });
    const data = {
      proposalId: proposal.id,
      proposedBy: adminUid,
      amount: rupeesFromPaise(amountPaise),
      expiresAt: proposal.expires_at.toISOString(),
    };
    await raiseNotice(trx, { kind: 'credits_proposed', data }, proposal.id);
    await insertAudit(trx, {
      ...toAuditEntry(proposal, 'propose', `user:${adminUid}`),
      requestKey,
    });
    return { ok: true, done: 'proposed', proposalId: proposal.id };
  });
}

function toAuditEntry(
  { id, wallet_id, target_uid, amount_paise, proposed_by }: CreditProposal,
  step: 'propose' | 'approve' | 'refuse' | 'withdraw' | 'expire',
  actor: string,
): AuditEntry {
  return {
    actor,
    action: `${step}-credits`,
    targetUid: target_uid,
    details: {
      proposalId: id,
      walletId: wallet_id,
      amountPaise: amount_paise,
      proposedBy: proposed_by,
      ...(step === 'approve' && { idempotencyKey: toEventKey(id) }),
    },
  };
}

const toEventKey = (proposalId: string): string => `credit-proposal:${proposalId}`;

const notice = (proposalId: string) => ({
  kind: 'credits_proposed' as const,
  subjects: [proposalId],
});

export type DecisionOutcome =
  | { readonly ok: true; readonly proposal: CreditProposalView }
  | { readonly ok: false; readonly refusal: 'not_yours' | 'decided' | RefusalCode };

export interface CreditsDecision {
  readonly proposal: CreditProposalView;
  readonly adminUid: string;
  readonly decision: 'approve' | 'refuse' | 'withdraw';
  /** Why it is refused. */
  readonly note: string | null;
}

const statusByDecision = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;

/**
 * Another admin approves or refuses, whoever proposed withdraws. Of decisions at once the first one
 * counts; the same again, by anybody who may, is answered like it.
 */
export async function decideCredits(
  deps: Dependencies,
  given: CreditsDecision,
): Promise<DecisionOutcome> {
  const { proposal, adminUid, decision } = given;
  if ((proposal.proposed_by === adminUid) !== (decision === 'withdraw')) {
    return { ok: false, refusal: 'not_yours' };
  }
  const refusal =
    proposal.status !== 'waiting'
      ? null
      : decision === 'approve'
        ? await approve(deps, given)
        : await endProposal(deps.db, given);
  if (refusal) return { ok: false, refusal };
  const now = (await loadProposal(deps.db, proposal.id))!;
  return now.status === statusByDecision[decision]
    ? { ok: true, proposal: now }
    : { ok: false, refusal: 'decided' };
}

/**
 * The command depends on the proposal only, so two approvals at once send the same one and the ledger
 * appends it once. The database refuses the event unless the proposal's row is approved with it.
 */
async function approve(
  { db, ledger }: Dependencies,
  { proposal, adminUid, note }: CreditsDecision,
): Promise<RefusalCode | null> {
  const { id } = proposal;
  try {
    const outcome = await ledger.append(
      {
        type: 'AdjustByAdmin',
        walletId: proposal.wallet_id,
        idempotencyKey: toEventKey(id),
        actor: adminActor(proposal.proposed_by),
        amountPaise: proposal.amount_paise,
        reason: proposal.reason,
      },
      [
        decisionStatement(db, { id, status: 'approved', decidedBy: adminUid, note }),
        resolveNoticesStatement(db, notice(id)),
        compileAuditRows(db, [toAuditEntry(proposal, 'approve', `user:${adminUid}`)]),
      ],
    );
    return outcome.ok ? null : outcome.refusal;
  } catch (error) {
    // It was refused or withdrawn, or it expired, meanwhile.
    if (violates(error, 'credit_not_approved', 'credit_proposal_in_time')) return null;
    throw error;
  }
}

async function endProposal(
  db: Kysely<Database>,
  { proposal, adminUid, decision, note }: CreditsDecision,
): Promise<null> {
  const { id } = proposal;
  const status = decision === 'refuse' ? 'refused' : 'withdrawn';
  await db.transaction().execute(async (trx) => {
    if (!(await decideProposal(trx, { id, status, decidedBy: adminUid, note }))) return;
    await resolveNotices(trx, notice(id));
    await insertAudit(trx, toAuditEntry(proposal, decision, `user:${adminUid}`));
  });
  return null;
}

/** Ends proposals that nobody decided in time. They could not be approved any more before that either. */
export async function expireCredits(db: Kysely<Database>, limit: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const expired = await expireProposals(trx, limit);
    const subjects = expired.map(({ id }) => id);
    await resolveNotices(trx, { kind: 'credits_proposed', subjects });
    await insertAudit(trx, ...expired.map((each) => toAuditEntry(each, 'expire', 'worker')));
  });
}
