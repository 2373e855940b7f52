/** The API's answers for admins. They have defaults that a test can override. */
import type { AdminLedgerEvent } from '@sachet/shared/ledger/contracts/admin-ledger';
import type { AdminNotice } from '@sachet/shared/admin/contracts/admin-notices';
import type { AdminProposal } from '@sachet/shared/admin/contracts/admin-proposals';
import type { WalletPayment } from '@sachet/shared/payments/contracts/admin-payments';
import type { AdminUser, AdminUserDetail } from '@sachet/shared/admin/contracts/admin-users';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { see, seeGone } from './mount';
import { signIn, someProfile } from './people';
import { answer } from './server';

/** Signs in a super admin and returns the uid. */
export function signInAsSuperAdmin(notices: AdminNotice[] = []): string {
  const uid = signIn({ profile: { firstName: 'Meera', lastName: 'Nair' } });
  answer('GET /api/admin/me', { isSuperAdmin: true, isFinance: true, decidesAlone: false });
  answer('GET /api/admin/notices', { notices });
  return uid;
}

/**
 * Signs in a user with the role finance. Such a user may not read admin notices, so a request for them fails
 * the test.
 */
export function signInAsFinance(): void {
  signIn({ profile: { firstName: 'Farah', lastName: 'Khan' } });
  answer('GET /api/admin/me', { isSuperAdmin: false, isFinance: true, decidesAlone: false });
}

const moment = '2026-03-01T10:00:00.000Z';

/** A name, an address, an id and an amount, each of the maximum length. */
export const long = {
  name: 'Venkatanarasimharajuvaripeta '.repeat(4).trim(),
  email: `${'a.very.long.address.'.repeat(3)}0@${'of.a.long.host.'.repeat(5)}example`,
  id: `wal_${'0123456789abcdef'.repeat(4)}`,
  rupees: 98_76_543.21,
};

export function someUser(uid: string, given: Partial<AdminUser> = {}): AdminUser {
  const email = `${uid}@people.test`;
  return {
    uid,
    email,
    phoneNumber: null,
    disabled: false,
    metadata: { creationTime: moment, lastSignInTime: '2026-03-02T10:00:00.000Z' },
    profile: someProfile({ uid, email }),
    providerData: [{ providerId: 'password' }],
    hasSignIn: true,
    deleted: false,
    ...given,
  };
}

/** An individual user with ₹250.00. One admin alone may add up to ₹5,000.00 to this wallet or deduct them. */
export function someDetail(user: AdminUser, given: Partial<AdminUserDetail> = {}): AdminUserDetail {
  return {
    user,
    profile: user.profile,
    organization: null,
    isTargetSuper: false,
    wallet: {
      paysFrom: 'user',
      balance: 250,
      held: 0,
      lifetimeSpent: 0,
      user: { id: `wal_${user.uid}`, balance: 250, held: 0 },
      organization: null,
      withoutApproval: 5000,
      ownWallets: [],
    },
    ...given,
  };
}

export function somePayment(given: Partial<WalletPayment> = {}): WalletPayment {
  return {
    paymentId: 'pay_1',
    orderId: 'order_1',
    credited: 500,
    refunded: 0,
    disputed: 0,
    refundable: 500,
    creditedAt: moment,
    refunds: [],
    ...given,
  };
}

type Credits = Extract<AdminProposal, { kind: 'credits' }>;
type Role = Extract<AdminProposal, { kind: 'role' }>;

export function someProposal(given: Partial<Credits> = {}): Credits {
  return {
    kind: 'credits',
    proposalId: 'prop_1',
    uid: 'asha',
    email: 'asha@people.test',
    phoneNumber: null,
    walletId: 'wal_asha',
    target: 'user',
    organizationName: null,
    amount: 5000.01,
    reason: 'a campaign',
    status: 'waiting',
    proposedBy: { uid: 'another', email: 'another@sachet.test' },
    proposedAt: moment,
    expiresAt: '2026-03-02T10:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
    note: null,
    ...given,
  };
}

/** A proposal to make Asha an admin of Chai & Co. */
export function someRoleProposal(given: Partial<Role> = {}): Role {
  const { walletId: _, target: __, amount: ___, ...shared } = someProposal();
  return {
    ...shared,
    kind: 'role',
    role: 'admin',
    organizationId: 'org_1',
    organizationName: 'Chai & Co.',
    reason: 'asked by phone',
    ...given,
  };
}

/** An event that charges ₹90.00 for a picture. */
export function someEvent(given: Partial<AdminLedgerEvent> = {}): AdminLedgerEvent {
  const { seq = 3 } = given;
  return {
    position: 100 + seq,
    walletId: 'wal_asha',
    seq,
    owner: { kind: 'user', id: 'asha', name: 'Asha Verma' },
    kind: 'Charged',
    amount: -90,
    held: 0,
    locked: 0,
    balanceAfter: 250,
    heldAfter: 0,
    counterAccount: 'revenue:image',
    actor: 'user:asha',
    memberUid: null,
    generationId: null,
    conversationId: null,
    orderId: null,
    paymentId: null,
    holdId: null,
    reversesSeq: null,
    upgradesSeq: null,
    reason: null,
    effectiveAt: moment,
    recordedAt: moment,
    ...given,
  };
}

export const question = page.getByRole('dialog', { name: 'Please confirm' });

/** Waits for the text in the 'Please confirm' dialog, then confirms. */
export async function confirm(words: string | RegExp): Promise<void> {
  await see(question.getByText(words));
  await question.getByRole('button', { name: 'Confirm' }).click();
  await seeGone(question);
}

/** Returns the rows of the page's only table, without the header row. */
export const findRows = (table = page.getByRole('table')) =>
  table.getByRole('row').filter({ hasNot: page.getByRole('columnheader') });

export const seeRows = (count: number) =>
  expect.poll(() => findRows().elements().length).toBe(count);

/** Returns the value beside a name in a description list. */
export function findFact(name: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].find((each) => each.textContent === name);
  return term?.nextElementSibling?.textContent ?? undefined;
}
