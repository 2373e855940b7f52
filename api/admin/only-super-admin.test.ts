// Decisions of the only super admin, and the attack of one who removes the other.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLedger } from '@sachet/db/ledger/ledger';
import type { AdminMeResponse } from '@sachet/shared/admin/contracts/admin';
import type {
  AdminGrowth,
  ChangedCampaign,
  MadeGiftCode,
} from '@sachet/shared/people/contracts/growth';
import { signUpWithEmail } from '../../dev/local/testing/people.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import { foundOrganization } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { someSuperAdmins } from '../testing/super-admin.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

const [listed] = someSuperAdmins(1) as [string];
let open: AdministeredStack;
let admin: Customer;
let other: Customer;
beforeAll(async () => {
  // Other files have further super admins in the shared database.
  open = await openAdministeredStack({ env: { SUPER_ADMIN_EMAILS: listed } });
  [admin, other] = open.admins;
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});
beforeEach(async () => {
  await open.books.query('delete from super_admin where uid <> $1', [admin.uid]);
});

const grant = ({ uid }: Customer) =>
  open.books.query('insert into super_admin (uid) values ($1)', [uid]);

const large = (uid: string, amount = 20_000) => ({
  uid,
  action: 'add-credits' as const,
  amount,
  reason: 'a lost payment',
});

const readMe = async () => (await admin.send<AdminMeResponse>('/api/admin/me')).body;

test('the only super admin adds large credits immediately, and the audit trail says so', async () => {
  const customer = await createCustomer(open.stack);
  const { uid } = customer;
  expect(await readMe()).toMatchObject({ decidesAlone: true });
  const key = 'one-request';
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => open.act(large(uid), { key })),
  );
  for (const { status, body } of answers) {
    expect([status, body]).toMatchObject([200, { walletBalance: 20_250, proposal: null }]);
  }
  expect((await customer.wallet()).walletBalance).toBe(20_250);
  expect(await open.trail(uid)).toMatchObject([
    { actor: `user:${admin.uid}`, action: 'propose-credits' },
    {
      actor: `user:${admin.uid}`,
      action: 'approve-credits-alone',
      details: { amountPaise: 20_000_00, proposedBy: admin.uid },
    },
  ]);
  expect(await open.books.kinds((await customer.wallet()).walletId)).toEqual({
    SignupBonusCredited: 1,
    AdjustedByAdmin: 1,
  });
});

test('large credits that the wallet cannot bear are refused, and no proposal is left waiting', async () => {
  const { uid } = await createCustomer(open.stack);
  expectRefusal(await open.act(large(uid, -20_000)), 'insufficient_funds', 'amount');
  expect((await open.trail(uid)).map(({ action }) => action)).toEqual([
    'propose-credits',
    'withdraw-credits',
  ]);
});

test('the only super admin refunds a large charge immediately', async () => {
  const customer = await createCustomer(open.stack);
  const { uid } = customer;
  await open.done(large(uid));
  const { walletId: wallet } = await customer.wallet();
  const ledger = createLedger({ connectionString: open.stack.database.appUrl });
  const outcome = await ledger.append({
    type: 'Charge',
    walletId: wallet,
    idempotencyKey: 'a large purchase',
    actor: `user:${uid}`,
    tool: 'image',
    memberUid: uid,
    amountPaise: 9_000_00,
  });
  await ledger.close();
  expect(outcome.ok).toBe(true);
  const { status, body } = await admin.send('/api/admin/ledger/refund-charge', {
    json: { wallet, seq: 3, amount: 8_000, reason: 'a duplicate' },
    headers: { 'idempotency-key': 'one-refund' },
  });
  expect([status, body]).toEqual([200, { refundable: 1_000, proposal: null }]);
  expect((await customer.wallet()).walletBalance).toBe(20_250 - 1_000);
  expect((await open.trail(uid)).map(({ action }) => action).slice(-2)).toEqual([
    'propose-refund',
    'approve-refund-alone',
  ]);
});

test('the only super admin cannot adjust their own wallet', async () => {
  expectRefusal(await open.act(large(admin.uid)), 'forbidden');
});

test('the only super admin moves a person into an organization immediately', async () => {
  const founder = await foundOrganization(open.stack);
  const { organizationId } = founder;
  const { uid } = await createCustomer(open.stack);
  const move = { uid, action: 'set-role' as const, role: 'user', organizationId };
  await open.done({ ...move, reason: 'asked by phone' });
  expect((await founder.organization()).members).toHaveLength(2);
  const actions = (await open.trail(uid)).map(({ action }) => action);
  expect(actions).toContain('approve-role-alone');
});

test('the only super admin changes the campaign and makes gift codes above the limit', async () => {
  const { campaign } = (await admin.send<AdminGrowth>('/api/admin/growth')).body;
  const terms = { ...campaign, dailyBudget: 100_000 };
  const changed = await admin.send<ChangedCampaign>('/api/admin/campaign', {
    json: { ...terms, reason: 'a launch' },
  });
  expect([changed.status, changed.body]).toEqual([200, { campaign: terms, proposal: null }]);
  const made = await admin.send<MadeGiftCode>('/api/admin/gift-codes', {
    json: { amount: 1000, uses: 60, days: 30, note: 'a large fair' },
  });
  expect([made.status, made.body]).toMatchObject([201, { giftCode: { state: 'open' } }]);
  const actions = await open.books.query<{ action: string }>(
    `select action from admin_audit where action like 'approve-%-alone' order by id desc limit 2`,
  );
  expect(actions.map(({ action }) => action)).toEqual([
    'approve-gift-code-alone',
    'approve-campaign-alone',
  ]);
});

test('a proposal that waited for a second super admin can be approved once there is only one', async () => {
  await grant(other);
  const customer = await createCustomer(open.stack);
  const { status, body } = await open.act(large(customer.uid));
  expect(status).toBe(202);
  const approve = { json: { proposalId: body.proposal!.proposalId, decision: 'approve' } };
  expectRefusal(await admin.send('/api/admin/proposals', approve), 'forbidden');
  await open.books.query('delete from super_admin where uid = $1', [other.uid]);
  expect((await admin.send('/api/admin/proposals', approve)).status).toBe(200);
  expect((await customer.wallet()).walletBalance).toBe(20_250);
});

test('a super admin who disables the second one does not decide alone for seven days', async () => {
  await grant(other);
  const customer = await createCustomer(open.stack);
  expectRefusal(await open.act({ uid: other.uid, action: 'delete' }), 'wrong_state');
  await open.done({ uid: other.uid, action: 'disable' });
  expect(await readMe()).toMatchObject({ decidesAlone: false });
  const { status, body } = await open.act(large(customer.uid));
  expect(status).toBe(202);
  const approve = { json: { proposalId: body.proposal!.proposalId, decision: 'approve' } };
  expectRefusal(await admin.send('/api/admin/proposals', approve), 'forbidden');
  const past = `update user_profile set disabled_at = now() - interval '8 days' where uid = $1`;
  await open.books.query(past, [other.uid]);
  expect((await admin.send('/api/admin/proposals', approve)).status).toBe(200);
  await open.done({ uid: other.uid, action: 'enable' });
});

test('a listed super admin who has not signed up decides as the second one', async () => {
  const second = asCustomer(open.stack, await signUpWithEmail({ email: listed }));
  const customer = await createCustomer(open.stack);
  expect(await readMe()).toMatchObject({ decidesAlone: false });
  const { status, body } = await open.act(large(customer.uid));
  expect(status).toBe(202);
  const approve = { json: { proposalId: body.proposal!.proposalId, decision: 'approve' } };
  expectRefusal(await admin.send('/api/admin/proposals', approve), 'forbidden');
  expect((await second.send('/api/admin/proposals', approve)).status).toBe(200);
  expect((await customer.wallet()).walletBalance).toBe(20_250);
});
