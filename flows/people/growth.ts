/**
 * Super admins change the campaign for friends, and make gift codes. Another super admin must approve a campaign
 * that may give more in a day than one admin may give alone, and gift codes beyond that amount (`proposals.ts`).
 * The database checks both.
 */
import type { Kysely } from 'kysely';
import { insertAudit } from '@sachet/db/admin/audit';
import { insertGiftCode, toGiftCodeHash, type GiftCode } from '@sachet/db/people/gift-codes';
import { storeCampaign, type CampaignTerms } from '@sachet/db/people/growth';
import { resolveNotices } from '@sachet/db/admin/notices';
import {
  storeDecision,
  findWaitingCampaign,
  lockWaitingProposal,
  readAdjustableAlone,
  readCreditsLimit,
  type CampaignProposal,
  type GiftCodeProposal,
} from '@sachet/db/admin/proposals';
import { violates } from '@sachet/db/constraint';
import { newId } from '@sachet/db/ids';
import type { Database } from '@sachet/db/tables';
import { dayMs } from '@sachet/shared/time';
import { adminActor } from '@sachet/shared/ledger/event';
import { propose, toAuditEntry, toNotice } from '../admin/proposals.ts';

export type GrowthRefusal = 'needs_reason' | 'too_many_waiting' | 'campaign_waiting';
type Proposed = { readonly ok: true; readonly done: 'proposed'; readonly proposalId: string };
type Refused = { readonly ok: false; readonly refusal: GrowthRefusal };

/** Stores the terms, or proposes them. `reason` is needed only for a proposal. */
export async function changeCampaign(
  db: Kysely<Database>,
  {
    terms,
    adminUid,
    reason,
  }: { terms: CampaignTerms; adminUid: string; reason: string | undefined },
): Promise<{ readonly ok: true; readonly done: 'changed' } | Proposed | Refused> {
  return db.transaction().execute(async (trx) => {
    if (!terms.is_on || terms.day_budget_paise <= (await readCreditsLimit(trx))) {
      await storeCampaign(trx, { terms, uid: adminUid, proposalId: null });
      await insertAudit(trx, {
        actor: `user:${adminUid}`,
        action: 'set-campaign',
        details: { ...terms },
      });
      return { ok: true, done: 'changed' };
    }
    const waiting = await findWaitingCampaign(trx);
    if (waiting && waiting.proposed_by === adminUid && hasTerms(waiting, terms)) {
      return { ok: true, done: 'proposed', proposalId: waiting.id };
    }
    if (reason === undefined) return { ok: false, refusal: 'needs_reason' };
    const id = newId('prp');
    const proposed = await propose(trx, {
      id,
      kind: 'campaign',
      terms,
      reason,
      proposed_by: adminUid,
      request_key: `set-campaign:${id}`,
    });
    if (proposed.ok) return { ...proposed, done: 'proposed' };
    return {
      ok: false,
      refusal: proposed.refusal === 'proposed' ? 'campaign_waiting' : proposed.refusal,
    };
  });
}

const hasTerms = ({ terms }: CampaignProposal, wanted: CampaignTerms): boolean =>
  (Object.keys(wanted) as (keyof CampaignTerms)[]).every((name) => terms[name] === wanted[name]);

export interface NewGiftCode {
  readonly code: string;
  readonly amountPaise: number;
  readonly uses: number;
  readonly days: number;
  readonly note: string;
  readonly adminUid: string;
}

/** Makes the code, or proposes it: then it works once it is approved. */
export async function makeGiftCode(
  db: Kysely<Database>,
  { code, adminUid, ...terms }: NewGiftCode,
): Promise<
  { readonly ok: true; readonly done: 'made'; readonly giftCode: GiftCode } | Proposed | Refused
> {
  const codeHash = toGiftCodeHash(code);
  const { amountPaise, uses, note } = terms;
  try {
    const left = await readAdjustableAlone(db, adminActor(adminUid));
    if (amountPaise * uses <= left) {
      return await db.transaction().execute(async (trx) => {
        const giftCode = await insertGiftCode(trx, {
          ...terms,
          codeHash,
          expiresAt: toExpiry(terms),
          madeBy: adminUid,
          proposalId: null,
        });
        await insertAudit(trx, {
          actor: `user:${adminUid}`,
          action: 'make-gift-code',
          details: { id: giftCode.id, amountPaise, uses, expiresAt: giftCode.expires_at },
        });
        return { ok: true, done: 'made', giftCode };
      });
    }
  } catch (error) {
    // Another request used up the limit in the meantime.
    if (!violates(error, 'gift_code_limit')) throw error;
  }
  const id = newId('prp');
  const proposed = await db.transaction().execute((trx) =>
    propose(trx, {
      id,
      kind: 'gift_code',
      terms: { ...terms, codeHash: codeHash.toString('hex') },
      reason: note,
      proposed_by: adminUid,
      request_key: `make-gift-code:${id}`,
    }),
  );
  if (proposed.ok) return { ...proposed, done: 'proposed' };
  return { ok: false, refusal: 'too_many_waiting' };
}

const toExpiry = ({ days }: { days: number }): Date => new Date(Date.now() + days * dayMs);

/** Changes nothing if the proposal was decided in the meantime. */
export async function approveGrowth(
  db: Kysely<Database>,
  { proposal, adminUid }: { proposal: CampaignProposal | GiftCodeProposal; adminUid: string },
): Promise<void> {
  const { id } = proposal;
  try {
    await db.transaction().execute(async (trx) => {
      if (!(await lockWaitingProposal(trx, id))) return;
      await storeDecision(trx, { id, status: 'approved', decidedBy: adminUid, note: null });
      const made = { proposalId: id, madeBy: proposal.proposed_by };
      const entry = toAuditEntry(proposal, 'approve', `user:${adminUid}`);
      if (proposal.kind === 'campaign') {
        await storeCampaign(trx, { terms: proposal.terms, uid: made.madeBy, proposalId: id });
      } else {
        const { codeHash, ...terms } = proposal.terms;
        const hash = Buffer.from(codeHash, 'hex');
        const expiresAt = toExpiry(terms);
        const stored = await insertGiftCode(trx, { ...terms, ...made, codeHash: hash, expiresAt });
        entry.details['id'] = stored.id;
      }
      await resolveNotices(trx, toNotice(id));
      await insertAudit(trx, entry);
    });
  } catch (error) {
    if (!violates(error, 'admin_proposal_in_time')) throw error;
  }
}
