/**
 * Proposals of one super admin that another one approves or refuses within 24 hours. Proposer, approver and
 * beneficiary are three people. A super admin who is the only one approves their own proposals, and the API does so
 * immediately. There are five kinds: credits and refunds of charges (`credits.ts`), roles (`organization-role.ts`), terms of the campaign
 * and gift codes (`growth.ts`).
 *
 * | step                     | one transaction of                                       |
 * | ------------------------ | -------------------------------------------------------- |
 * | propose                  | proposal, notice, audit row                              |
 * | approve                  | the effect, proposal's end, notice's end, audit row      |
 * | refuse, withdraw, expire | proposal's end, notice's end, audit row                  |
 *
 * A crash leaves one of these done or not done. After a crash before the approval, the proposal waits.
 */
import type { Kysely, Transaction } from 'kysely';
import { insertAudit, type AuditEntry } from '@sachet/db/admin/audit';
import { raiseNotice, resolveNotices } from '@sachet/db/admin/notices';
import {
  countWaitingProposals,
  storeDecision,
  endOverdueProposals,
  insertProposal,
  type NewProposal,
  type Proposal,
} from '@sachet/db/admin/proposals';
import type { Database } from '@sachet/db/tables';
import { waitingProposalsMax } from '@sachet/shared/admin/contracts/admin-proposals';
import { rupeesFromPaise } from '@sachet/shared/money';

export type ProposeOutcome =
  | { readonly ok: true; readonly proposalId: string }
  /** `proposed`: a proposal of the same role, or of a campaign, is already waiting. */
  | { readonly ok: false; readonly refusal: 'too_many_waiting' | 'proposed' };

export async function propose(
  trx: Transaction<Database>,
  wanted: NewProposal,
): Promise<ProposeOutcome> {
  if ((await countWaitingProposals(trx)) >= waitingProposalsMax) {
    return { ok: false, refusal: 'too_many_waiting' };
  }
  const proposal = await insertProposal(trx, wanted);
  if (!proposal) return { ok: false, refusal: 'proposed' };
  const { id, kind, proposed_by: proposedBy } = proposal;
  const data = {
    proposal: kind,
    proposalId: id,
    proposedBy,
    ...((kind === 'credits' || kind === 'refund') && {
      amount: rupeesFromPaise(proposal.amount_paise),
    }),
    expiresAt: proposal.expires_at.toISOString(),
  };
  await raiseNotice(trx, { kind: 'proposal_waiting', data }, id);
  await insertAudit(trx, {
    ...toAuditEntry(proposal, 'propose', `user:${proposedBy}`),
    requestKey: proposal.request_key,
  });
  return { ok: true, proposalId: id };
}

type Step = 'propose' | 'approve' | 'refuse' | 'withdraw' | 'expire';

export function toAuditEntry(
  proposal: Proposal,
  step: Step,
  actor: string,
): AuditEntry & { readonly details: Record<string, unknown> } {
  const { id, kind, proposed_by: proposedBy } = proposal;
  const isAlone = step === 'approve' && actor === `user:${proposedBy}`;
  return {
    actor,
    action: `${step}-${kind.replace('_', '-')}${isAlone ? '-alone' : ''}`,
    ...('target_uid' in proposal && proposal.target_uid && { targetUid: proposal.target_uid }),
    details: { proposalId: id, ...toWanted(proposal), proposedBy },
  };
}

function toWanted(proposal: Proposal): Record<string, unknown> {
  switch (proposal.kind) {
    case 'credits':
      return { walletId: proposal.wallet_id, amountPaise: proposal.amount_paise };
    case 'refund': {
      const { wallet_id: walletId, amount_paise: amountPaise, charge_seq: chargeSeq } = proposal;
      return { walletId, amountPaise, chargeSeq };
    }
    case 'role':
      return { role: proposal.role, organizationId: proposal.organization_id };
    case 'campaign':
      return { ...proposal.terms };
    case 'gift_code': {
      const { amountPaise, uses, days } = proposal.terms;
      return { amountPaise, uses, days };
    }
    default:
      return proposal satisfies never;
  }
}

export const toNotice = (proposalId: string) => ({
  kind: 'proposal_waiting' as const,
  subjects: [proposalId],
});

/** Refuses or withdraws a proposal. Changes nothing if it was decided in the meantime. */
export async function endProposal(
  db: Kysely<Database>,
  {
    proposal,
    adminUid,
    decision,
    note,
  }: {
    proposal: Proposal;
    adminUid: string;
    decision: 'refuse' | 'withdraw';
    note: string | null;
  },
): Promise<void> {
  const { id } = proposal;
  const status = decision === 'refuse' ? 'refused' : 'withdrawn';
  await db.transaction().execute(async (trx) => {
    if (!(await storeDecision(trx, { id, status, decidedBy: adminUid, note }))) return;
    await resolveNotices(trx, toNotice(id));
    await insertAudit(trx, toAuditEntry(proposal, decision, `user:${adminUid}`));
  });
}

/** Ends proposals that were not decided in time. The database refuses their approval even before that. */
export async function expireProposals(db: Kysely<Database>, limit: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const expired = await endOverdueProposals(trx, limit);
    for (const { id } of expired) await resolveNotices(trx, toNotice(id));
    await insertAudit(trx, ...expired.map((each) => toAuditEntry(each, 'expire', 'worker')));
  });
}
