import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTill, type Till, type WebhookDelivery } from './testing/till.ts';
import { processWebhook } from './webhook.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(async () => {
  await till?.close();
});

const hear = async (told: WebhookDelivery) => {
  await till.keep(told);
  await processWebhook(till.deps, told.eventId);
};

interface Dispute {
  readonly id: string;
}

/** A bank opens a dispute of a payment of ₹500, and what it did then. */
async function disputed(amount = 50_000, ends: 'won' | 'lost' | 'closed' | null = null) {
  const order = await till.order();
  const paymentId = await till.counter.pay(order.gateway_order_id);
  const path = `/dashboard/payments/${paymentId}/dispute`;
  const { id } = await till.counter.call<Dispute>('POST', path, { amount });
  if (ends) await till.counter.call('POST', `/dashboard/disputes/${id}/${ends}`);
  const told = await till.told(paymentId, ends ? 5 : 4);
  return {
    id,
    paymentId,
    payment: told.filter(({ kind }) => !kind.includes('dispute')),
    dispute: told.filter(({ kind }) => kind.includes('dispute')),
  };
}

const readEvents = async (paymentId: string) => {
  const rows = await till.books.query<{ kind: string; amount_paise: number }>(
    `select kind, amount_paise from ledger_event where payment_id = $1
        and kind <> 'TopUpCredited' order by seq`,
    [paymentId],
  );
  return rows.map(({ kind, amount_paise }) => [kind, amount_paise]);
};

const balance = async () => {
  const [wallet] = await till.books.query<{ balance_paise: number }>(
    'select balance_paise from wallet where id = $1',
    [till.walletId],
  );
  return wallet!.balance_paise;
};

const exceptionsAbout = async (subject: string) =>
  (await till.exceptions()).filter((exception) => exception.subject === subject);

describe('a dispute', () => {
  let before: number;
  beforeEach(async () => {
    before = await balance();
  });

  test('given it is open, then its amount is out of reach, once', async () => {
    const { paymentId, payment, dispute } = await disputed(20_000);
    for (const told of [...payment, ...dispute, ...dispute]) await hear(told);
    await hear({ ...dispute[0]!, eventId: `${dispute[0]!.eventId}-again` });
    expect(await readEvents(paymentId)).toEqual([['TopUpDisputed', -20_000]]);
    expect(await balance()).toBe(before + 30_000);
  });

  test('given it is won, then the amount is back', async () => {
    const { id, paymentId, payment, dispute } = await disputed(20_000, 'won');
    for (const told of [...payment, ...dispute]) await hear(told);
    expect(await readEvents(paymentId)).toEqual([
      ['TopUpDisputed', -20_000],
      ['DisputeWon', 20_000],
    ]);
    expect(await balance()).toBe(before + 50_000);
    expect(await exceptionsAbout(id)).toEqual([]);
  });

  test('given its end is heard first, or alone, then it comes to the same', async () => {
    const won = await disputed(20_000, 'won');
    // Not even the payment was heard of.
    for (const told of won.dispute.toReversed()) await hear(told);
    expect(await readEvents(won.paymentId)).toEqual([
      ['TopUpDisputed', -20_000],
      ['DisputeWon', 20_000],
    ]);
    const lost = await disputed(20_000, 'lost');
    await hear(lost.dispute[1]!);
    await hear(lost.dispute[0]!);
    expect(await readEvents(lost.paymentId)).toEqual([['TopUpDisputed', -20_000]]);
    expect(await exceptionsAbout(lost.id)).toEqual([]);
  });

  test('given it is closed, then the amount stays out of reach and finance is asked', async () => {
    const { id, paymentId, payment, dispute } = await disputed(20_000, 'closed');
    for (const told of [...payment, ...dispute]) await hear(told);
    expect(await readEvents(paymentId)).toEqual([['TopUpDisputed', -20_000]]);
    expect(await exceptionsAbout(id)).toMatchObject([{ kind: 'dispute_closed' }]);
  });

  test('given the money is spent, then the wallet is overdrawn', async () => {
    const { paymentId, payment, dispute } = await disputed(50_000);
    for (const told of payment) await hear(told);
    const spent = await till.deps.ledger.append({
      type: 'Charge',
      walletId: till.walletId,
      idempotencyKey: `spend-${paymentId}`,
      actor: 'test',
      amountPaise: await balance(),
      tool: 'image',
      memberUid: 'somebody',
    });
    expect(spent.ok).toBe(true);
    for (const told of dispute) await hear(told);
    expect(await balance()).toBe(-50_000);
    // Back to where the others may begin.
    const order = await till.order(100_000);
    await till.counter.pay(order.gateway_order_id);
    for (const told of await till.told(order.gateway_order_id, 3)) await hear(told);
    expect(await balance()).toBe(50_000);
  });

  test('given more disputes than the payment was worth, then finance is told', async () => {
    const { paymentId, payment, dispute } = await disputed(50_000);
    for (const told of [...payment, ...dispute]) await hear(told);
    const path = `/dashboard/payments/${paymentId}/dispute`;
    const { id } = await till.counter.call<Dispute>('POST', path, { amount: 1_000 });
    await hear((await till.told(id, 1))[0]!);
    expect(await readEvents(paymentId)).toEqual([['TopUpDisputed', -50_000]]);
    expect(await exceptionsAbout(id)).toMatchObject([
      { kind: 'dispute_refused', detail: { words: 'dispute_exceeds_payment' } },
    ]);
  });

  test('given a payment that is not ours, then finance is told', async () => {
    const order = await till.counter.call<{ id: string }>('POST', '/v1/orders', {
      amount: 70_000,
      currency: 'INR',
    });
    const paymentId = await till.counter.pay(order.id);
    const path = `/dashboard/payments/${paymentId}/dispute`;
    const { id } = await till.counter.call<Dispute>('POST', path);
    await hear((await till.told(id, 1))[0]!);
    expect(await exceptionsAbout(id)).toMatchObject([
      { kind: 'dispute_refused', detail: { words: 'payment_not_found' } },
    ]);
    expect(await exceptionsAbout(paymentId)).toMatchObject([{ kind: 'unknown_order' }]);
    expect(await balance()).toBe(before);
  });
});
