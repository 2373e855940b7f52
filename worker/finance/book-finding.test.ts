import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '@sachet/db/connect';
import { loadProposal } from '@sachet/db/admin/proposals';
import { stopWriters } from '@sachet/db/testing/stop-writers';
import { toCorrectionKey } from '@sachet/db/finance/corrections';
import { compareDays } from '@sachet/db/finance/findings';
import { reconcileDays } from '@sachet/db/finance/reconcile';
import { storeSettlementLines } from '@sachet/db/finance/settlements';
import { readBookedPayment } from '@sachet/db/payments/facts';
import { openWallet } from '@sachet/db/wallet/wallets';
import { bookFinding } from '@sachet/flows/finance/book-finding';
import { bookDisputedPayment, fetchAndBookPayment } from '@sachet/flows/payments/book-payment';
import { decideProposal } from '@sachet/flows/admin/decide-proposal';
import { istDay } from '@sachet/shared/time';
import type { SettlementLine } from '@sachet/shared/finance/settlement/line';
import { holdsIdentity } from '@sachet/shared/finance/settlement/reconcile';
import { compareRequestedDays } from '@sachet/db/finance/comparisons';
import { openTill, type Till } from '../testing/till.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(async () => {
  await till?.close();
});

const today = istDay(Date.now());
const reason = 'It is on the report.';

async function pay(amountPaise = 50_000): Promise<string> {
  const order = await till.order(amountPaise);
  const paymentId = await till.counter.pay(order.gateway_order_id);
  await fetchAndBookPayment(till.deps, paymentId);
  return paymentId;
}

/** Adds the report's line of a payment. The line matches the ledger unless `changed` differs. */
async function report(paymentId: string, changed: Partial<SettlementLine> = {}): Promise<void> {
  const amountPaise = changed.amountPaise ?? 50_000;
  const fee = Math.round(amountPaise * 0.02);
  const tax = Math.round(fee * 0.18);
  const isRefund = changed.kind === 'refund';
  const line: SettlementLine = {
    kind: 'payment',
    entityId: paymentId,
    amountPaise,
    debitPaise: isRefund ? amountPaise : 0,
    creditPaise: isRefund ? 0 : amountPaise - fee - tax,
    feePaise: isRefund ? 0 : fee + tax,
    taxPaise: isRefund ? 0 : tax,
    currency: 'INR',
    onHold: false,
    createdOn: today,
    settledOn: today,
    settlementId: 'setl_1',
    utr: null,
    paymentId,
    disputeId: null,
    method: 'upi',
    ...changed,
  };
  await till.deps.db.transaction().execute((trx) => storeSettlementLines(trx, [{ line, raw: {} }]));
  await compareDays(till.deps.db, [today]);
}

async function findException(subject: string): Promise<{ id: number; kind: string }> {
  const [row] = await till.books.query<{ id: number; kind: string }>(
    'select id, kind from payment_exception where subject = $1 and resolved_at is null',
    [subject],
  );
  return row!;
}

const isOpen = async (id: number) => {
  const [row] = await till.books.query<{ open: boolean }>(
    'select resolved_at is null as open from payment_exception where id = $1',
    [id],
  );
  return row!.open;
};

const readPayment = async (paymentId: string) => {
  const events = await till.books.query<{ kind: string; amount_paise: number }>(
    'select kind, amount_paise from ledger_event where payment_id = $1 order by seq',
    [paymentId],
  );
  return events.map(({ kind, amount_paise }) => [kind, amount_paise]);
};

async function expectToHold(): Promise<void> {
  for await (const { identity } of reconcileDays(till.deps.db, [today], Date.now())) {
    expect(holdsIdentity(identity)).toBe(true);
  }
}

async function book(exceptionId: number, more: { walletId?: string; adminUid?: string } = {}) {
  const outcome = await bookFinding(till.deps, {
    exceptionId,
    adminUid: 'finance_1',
    reason,
    ...more,
  });
  await compareRequestedDays(till.deps.db);
  return outcome;
}

test('booking a finding fetches the payment from the gateway before it books anything by hand', async () => {
  const paymentId = await pay();
  const { id: refundId } = await till.counter.call<{ id: string }>(
    'POST',
    `/v1/payments/${paymentId}/refund`,
    { amount: 20_000 },
  );
  await report(paymentId);
  await report(paymentId, { kind: 'refund', entityId: refundId, amountPaise: 20_000 });
  const { id, kind } = await findException(`refund ${refundId}`);
  expect(kind).toBe('missing_in_ledger');
  expect(await book(id)).toEqual({ ok: true, done: 'agreed' });
  expect(await readPayment(paymentId)).toEqual([
    ['TopUpCredited', 50_000],
    ['TopUpRefunded', -20_000],
  ]);
  expect(await isOpen(id)).toBe(false);
  await expectToHold();
});

test("booking a finding corrects a payment to the report's amount only once, and on the payment's own day", async () => {
  const paymentId = await pay();
  await report(paymentId, { amountPaise: 49_000 });
  const { id, kind } = await findException(`payment ${paymentId}`);
  expect(kind).toBe('amount_differs');
  const outcomes = await Promise.all([book(id), book(id)]);
  // One of them can end before the other begins.
  const isOver = { ok: false, refusal: 'not_bookable' };
  expect(outcomes.some(({ ok }) => ok)).toBe(true);
  for (const outcome of outcomes.filter(({ ok }) => !ok)) expect(outcome).toEqual(isOver);
  expect(await readPayment(paymentId)).toEqual([
    ['TopUpCredited', 50_000],
    ['GatewayCorrected', -1_000],
  ]);
  expect(await isOpen(id)).toBe(false);
  expect(await book(id)).toEqual(isOver);
  await expectToHold();
});

test('a refund that was corrected by hand and then fails is reported to finance, and all other facts are booked', async () => {
  const paymentId = await pay();
  const { id: refundId } = await till.counter.call<{ id: string }>(
    'POST',
    `/v1/payments/${paymentId}/refund`,
    { amount: 20_000 },
  );
  await fetchAndBookPayment(till.deps, paymentId);
  await report(paymentId);
  await report(paymentId, { kind: 'refund', entityId: refundId, amountPaise: 20_500 });
  const { id } = await findException(`refund ${refundId}`);
  expect((await book(id)).ok).toBe(true);
  await till.counter.call('POST', `/dashboard/refunds/${refundId}/failed`);
  await till.counter.call('POST', `/dashboard/payments/${paymentId}/dispute`, {
    amount: 10_000,
    deducted: 10_000,
  });
  const { items } = await till.counter.call<{ items: { id: string; payment_id: string }[] }>(
    'GET',
    '/v1/disputes?count=100',
  );
  const dispute = items.find((each) => each.payment_id === paymentId)!;

  for (const _twice of [1, 2]) await bookDisputedPayment(till.deps, dispute.id);

  expect(await readPayment(paymentId)).toEqual([
    ['TopUpCredited', 50_000],
    ['TopUpRefunded', -20_000],
    ['GatewayCorrected', -500],
    ['TopUpDisputed', -10_000],
  ]);
  expect(await findException(refundId)).toMatchObject({ kind: 'changed_after_correction' });
});

test('winning a dispute does not undo its correction, and notifies finance', async () => {
  const paymentId = await pay();
  await till.counter.call('POST', `/dashboard/payments/${paymentId}/dispute`, {
    amount: 10_000,
    deducted: 10_000,
  });
  const { items } = await till.counter.call<{ items: { id: string; payment_id: string }[] }>(
    'GET',
    '/v1/disputes?count=100',
  );
  const { id: disputeId } = items.find((each) => each.payment_id === paymentId)!;
  await bookDisputedPayment(till.deps, disputeId);
  const corrected = await till.deps.ledger.append({
    type: 'CorrectPayment',
    walletId: (await readBookedPayment(till.deps.db, paymentId))!.walletId,
    idempotencyKey: toCorrectionKey(`dispute ${disputeId}`, 'prp_test'),
    actor: 'admin:finance_1',
    amountPaise: -1_000,
    paymentId,
    reason,
    effectiveAtMs: Date.now(),
  });
  expect(corrected.ok).toBe(true);

  await bookDisputedPayment(till.deps, disputeId);
  expect(await findException(disputeId)).toBeUndefined();
  await till.counter.call('POST', `/dashboard/disputes/${disputeId}/won`);
  await bookDisputedPayment(till.deps, disputeId);

  expect(await readPayment(paymentId)).toEqual([
    ['TopUpCredited', 50_000],
    ['TopUpDisputed', -10_000],
    ['GatewayCorrected', -1_000],
  ]);
  expect(await findException(disputeId)).toMatchObject({ kind: 'changed_after_correction' });
});

test('booking a finding credits a payment without an order to the wallet that finance names', async () => {
  const order = await till.counter.call<{ id: string }>('POST', '/v1/orders', {
    amount: 70_000,
    currency: 'INR',
  });
  const paymentId = await till.counter.pay(order.id);
  await till.counter.call('POST', `/v1/payments/${paymentId}/refund`, { amount: 10_000 });
  await fetchAndBookPayment(till.deps, paymentId);
  await report(paymentId, { amountPaise: 70_000 });
  const { id } = await findException(`payment ${paymentId}`);
  expect(await book(id)).toEqual({ ok: false, refusal: 'wallet_needed' });
  expect(await book(id, { walletId: till.walletId })).toEqual({ ok: true, done: 'booked' });
  expect(await readPayment(paymentId)).toEqual([
    ['TopUpCredited', 70_000],
    ['TopUpRefunded', -10_000],
  ]);
  expect(await isOpen(id)).toBe(false);
  // The exceptions that reported that the payment and its refund could not be booked.
  const others = await till.books.query(
    'select kind, note from payment_exception where payment_id = $1 and found_on is null order by kind',
    [paymentId],
  );
  expect(others).toEqual([
    { kind: 'refund_refused', note: 'Booked.' },
    { kind: 'unknown_order', note: 'Booked.' },
  ]);
  await expectToHold();
});

test.each(['in the same wallet', 'in another wallet'])(
  'a payment that is credited %s while finance books it leaves nothing to book',
  async (where) => {
    const order = await till.counter.call<{ id: string }>('POST', '/v1/orders', {
      amount: 70_000,
      currency: 'INR',
    });
    const paymentId = await till.counter.pay(order.id);
    await fetchAndBookPayment(till.deps, paymentId);
    await report(paymentId, { amountPaise: 70_000 });
    const { id } = await findException(`payment ${paymentId}`);
    const walletId =
      where === 'in the same wallet'
        ? till.walletId
        : await openWallet(till.deps.db, { kind: 'user', id: `payer of ${paymentId}` });
    const owner = createPool(till.database.ownerUrl);
    const gate = await stopWriters(owner, 'ledger_event', `new.payment_id = '${paymentId}'`);
    const crediting = till.deps.ledger.append({
      type: 'CreditTopUp',
      walletId,
      idempotencyKey: `topup:${paymentId}`,
      actor: 'gateway',
      amountPaise: 70_000,
      orderId: 'ord_of_webhook',
      paymentId,
    });
    await gate.isReached();
    const booking = book(id, { walletId: till.walletId });
    // Until the finding has been read.
    await sleep(1_000);
    await gate.release();
    expect(await crediting).toMatchObject({ ok: true });
    expect(await booking).toEqual({ ok: false, refusal: 'not_bookable' });
    await owner.end();
    expect(await readPayment(paymentId)).toEqual([['TopUpCredited', 70_000]]);
  },
);

test('booking a finding above the credits limit needs a second person', async () => {
  const paymentId = await pay(800_000);
  await report(paymentId, { amountPaise: 100_000 });
  const { id } = await findException(`payment ${paymentId}`);
  const proposed = await book(id);
  expect(proposed).toMatchObject({ ok: true, done: 'proposed' });
  expect(await book(id)).toEqual(proposed);
  expect(await readPayment(paymentId)).toEqual([['TopUpCredited', 800_000]]);

  const proposalId = 'proposalId' in proposed ? proposed.proposalId : '';
  const proposal = (await loadProposal(till.deps.db, proposalId))!;
  const decision = { proposal, decision: 'approve', note: null } as const;
  expect(await decideProposal(till.deps, { ...decision, adminUid: 'finance_1' })).toEqual({
    ok: false,
    refusal: 'not_yours',
  });
  const approved = await decideProposal(till.deps, { ...decision, adminUid: 'super_2' });
  expect(approved).toMatchObject({ ok: true, proposal: { status: 'approved' } });
  await compareRequestedDays(till.deps.db);
  expect(await readPayment(paymentId)).toEqual([
    ['TopUpCredited', 800_000],
    ['GatewayCorrected', -700_000],
  ]);
  expect(await isOpen(id)).toBe(false);
  await expectToHold();
});

test('a finding is booked once if one person books it while another approves its booking', async () => {
  const paymentId = await pay(800_000);
  await report(paymentId, { amountPaise: 320_000 });
  const { id } = await findException(`payment ${paymentId}`);
  const proposed = await book(id);
  expect(proposed).toMatchObject({ ok: true, done: 'proposed' });
  const proposalId = 'proposalId' in proposed ? proposed.proposalId : '';
  const proposal = (await loadProposal(till.deps.db, proposalId))!;

  const owner = createPool(till.database.ownerUrl);
  const gate = await stopWriters(owner, 'ledger_event', `new.kind = 'GatewayCorrected'`);
  const decision = { proposal, decision: 'approve', note: null, adminUid: 'super_2' } as const;
  const approval = decideProposal(till.deps, decision);
  await gate.isReached();
  const alone = book(id, { adminUid: 'finance_6' });
  await sleep(1_000);
  await gate.release();
  await Promise.allSettled([approval, alone]);
  await owner.end();
  expect(await readPayment(paymentId)).toEqual([
    ['TopUpCredited', 800_000],
    ['GatewayCorrected', -480_000],
  ]);
  await expectToHold();
});

test('the database refuses a correction above the limit without an approval', async () => {
  const paymentId = await pay();
  await expect(
    till.deps.ledger.append({
      type: 'CorrectPayment',
      walletId: till.walletId,
      idempotencyKey: `correction:payment ${paymentId}:prp_made_up`,
      actor: 'admin:finance_3',
      amountPaise: 500_001,
      paymentId,
      reason,
    }),
  ).rejects.toMatchObject({ constraint: 'credit_needs_approval' });
});

test('booking a finding is refused for a fee, and for a payment that the report lists twice', async () => {
  const twice = await pay();
  await report(twice);
  await report(twice, { settlementId: 'setl_2' });
  const { id, kind } = await findException(`payment ${twice}`);
  expect(kind).toBe('duplicate');
  expect(await book(id)).toEqual({ ok: false, refusal: 'not_bookable' });

  const fees = await pay();
  await report(fees, { feePaise: 5_000, taxPaise: 763, creditPaise: 45_000 });
  const { id: feesId, kind: feesKind } = await findException(`payment ${fees}`);
  expect(feesKind).toBe('fee_differs');
  expect(await book(feesId)).toEqual({ ok: false, refusal: 'not_bookable' });
  expect(await readPayment(twice)).toEqual([['TopUpCredited', 50_000]]);
  expect(await readPayment(fees)).toEqual([['TopUpCredited', 50_000]]);
});
