import type { AdminProposal } from '@sachet/shared/admin/contracts/admin-proposals';
import type { AdminUserAction, AdminUserDetail } from '@sachet/shared/admin/contracts/admin-users';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess } from '../../../testing/access';
import {
  confirm,
  question,
  signInAsSuperAdmin,
  someDetail,
  someProposal,
  someUser,
} from '../../../testing/admin';
import { button, mount, see, seeGone } from '../../../testing/mount';
import { answer, cutOff, refuse, requestsTo } from '../../../testing/server';
import { UserDialog } from './UserDialog';

const asha = someUser('asha');
const amount = page.getByLabelText('Credits +/−');
const reason = page.getByLabelText('Reason');
const target = page.getByRole('combobox', { name: 'Target' });
const requests = () => requestsTo('POST /api/admin/users');
const sent = () => requests().map(({ body }) => body as AdminUserAction);
const keys = () => requests().map(({ headers }) => headers.get('Idempotency-Key'));

/** A member of an organization. Their own wallet has ₹40.00. */
const memberDetail: AdminUserDetail = someDetail(asha, {
  organization: { id: 'org_1', name: 'Chai & Co.', walletBalance: 1000 },
  wallet: {
    ...someDetail(asha).wallet!,
    paysFrom: 'organization',
    organization: { id: 'wal_org', balance: 1000, held: 75.5 },
    withoutApproval: 40,
  },
});

async function show(detail = someDetail(asha)) {
  const onChanged = vi.fn<() => Promise<undefined>>(async () => undefined);
  answer('GET /api/admin/user-detail', detail);
  await mount(
    <UserDialog
      uid="asha"
      tab="wallet"
      onTab={vi.fn<() => void>()}
      onChanged={onChanged}
      onClose={vi.fn<() => void>()}
    />,
  );
  return onChanged;
}

async function fill(typed: string, why = 'a test'): Promise<void> {
  await amount.fill(typed);
  await reason.fill(why);
}

function answerWith(proposal: AdminProposal | null): void {
  answer('POST /api/admin/users', {
    uid: 'asha',
    action: 'add-credits',
    walletBalance: 350,
    proposal,
  });
}

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/payments', { walletId: 'wal_asha', payments: [] });
  answerWith(null);
});

describe('an amount', () => {
  test('the credits form says why an amount of credits is invalid', async () => {
    await show();
    await fill('1.005');
    await see(page.getByText(/^Enter an amount in rupees, other than 0/));
    await expect.element(button('Apply credits')).toBeDisabled();
    await reason.click();
    await userEvent.keyboard('{Enter}');
    await seeGone(question);
  });

  test('the credits form requires a reason for credits that is not blank', async () => {
    await show();
    await fill('100', '   ');
    await expect.element(button('Apply credits')).toBeDisabled();
    await reason.fill('goodwill');
    await expect.element(button('Apply credits')).toBeEnabled();
    await expect.element(reason).toHaveAttribute('maxlength', '500');
  });

  test('an admin adds credits after a confirmation with amount, wallet, new balance and reason', async () => {
    const onChanged = await show();
    await fill('₹1,000.01', ' goodwill ');
    await button('Apply credits').click();
    await see(question.getByText('Add ₹1,000.01 to the wallet of asha@people.test.'));
    await see(question.getByText('Reason: goodwill'));
    expect(question.getByText('large amount').elements()).toEqual([]);
    await confirm('New balance: ₹1,250.01.');

    await see(page.getByText('Credits applied'));
    const body = { uid: 'asha', action: 'add-credits', amount: 1000.01 };
    expect(sent()).toEqual([{ ...body, reason: 'goodwill', target: 'user' }]);
    await expect.element(amount).toHaveValue('');
    await expect.element(reason).toHaveValue('');
    expect(onChanged).toHaveBeenCalledOnce();
  });

  test('a hyphen or a minus sign deducts credits, and the confirmation leaves out a negative new balance', async () => {
    await show();
    await fill('-50.5');
    await button('Apply credits').click();
    await see(question.getByText('Deduct ₹50.50 from the wallet of asha@people.test.'));
    await confirm('New balance: ₹199.50.');
    await expect.poll(sent).toMatchObject([{ amount: -50.5 }]);
    await fill('−250.01');
    await button('Apply credits').click();
    await see(question.getByText(/^Deduct ₹250\.01/));
    expect(question.getByText('New balance:').elements()).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(sent()).toHaveLength(1);
  });

  test('a deduction of more than the wallet has is refused and stays in the form', async () => {
    await show();
    refuse('POST /api/admin/users', 'insufficient_funds');
    await fill('-251');
    await button('Apply credits').click();
    await confirm(/^Deduct ₹251\.00/);
    await see(page.getByRole('alert').getByText('Refused: insufficient_funds'));
    await expect.element(amount).toHaveValue('-251');
  });

  test('credits without an answer are sent again with the same key, and the next amount with another key', async () => {
    await show();
    cutOff('POST /api/admin/users');
    await fill('10');
    await button('Apply credits').click();
    await confirm(/^Add/);
    await see(page.getByRole('alert').getByText(/^Action failed\. Couldn’t reach Sachet/));
    answerWith(null);
    await button('Apply credits').click();
    await confirm(/^Add/);
    await see(page.getByText('Credits applied'));
    await fill('10');
    await button('Apply credits').click();
    await confirm(/^Add/);
    await expect.poll(() => keys().length).toBe(3);
    const [lost, again, next] = keys();
    expect(lost).toMatch(/^[\da-f]{32}$/);
    expect(again).toBe(lost);
    expect(next).not.toBe(lost);
  });

  test('an amount that is changed after a failure is sent with another key', async () => {
    await show();
    cutOff('POST /api/admin/users');
    for (const typed of ['10', '11']) {
      await fill(typed);
      await button('Apply credits').click();
      await confirm(/^Add/);
    }
    await expect.poll(() => new Set(keys()).size).toBe(2);
  });
});

describe('a large amount', () => {
  test("credits above the admin's own limit are proposed to a second admin", async () => {
    answerWith(someProposal());
    await show();
    await fill('5000');
    await see(button('Apply credits'));
    await fill('5000.01', 'a campaign');
    await see(
      page
        .getByRole('status')
        .getByText(/^You can add or deduct ₹5,000\.00 more on your own within 24 hours/),
    );
    await button('Propose credits').click();
    await see(question.getByText('This is a large amount (> ₹5000).'));
    expect(question.getByText('New balance:').elements()).toEqual([]);
    await expectAccess('the question of a large amount');
    await confirm(/A second super admin must approve it within 24 hours\./);
    await see(page.getByText('Proposed. A second super admin must approve it.'));
  });

  test('the only super admin applies large credits after the confirmation', async () => {
    answer('GET /api/admin/me', { isSuperAdmin: true, isFinance: true, decidesAlone: true });
    await show();
    await fill('5000.01', 'a campaign');
    await see(page.getByRole('status').getByText(/^You are the only super admin/));
    await button('Apply credits').click();
    await see(question.getByText('This is a large amount (> ₹5000).'));
    await confirm(/New balance/);
    await see(page.getByText('Credits applied'));
  });

  test("a deduction above the admin's own limit is proposed, too", async () => {
    await show();
    await fill('-5000.01');
    await button('Propose credits').click();
    await see(question.getByText('This is a large amount (> ₹5000).'));
  });

  test("the credits form reports a proposal when another tab has used up the admin's limit", async () => {
    answerWith(someProposal({ amount: 10 }));
    await show();
    await fill('10');
    await button('Apply credits').click();
    await confirm('New balance: ₹260.00.');
    await see(page.getByText('Proposed. A second super admin must approve it.'));
  });
});

describe('the wallet', () => {
  test("credits for a member go to the organization's wallet unless the admin chooses the member's own", async () => {
    await show(memberDetail);
    await expect.element(target).toHaveValue('organization');
    await see(page.getByText('₹1,000.00'));
    await see(page.getByText('₹75.50 of this is on hold'));
    await see(button('Copy wal_org'));
    await fill('41');
    await see(button('Propose credits'));
    await fill('30');
    await button('Apply credits').click();
    await see(question.getByText('Add ₹30.00 to the wallet of Chai & Co.'));
    await confirm('New balance: ₹1,030.00.');

    await userEvent.selectOptions(target, 'User');
    await see(page.getByText('₹250.00'));
    await see(button('Copy wal_asha'));
    await fill('39');
    await button('Apply credits').click();
    await confirm('New balance: ₹289.00.');
    await expect.poll(sent).toMatchObject([{ target: 'organization' }, { target: 'user' }]);
  });

  test('an admin cannot adjust a wallet that they spend from', async () => {
    const wallet = { ...memberDetail.wallet!, ownWallets: ['organization' as const] };
    await show({ ...memberDetail, wallet });
    await fill('10');
    await see(
      page
        .getByRole('status')
        .getByText(/^You can spend from this wallet, or could in the past\. Ask another/),
    );
    await expect.element(button('Apply credits')).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    expect(sent()).toEqual([]);
    await userEvent.selectOptions(target, 'User');
    await expect.element(button('Apply credits')).toBeEnabled();
  });

  test('the credits form says that the first credits will open a missing wallet', async () => {
    const wallet = { ...someDetail(asha).wallet!, user: null };
    await show(someDetail(asha, { wallet }));
    await see(page.getByText('No wallet yet. It opens with the first credits.'));
    await fill('10');
    await button('Apply credits').click();
    await see(question.getByText(/New balance: ₹10\.00\./));
  });

  test('the wallet in the dialog links to its ledger events', async () => {
    await show();
    await expect
      .element(page.getByRole('link', { name: 'See the ledger events' }))
      .toHaveAttribute('href', '/admin/ledger?wallet=wal_asha');
  });

  test('the credits form refuses credits for a user who is deleted or has no profile', async () => {
    await show(someDetail(asha, { wallet: null }));
    await see(page.getByText('No wallet: this user hasn’t finished signing up.'));
    await show(someDetail({ ...asha, deleted: true }));
    await see(page.getByText('This user was deleted.'));
    await seeGone(amount);
    await see(page.getByRole('heading', { name: 'Payments' }));
  });
});
