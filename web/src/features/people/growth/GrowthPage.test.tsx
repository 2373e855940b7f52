import type { AdminGrowth, GiftCode } from '@sachet/shared/people/contracts/growth';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { question, signInAsSuperAdmin } from '../../../testing/admin';
import { mount, see, seeGone } from '../../../testing/mount';
import { answer, refuse, requestsTo } from '../../../testing/server';
import { GrowthPage } from './GrowthPage';

const campaign = {
  isOn: true,
  friendGets: 50,
  inviterGets: 50,
  minimumTopUp: 200,
  friendsAtMost: 10,
  dailyBudget: 5000,
};

const someCode = (given: Partial<GiftCode> = {}): GiftCode => ({
  id: 'gift_1',
  amount: 100,
  uses: 20,
  used: 3,
  note: 'Diwali fair',
  madeBy: 'meera',
  madeAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2026-03-31T10:00:00.000Z',
  state: 'open',
  ...given,
});

const someGrowth = (given: Partial<AdminGrowth> = {}): AdminGrowth => ({
  campaign,
  usedToday: 150,
  windowDays: 14,
  referrals: { joined: 12, waiting: 4, credited: 7, ended: 2 },
  giftCodes: [],
  giftLimit: 4000,
  campaignLimit: 5000,
  ...given,
});

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/growth', someGrowth());
});

const show = (settings = {}) => mount(<GrowthPage />, { path: '/admin/growth', ...settings });

test('a change of the campaign is confirmed, sent whole, and a refusal is shown', async () => {
  await show();
  await see(page.getByText('₹150 of ₹5,000 given today'));
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(save).toBeDisabled();
  await page.getByLabelText('The friend gets (₹)').fill('75');
  answer('POST /api/admin/campaign', {
    campaign: { ...campaign, friendGets: 75 },
    proposal: null,
  });
  await save.click();
  await see(question.getByText('75', { exact: true }));
  await question.getByRole('button', { name: 'Confirm' }).click();
  await see(page.getByText('Saved'));
  expect(requestsTo('POST /api/admin/campaign').map(({ body }) => body)).toEqual([
    { ...campaign, friendGets: 75 },
  ]);
  await page.getByLabelText('First top-up of at least (₹)').fill('10');
  await see(page.getByText('At least what both get together.'));
  await expect.element(save).toBeDisabled();
  await page.getByLabelText('First top-up of at least (₹)').fill('300');
  refuse('POST /api/admin/campaign', 'unavailable');
  await save.click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await see(page.getByText(/Refused: unavailable/));
});

test('a campaign above the limit asks for a reason, and says that a second super admin must approve it', async () => {
  await show();
  await page.getByLabelText('Budget a day (₹)').fill('100000');
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(save).toBeDisabled();
  await see(page.getByText('A second super admin must approve it within 24 hours.'));
  await page.getByLabelText('Reason').fill('a launch');
  answer('POST /api/admin/campaign', {
    campaign,
    proposal: {
      kind: 'campaign',
      campaign: { ...campaign, dailyBudget: 100_000 },
      proposalId: 'prop_1',
      reason: 'a launch',
      status: 'waiting',
      proposedBy: { uid: 'meera', email: null },
      proposedAt: '2026-03-01T10:00:00.000Z',
      expiresAt: '2026-03-02T10:00:00.000Z',
      decidedBy: null,
      decidedAt: null,
      note: null,
    },
  });
  await save.click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await see(page.getByText('Proposed. A second super admin must approve it.'));
  expect(requestsTo('POST /api/admin/campaign').map(({ body }) => body)).toEqual([
    { ...campaign, dailyBudget: 100_000, reason: 'a launch' },
  ]);
});

test('a new gift code is shown once, to copy', async () => {
  await show();
  await see(page.getByText('No codes yet'));
  await page.getByLabelText('Amount (₹)').fill('100');
  await page.getByLabelText('Number of uses').fill('20');
  await page.getByLabelText('Note').fill('Diwali fair');
  const made = { code: '7kq2-m4xd-0a1b-2c3d', giftCode: someCode(), proposal: null };
  answer('POST /api/admin/gift-codes', made);
  answer('GET /api/admin/growth', someGrowth({ giftCodes: [someCode()] }));
  await page.getByRole('button', { name: 'Make a code' }).click();
  await see(question.getByText('Diwali fair: 20 × ₹100 = ₹2,000'));
  await question.getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your code' });
  await see(dialog.getByText('7kq2-m4xd-0a1b-2c3d'));
  await dialog.getByRole('button', { name: 'Done' }).click();
  await seeGone(dialog);
  await see(page.getByText('3 of 20 used'));
  await seeGone(page.getByText('7kq2-m4xd-0a1b-2c3d'));
});

test('an open code is ended after a confirmation; the others show their state', async () => {
  const codes = [
    someCode(),
    someCode({ id: 'gift_2', note: 'New shop', state: 'used_up', used: 20 }),
    someCode({ id: 'gift_3', note: 'Holi', state: 'expired' }),
  ];
  answer('GET /api/admin/growth', someGrowth({ giftCodes: codes }));
  await show({ phone: true });
  await see(page.getByText('Used up'));
  await expectToFit('friends');
  await expectAccess('the page of friends and gifts');
  answer('POST /api/admin/gift-codes/end', someCode({ state: 'ended' }));
  await page.getByRole('button', { name: 'End: Diwali fair' }).click();
  await see(question.getByText(/“Diwali fair” can’t be redeemed any more/));
  await question.getByRole('button', { name: 'Confirm' }).click();
  await see(page.getByText('Saved'));
  expect(requestsTo('POST /api/admin/gift-codes/end').map(({ body }) => body)).toEqual([
    { id: 'gift_1' },
  ]);
});
