import type {
  AdminAuditItem,
  AdminUser,
  AdminUserDetail,
} from '@sachet/shared/admin/contracts/admin-users';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import {
  findFact,
  findRows,
  long,
  signInAsSuperAdmin,
  someDetail,
  somePayment,
  someUser,
} from '../../../testing/admin';
import { mount, see, seeGone } from '../../../testing/mount';
import { answer, cutOff, keepBack, refuse } from '../../../testing/server';
import { tabs, UserDialog, type UserTab } from './UserDialog';

const asha = someUser('asha');
const member: AdminUser = someUser('meera', {
  email: null,
  phoneNumber: '+919812300045',
  providerData: [
    { providerId: 'phone' },
    { providerId: 'google.com' },
    { providerId: 'apple.com' },
  ],
  profile: {
    ...asha.profile!,
    accountType: 'organization',
    firstName: 'Meera',
    lastName: 'Nair',
    emailVerified: false,
  },
});
const dialog = page.getByRole('dialog');
const tab = (name: string) => dialog.getByRole('tab', { name });

function Opened({ uid, first, onClose }: { uid: string; first: UserTab; onClose: () => void }) {
  const [at, setAt] = useState(first);
  return (
    <UserDialog
      uid={uid}
      tab={at}
      onTab={setAt}
      onChanged={async () => undefined}
      onClose={onClose}
    />
  );
}

async function show(
  detail: AdminUserDetail = someDetail(asha),
  {
    first = 'overview' as UserTab,
    ...settings
  }: { first?: UserTab; phone?: boolean; language?: 'hi' } = {},
) {
  const onClose = vi.fn<() => void>();
  answer('GET /api/admin/user-detail', detail);
  await mount(<Opened uid={detail.user.uid} first={first} onClose={onClose} />, settings);
  return onClose;
}

const auditItem = (given: Partial<AdminAuditItem>): AdminAuditItem => ({
  id: given.action ?? '1',
  ts: '2026-03-01T10:00:00.000Z',
  actorEmail: null,
  actorUid: null,
  actorKind: 'admin',
  action: 'disable',
  details: {},
  ...given,
});

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/payments', { walletId: 'wal_asha', payments: [] });
  answer('GET /api/admin/audit', { items: [] });
});

describe('every tab', () => {
  test('the dialog shows only the uid until the user has loaded', async () => {
    const release = keepBack('GET /api/admin/user-detail');
    await mount(<Opened uid="asha" first="overview" onClose={vi.fn<() => void>()} />);
    await see(page.getByRole('dialog', { name: 'User' }));
    await see(dialog.getByRole('status').getByText('Loading...'));
    await see(dialog.getByRole('button', { name: 'Copy asha' }));
    answer('GET /api/admin/user-detail', someDetail(asha));
    release();
    await see(page.getByRole('dialog', { name: 'Asha Verma' }));
    await seeGone(dialog.getByRole('status').getByText('Loading...'));
  });

  test('the dialog can load a user again after a failure', async () => {
    cutOff('GET /api/admin/user-detail');
    await mount(<Opened uid="asha" first="overview" onClose={vi.fn<() => void>()} />);
    await see(dialog.getByRole('alert').getByText('Failed to load detail'));
    await see(dialog.getByText('Couldn’t reach Sachet.'));
    refuse('GET /api/admin/user-detail', 'not_found');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await see(dialog.getByText('We couldn’t find that.'));
    answer('GET /api/admin/user-detail', someDetail(asha));
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await see(page.getByRole('dialog', { name: 'Asha Verma' }));
  });

  test('the arrow keys change the tab of the dialog and report it to the page', async () => {
    await show();
    await tab('Overview').click();
    for (const name of ['Account', 'Wallet', 'Security', 'Audit']) {
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
      await expect.element(tab(name)).toHaveFocus();
    }
    await see(
      dialog.getByRole('tabpanel', { name: 'Audit' }).getByText('No recent admin actions.'),
    );
  });

  test('the close button and Escape close the dialog of a user', async () => {
    const onClose = await show();
    await see(page.getByRole('dialog', { name: 'Asha Verma' }));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe('the overview of a user', () => {
  test("an individual's overview shows their details and their wallet", async () => {
    await show(someDetail(asha, { isTargetSuper: true }));
    await see(dialog.getByRole('tabpanel'));
    expect(findFact('Name')).toBe('Asha Verma');
    expect(findFact('Account and role')).toBe('Individual');
    expect(findFact('Email')).toBe('asha@people.test (verified)');
    expect(findFact('Phone')).toBe('–None');
    expect(findFact('Sign-in methods')).toBe('Password');
    expect(findFact('Pays from')).toBe('Own wallet: ₹250.00');
    expect(findFact('Total spent')).toBe('₹0.00');
    expect(findFact('Monthly budget')).toBeUndefined();
    expect(findFact('Superadmin')).toBe('Yes');
    await expect
      .element(dialog.getByRole('link', { name: 'See the ledger events' }))
      .toHaveAttribute('href', '/admin/ledger?uid=asha');
  });

  test("a member's overview shows the organization that pays, and the budget", async () => {
    const organization = { id: 'org_1', name: 'Chai & Co.', walletBalance: 1_00_000 };
    const wallet = someDetail(member).wallet!;
    const show1 = (budget: number) =>
      show(
        someDetail(member, {
          profile: { ...member.profile!, budget },
          organization,
          wallet: { ...wallet, paysFrom: 'organization', balance: 1_00_000 },
        }),
      );
    await show1(0);
    await see(dialog.getByRole('button', { name: 'Copy org_1' }));
    expect(findFact('Pays from')).toBe('Organization wallet: ₹1,00,000.00');
    expect(findFact('Monthly budget')).toBe('Unlimited');
    // An unknown sign-in method is shown under its own name.
    expect(findFact('Sign-in methods')).toBe('Phone, Google, apple.com');
    await show1(1500.5);
    await expect.poll(() => findFact('Monthly budget')).toBe('₹1,500.50');
  });

  test.each<[string, AdminUserDetail, string]>([
    [
      'hasn’t finished signing up',
      someDetail({ ...asha, profile: null }, { wallet: null }),
      'This user has signed in but hasn’t finished signing up: there is no profile.',
    ],
    [
      'was deleted',
      someDetail({ ...asha, deleted: true }),
      'This user was deleted. Their wallet, ledger and audit trail are kept.',
    ],
    [
      'has no sign-in',
      someDetail({ ...asha, hasSignIn: false }),
      'The sign-in provider no longer has this account.',
    ],
  ])('the overview explains the state of a user who %s', async (_who, detail, words) => {
    await show(detail);
    await see(dialog.getByText(words));
  });
});

describe('the audit trail of a user', () => {
  const items = [
    auditItem({
      action: 'add-credits',
      actorEmail: 'meera@sachet.test',
      details: { walletId: 'wal_asha', amountPaise: -50_50 },
    }),
    auditItem({
      action: 'propose-credits',
      actorUid: 'admin-without-address',
      details: { walletId: 'wal_asha', amountPaise: 6000_00, proposalId: 'prop_1' },
    }),
    auditItem({ action: 'grant-super-admin', actorKind: 'operator' }),
    auditItem({ action: 'expire-credits', actorKind: 'system' }),
  ];

  test('the audit trail shows time, admin and action, and links amounts to events and proposals to approvals', async () => {
    answer('GET /api/admin/audit', { items });
    await show(someDetail(asha), { first: 'audit' });
    const row = (name: string) => dialog.getByRole('row', { name });
    await see(row('add-credits').getByText('meera@sachet.test'));
    await see(row('add-credits').getByText('−₹50.50'));
    await expect
      .element(row('add-credits').getByRole('link'))
      .toHaveAttribute('href', '/admin/ledger?wallet=wal_asha&kind=AdjustedByAdmin');
    await see(row('propose-credits').getByText('admin-without-address'));
    await expect
      .element(row('propose-credits').getByRole('link', { name: 'Approvals' }))
      .toHaveAttribute('href', '/admin/approvals');
    await see(row('grant-super-admin').getByText('Command line'));
    await see(row('expire-credits').getByText('System'));
    expect(findRows().elements()).toHaveLength(4);
  });

  test('the audit trail can be loaded again after a failure', async () => {
    refuse('GET /api/admin/audit', 'internal');
    await show(someDetail(asha), { first: 'audit' });
    await see(dialog.getByRole('alert').getByText('Failed to load audit'));
    answer('GET /api/admin/audit', { items });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await see(dialog.getByText('add-credits'));
  });
});

const longest = someUser('u'.repeat(120), {
  email: long.email,
  profile: { ...member.profile!, firstName: long.name, lastName: long.name, budget: long.rupees },
});
const longestDetail = someDetail(longest, {
  organization: { id: long.id, name: long.name, walletBalance: long.rupees },
  wallet: {
    paysFrom: 'organization',
    balance: long.rupees,
    held: long.rupees,
    lifetimeSpent: long.rupees,
    user: { id: long.id, balance: 0, held: 0 },
    organization: { id: long.id, balance: long.rupees, held: long.rupees },
    withoutApproval: 5000,
    ownWallets: ['organization'],
  },
});

describe.each([
  { language: undefined, phone: false },
  { language: 'hi', phone: true },
] as const)('in $language, on a phone: $phone', (settings) => {
  test.each(tabs)('the tab %s with long texts is accessible and fits the screen', async (first) => {
    answer('GET /api/admin/payments', {
      walletId: long.id,
      payments: [
        somePayment({ paymentId: long.id, credited: long.rupees, refundable: long.rupees }),
      ],
    });
    answer('GET /api/admin/audit', {
      items: [auditItem({ actorEmail: long.email, details: { walletId: 'w', amountPaise: 1 } })],
    });
    await show(longestDetail, { first, ...settings });
    await expect.poll(() => document.querySelector('[role=tabpanel]')).not.toBeNull();
    await expect.poll(() => document.querySelector('[role=tabpanel] .animate-pulse')).toBeNull();
    await expectToFit(first);
    await expectAccess(first);
  });
});
