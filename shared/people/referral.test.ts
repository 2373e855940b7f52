import { expect, test } from 'vitest';
import { dayMs } from '../time.ts';
import { judgeInviter, judgeReferral, type ReferralFacts } from './referral.ts';

const dueAtMs = Date.UTC(2026, 2, 15);
const good: ReferralFacts = {
  isCampaignOn: true,
  isRefunded: false,
  isContested: false,
  isSamePayer: false,
  isFriendClosed: false,
  isFriendUnverified: false,
  isInviterClosed: false,
  paidSpentPaise: 200_00,
  minimumPaise: 200_00,
  dueAtMs,
};

test.each<[string, Partial<ReferralFacts>, number]>([
  ['credit', {}, 0],
  ['wait', {}, -1],
  ['wait', { isCampaignOn: false }, 0],
  ['wait', { isContested: true }, 0],
  ['refunded', { isRefunded: true, isContested: true }, 0],
  ['same_payer', { isSamePayer: true, isCampaignOn: false }, 0],
  ['closed', { isFriendClosed: true }, 0],
  ['wait', { isFriendUnverified: true }, 90 * dayMs],
  ['unverified', { isFriendUnverified: true }, 90 * dayMs + 1],
])('a referral ends with %s for %j, %i ms after its window', (expected, facts, afterMs) => {
  const verdict = judgeReferral({ ...good, ...facts }, dueAtMs + afterMs);
  expect(verdict.does === 'end' ? verdict.because : verdict.does).toBe(expected);
});

test.each<[string, Partial<ReferralFacts>, number]>([
  ['credit', {}, 0],
  ['wait', { isContested: true }, 0],
  ['wait', { isCampaignOn: false }, 0],
  ['closed', { isInviterClosed: true }, 0],
  ['wait', { paidSpentPaise: 199_99 }, 180 * dayMs],
  ['unspent', { paidSpentPaise: 199_99 }, 180 * dayMs + 1],
  ['unspent', { paidSpentPaise: 0, isFriendClosed: true }, 0],
  ['credit', { isFriendClosed: true }, 0],
  ['unspent', { isRefunded: true }, 0],
  ['unspent', { isSamePayer: true }, 0],
])('the inviter’s part ends with %s for %j, %i ms after the window', (expected, facts, afterMs) => {
  const verdict = judgeInviter({ ...good, ...facts }, dueAtMs + afterMs);
  expect(verdict.does === 'finish' ? verdict.because : verdict.does).toBe(expected);
});
