/** The campaign for bringing friends, as super admins see and change it. */
import { sql, type Kysely } from 'kysely';
import { istDay } from '@sachet/shared/time';
import { referralStatuses, type ReferralStatus } from '@sachet/shared/people/referral';
import type { Campaign } from './referrals.ts';
import type { CampaignProposal, Database } from '../tables.ts';

export type CampaignTerms = CampaignProposal;

/** Fails with `campaign_needs_approval` for terms above the limit that the proposal does not approve. */
export async function storeCampaign(
  trx: Kysely<Database>,
  {
    terms,
    uid,
    proposalId,
  }: {
    terms: CampaignTerms;
    uid: string;
    /** The proposal that approved the terms. */ proposalId: string | null;
  },
): Promise<Campaign> {
  return trx
    .updateTable('referral_campaign')
    .set({ ...terms, updated_at: sql<Date>`now()`, updated_by: uid, proposal_id: proposalId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Friends by state. */
export async function countReferrals(
  db: Kysely<Database>,
): Promise<Record<ReferralStatus, number>> {
  const rows = await db
    .selectFrom('referral')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(
    referralStatuses.map((status) => [status, counts.get(status) ?? 0]),
  ) as Record<ReferralStatus, number>;
}

/** Paise of credits on this day in India. */
export async function readReferralCreditsToday(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('daily_allowance')
    .select('used')
    .where('day', '=', istDay(Date.now()))
    .where('name', '=', 'referral')
    .executeTakeFirst();
  return row?.used ?? 0;
}
