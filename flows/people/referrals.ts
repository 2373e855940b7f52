/**
 * Bring a friend: the friend gets credit after the first top-up and its refund window, the inviter once the
 * friend has spent the money that counts (docs/decisions/0057).
 *
 * 1. The friend signs up with the link's code: the referral is stored with the profile (`sign-up.ts`), with
 *    the terms of that day. Nothing is stored for a person whose phone, mailbox or network gets no bonus.
 * 2. The first top-up of at least the minimum begins the window, in the transaction of its credit
 *    (`top-up.ts`).
 * 3. `settleReferral`, by the worker's sweep: the friend's credit, then, when it is due, the inviter's. The day's budget and
 *    the inviter's cap are CHECKs of rows that change with the credits.
 *
 * Keys: `referral:<friend>:friend` in the friend's wallet, `referral:<friend>:inviter` in the inviter's; the
 * wallets are those of the sign-up.
 *
 * | crash                         | what happens                                                  |
 * | ----------------------------- | ------------------------------------------------------------- |
 * | before the friend's credit    | the sweep finds the row and judges it again                   |
 * | while a credit commits        | its key decides; the row changes in the same transaction      |
 * | between the two credits       | the row says who had it, and the sweep gives the other        |
 * | before the inviter is refused | the sweep tries again, and the cap refuses again              |
 */
import type { CompiledQuery, Kysely } from 'kysely';
import { raiseNotice } from '@sachet/db/admin/notices';
import { violates } from '@sachet/db/constraint';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { takeAllowance, toDailyLimit } from '@sachet/db/people/daily-limits';
import {
  endReferral,
  finishWithoutInviter,
  friendCreditedStatement,
  inviterCreditedStatements,
  postponeReferral,
  readCampaign,
  readDueReferrals,
  readReferralFacts,
  type Campaign,
  type Referral,
} from '@sachet/db/people/referrals';
import type { Database } from '@sachet/db/tables';
import { dayMs, hourMs, istDay, startOfIstDay } from '@sachet/shared/time';
import { judgeInviter, judgeReferral } from '@sachet/shared/people/referral';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
}

/** How long after a check without a result the next one is, milliseconds. */
const lookAgainAfterMs = 6 * hourMs;

/** Gives the credits that are due, at most `limit` referrals at a time. */
export async function settleReferrals(deps: Dependencies, limit: number): Promise<void> {
  for (const referral of await readDueReferrals(deps.db, limit)) {
    await settleReferral(deps, referral);
  }
}

/** Safe to call concurrently, and again after a crash. */
export async function settleReferral(deps: Dependencies, referral: Referral): Promise<void> {
  const { db } = deps;
  const { friend_uid: friendUid } = referral;
  const nowMs = Date.now();
  const facts = await readReferralFacts(db, referral);
  const campaign = await readCampaign(db);
  if (referral.friend_credited_at === null) {
    const verdict = judgeReferral(facts, nowMs);
    if (verdict.does === 'end') return endReferral(db, { friendUid, because: verdict.because });
    if (verdict.does === 'wait') {
      return postponeReferral(db, { friendUid, until: new Date(nowMs + lookAgainAfterMs) });
    }
    const outcome = await credit(deps, campaign, {
      side: 'friend',
      friendUid,
      walletId: referral.friend_wallet_id,
      amountPaise: referral.friend_paise,
      also: [friendCreditedStatement(db, friendUid)],
    });
    if (outcome !== 'credited') return;
  }
  const verdict = judgeInviter(facts, nowMs);
  if (verdict.does === 'finish') {
    return finishWithoutInviter(db, { friendUid, because: verdict.because });
  }
  if (verdict.does === 'wait') {
    return postponeReferral(db, { friendUid, until: new Date(nowMs + lookAgainAfterMs) });
  }
  const outcome = await credit(deps, campaign, {
    side: 'inviter',
    friendUid,
    walletId: referral.inviter_wallet_id,
    amountPaise: referral.inviter_paise,
    also: inviterCreditedStatements(db, {
      inviterUid: referral.inviter_uid,
      friendUid,
      most: campaign.friends_at_most,
    }),
  });
  if (outcome === 'capped') await finishWithoutInviter(db, { friendUid, because: 'capped' });
}

interface Credit {
  readonly side: 'friend' | 'inviter';
  readonly friendUid: string;
  readonly walletId: string;
  readonly amountPaise: number;
  readonly also: readonly CompiledQuery[];
}

/** `later`: the day's budget is used up, or another worker ended the referral. */
async function credit(
  { db, ledger }: Dependencies,
  campaign: Campaign,
  { side, friendUid, walletId, amountPaise, also }: Credit,
): Promise<'credited' | 'capped' | 'later'> {
  const day = istDay(Date.now());
  const most = campaign.day_budget_paise;
  try {
    const outcome = await ledger.append(
      {
        type: 'CreditReferral',
        walletId,
        idempotencyKey: `referral:${friendUid}:${side}`,
        actor: 'worker',
        amountPaise,
      },
      [
        // First the row that all referrals share: a transaction that holds its lock waits for no other lock.
        takeAllowance(db, { day, name: 'referral', amount: amountPaise, most }).compile(),
        ...also,
      ],
    );
    if (!outcome.ok) throw new Error(`referral credit refused: ${outcome.refusal}`);
    return 'credited';
  } catch (error) {
    if (violates(error, 'referral_cap')) return 'capped';
    if (violates(error, 'referral_ended')) return 'later';
    if (toDailyLimit(error) !== 'referral') throw error;
    const data = { budget: 'referral', day, limit: most / 100 } as const;
    await raiseNotice(db, { kind: 'daily_budget_used', data }, `referral:${day}`);
    const until = new Date(startOfIstDay(day) + dayMs);
    await postponeReferral(db, { friendUid, until });
    return 'later';
  }
}
