import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  PaymentException,
  PaymentExceptions,
  PaymentRefund,
  WalletPayments,
} from '@sachet/shared/payments/contracts/admin-payments';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import { signUpWithEmail } from '../../dev/local/testing/people.ts';
import { asCustomer, createCustomer, type AnyBody, type Customer } from '../testing/client.ts';
import { toCallback, openCounter, createPayer, type Counter } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { adjustBalance, fillAndSpend } from '../testing/spending.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';

const boss = `boss-${randomUUID()}@people.test`;
let open: OpenStack;
let counter: Counter;
let admin: Customer;
beforeAll(async () => {
  const env = { SUPER_ADMIN_EMAILS: boss };
  open = await openStack({ queue: 'postgres', env, limits: impatient });
  counter = openCounter(open.stack.razorpayUrl);
  admin = asCustomer(open.stack, await signUpWithEmail({ email: boss, verified: true }));
});
afterAll(() => open?.stop());

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

interface Paid {
  readonly customer: Customer;
  readonly walletId: string;
  readonly orderId: string;
  readonly paymentId: string;
}

/** A user with the bonus of ₹250 and ₹500 paid in. */
async function somebodyPaid(markers = ''): Promise<Paid> {
  const customer = await createCustomer(open.stack);
  const payer = createPayer(customer);
  const { orderId } = await payer.order(500);
  if (markers) await counter.mark(orderId, markers);
  const paymentId = await counter.pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).body.status).toBe('credited');
  return { customer, orderId, paymentId, walletId: (await customer.wallet()).walletId };
}

const refund = (paymentId: string, amount: number, key: string = randomUUID()) =>
  admin.send<PaymentRefund & AnyBody>('/api/admin/refund-payment', {
    json: { paymentId, amount, reason: 'asked for it' },
    headers: { 'idempotency-key': key },
  });

async function readPayment({ customer, paymentId }: Paid) {
  const { body } = await admin.send<WalletPayments>(`/api/admin/payments?uid=${customer.uid}`);
  return body.payments.find((payment) => payment.paymentId === paymentId)!;
}

const readStatus = async (paid: Paid) => (await readPayment(paid)).refunds[0]!.status;

/** The actors of the hold and of what was refunded. */
const readActors = async ({ walletId }: Paid): Promise<string[]> =>
  (
    await open.books.query<{ actor: string }>(
      `select actor from ledger_event where wallet_id = $1 and kind in ('HoldPlaced', 'TopUpRefunded')
        order by seq`,
      [walletId],
    )
  ).map(({ actor }) => actor);

/** An exception and a notice report the refund that was not paid, until finance resolves it. */
async function expectReport({ paymentId }: Paid): Promise<void> {
  const find = async () => {
    const { body } = await admin.send<PaymentExceptions>('/api/admin/payment-exceptions');
    return body.items.find((each) => each.paymentId === paymentId);
  };
  const readNotices = async () => {
    const { body } = await admin.send<AdminNoticesResponse>('/api/admin/notices');
    return body.notices.filter(
      ({ kind, data }) => kind === 'refund_failed' && data.paymentId === paymentId,
    );
  };
  await soon(async () => expect((await find())?.kind).toBe('refund_failed'));
  expect(await readNotices()).toMatchObject([{ data: { amount: 200 } }]);
  const json = { id: (await find())!.id, note: 'sent by bank' };
  expect((await admin.send('/api/admin/payment-exceptions', { json })).status).toBe(200);
  expect(await readNotices()).toEqual([]);
}

/** Processes the refund that the gateway has kept pending. */
async function payOut(paid: Paid): Promise<void> {
  const { items } = await counter.call<{ items: { id: string }[] }>(
    'GET',
    `/v1/payments/${paid.paymentId}/refunds`,
  );
  await counter.call('POST', `/dashboard/refunds/${items[0]!.id}/processed`);
  await soon(async () => expect(await readStatus(paid)).toBe('processed'));
}

describe('a refund', () => {
  test('a refund takes unspent paid money from wallet and gateway, and leaves the bonus', async () => {
    const paid = await somebodyPaid();
    expect(await readPayment(paid)).toMatchObject({ credited: 500, refunded: 0, refundable: 500 });

    const { status, body } = await refund(paid.paymentId, 500);
    expect(status).toBe(202);
    // The worker may already have asked the gateway.
    expect(['reserved', 'pending', 'processed']).toContain(body.status);
    await soon(async () => expect(await readStatus(paid)).toBe('processed'));

    expect(await readPayment(paid)).toMatchObject({ refunded: 500, refundable: 0 });
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
    expect(await counter.payment(paid.paymentId)).toMatchObject({ status: 'refunded' });
    expect(await open.books.kinds(paid.walletId)).toEqual({
      SignupBonusCredited: 1,
      TopUpCredited: 1,
      HoldPlaced: 1,
      TopUpRefunded: 1,
    });
    const [audit] = await open.books.query<{ action: string; actor: string }>(
      'select action, actor from admin_audit order by id desc limit 1',
    );
    expect(audit).toEqual({ action: 'refund-payment', actor: `user:${admin.uid}` });
    expect((await readPayment(paid)).refunds).toMatchObject([{ requestedBy: `user:${admin.uid}` }]);
    expect(await readActors(paid)).toEqual([`admin:${admin.uid}`, `admin:${admin.uid}`]);
    await open.books.expectToBeSound();
  });

  test('spending uses the bonus first, and money that was spent is not refunded', async () => {
    const paid = await somebodyPaid();
    await adjustBalance(open.stack.database, { walletId: paid.walletId, amountPaise: -100_00 });
    const { walletId, customer } = paid;
    await fillAndSpend(open.stack.database, { walletId, uid: customer.uid, amountPaise: 300_00 });
    // Given money: 250 - 100 + 300 = 450, and 300 were spent. 150 are left, so the paid 500 are refundable.
    expect((await readPayment(paid)).refundable).toBe(500);
    expectRefusal(await refund(paid.paymentId, 500.01), 'invalid', 'amount');
    await adjustBalance(open.stack.database, { walletId, amountPaise: -400_00 });
    // 250 are left, all of it paid money.
    expect((await readPayment(paid)).refundable).toBe(250);
    expectRefusal(await refund(paid.paymentId, 300), 'invalid', 'amount');
    expect((await refund(paid.paymentId, 250)).status).toBe(202);
    await soon(async () => expect(await readStatus(paid)).toBe('processed'));
    expect(await customer.wallet()).toMatchObject({ walletBalance: 0, held: 0 });
  });

  test('the amount of a refund cannot be spent while the gateway is processing it', async () => {
    const paid = await somebodyPaid('refund:pending');
    await refund(paid.paymentId, 200);
    await soon(async () => expect(await readStatus(paid)).toBe('pending'));
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 750, held: 200 });
    expectRefusal(await refund(paid.paymentId, 100), 'wrong_state');

    await payOut(paid);
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 550, held: 0 });
  });

  test('a refund that fails at the gateway returns the money to the wallet', async () => {
    const paid = await somebodyPaid('refund:fail');
    await refund(paid.paymentId, 200);
    await soon(async () => expect(await readStatus(paid)).toBe('failed'));
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 750, held: 0 });
    expect(await open.books.kinds(paid.walletId)).toMatchObject({ HoldPlaced: 1, HoldVoided: 1 });
    expect((await readPayment(paid)).refundable).toBe(500);
    await expectReport(paid);
  });

  test('a refund that the gateway refuses is reported to finance and to super admins', async () => {
    const paid = await somebodyPaid('refund:refuse');
    await refund(paid.paymentId, 200);
    await soon(async () => expect(await readStatus(paid)).toBe('failed'));
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 750, held: 0 });
    await expectReport(paid);
  });

  test('a refund below ₹1 is refused, because the gateway pays back no less', async () => {
    const paid = await somebodyPaid();
    expectRefusal(await refund(paid.paymentId, 0.99), 'invalid', 'amount');
  });

  test('20 concurrent requests with one key are answered with one refund', async () => {
    // 20 refunds of the whole payment: without the key, a second request would find nothing refundable.
    const paid = await somebodyPaid();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(paid.paymentId, 500, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const { refundId } = answers[0]!.body;
    for (const { body } of answers) expect(body).toMatchObject({ refundId, amount: 500 });
    await soon(async () => expect(await readStatus(paid)).toBe('processed'));
    // Much later, the key still returns the first answer.
    expect((await refund(paid.paymentId, 500, key)).body).toMatchObject({
      refundId,
      status: 'processed',
    });

    const path = `/v1/payments/${paid.paymentId}/refunds`;
    const { items } = await counter.call<{ items: object[] }>('GET', path);
    expect(items).toMatchObject([{ receipt: refundId, amount: 500_00 }]);
    expect(await open.books.kinds(paid.walletId)).toMatchObject({
      HoldPlaced: 1,
      TopUpRefunded: 1,
    });
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
  });

  test('of two concurrent requests with one key and different amounts, one is refused as a conflict', async () => {
    const paid = await somebodyPaid();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => refund(paid.paymentId, i % 2 ? 60 : 50, key)),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status !== 202);
    expect([accepted.length, refused.length]).toEqual([5, 5]);
    for (const answer of refused) expectRefusal(answer, 'idempotency_conflict');
    const { amount } = accepted[0]!.body;
    await soon(async () => expect(await readPayment(paid)).toMatchObject({ refunded: amount }));
  });

  test('of two concurrent refunds with different keys, one is made and one is refused', async () => {
    // The first must still be pending when the second is read.
    const paid = await somebodyPaid('refund:pending');
    const answers = await Promise.all([refund(paid.paymentId, 50), refund(paid.paymentId, 50)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    await soon(async () => expect(await readStatus(paid)).toBe('pending'));
    await payOut(paid);
    expect(await readPayment(paid)).toMatchObject({ refunded: 50 });
  });

  test('a refund that was made at the gateway is deducted from the wallet too', async () => {
    const paid = await somebodyPaid();
    await counter.call('POST', `/v1/payments/${paid.paymentId}/refund`, { amount: 120_00 });
    await soon(async () =>
      expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 630, held: 0 }),
    );
    expect(await readPayment(paid)).toMatchObject({ refunded: 120, refunds: [] });
  });

  test('a refund of spent money at the gateway overdraws the wallet and informs finance', async () => {
    const paid = await somebodyPaid();
    await adjustBalance(open.stack.database, { walletId: paid.walletId, amountPaise: -700_00 });
    await counter.call('POST', `/v1/payments/${paid.paymentId}/refund`, { amount: 500_00 });
    const find = async () => {
      const { body } = await admin.send<PaymentExceptions>('/api/admin/payment-exceptions');
      return body.items.find(({ paymentId }) => paymentId === paid.paymentId);
    };
    await soon(async () => expect((await find())?.kind).toBe('wallet_overdrawn'));
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: -450 });
    const { id } = (await find())!;
    const json = { id, note: 'written off' };
    const resolved = await admin.send<PaymentException>('/api/admin/payment-exceptions', { json });
    expect(resolved.body).toMatchObject({ note: 'written off', resolvedBy: `user:${admin.uid}` });
    expectRefusal(await admin.send('/api/admin/payment-exceptions', { json }), 'wrong_state');
    expect(await find()).toBeUndefined();
    const trail = await open.books.query(
      `select actor from admin_audit where action = 'resolve-exception' and details @> $1`,
      [{ exceptionId: id }],
    );
    expect(trail).toEqual([{ actor: `user:${admin.uid}` }]);
  });
});

describe('a refund is refused', () => {
  test.each([-5, 0.001])('a refund is refused for an amount of %j', async (amount) => {
    const json = { paymentId: 'pay_x', amount, reason: 'asked for it' };
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await admin.send('/api/admin/refund-payment', { json, headers });
    expectRefusal(answer, 'invalid', 'amount');
  });

  test('a refund of an unknown payment, without a key, or by another caller than a super admin is refused', async () => {
    expectRefusal(await refund('pay_nobody', 5), 'not_found');
    const json = { paymentId: 'pay_nobody', amount: 5, reason: 'asked for it' };
    const unnamed = await admin.send('/api/admin/refund-payment', { json });
    expectRefusal(unnamed, 'invalid', 'Idempotency-Key');
    const customer = await createCustomer(open.stack);
    expectRefusal(await customer.send('/api/admin/refund-payment', { json }), 'forbidden');
  });
});
