import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTill, type Till, type WebhookDelivery } from '../testing/till.ts';
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

interface Story {
  readonly amount?: number;
  /** The amount that the gateway deducts when the dispute is opened. */
  readonly deducted?: number;
  readonly end?: 'won' | 'lost' | 'closed';
  /** The amount deducted once the dispute is lost. */
  readonly lost?: number;
}

/** A bank opens a dispute of a payment of ₹500, which then ends as `end` says. */
async function disputed({ amount = 50_000, deducted, end, lost }: Story = {}) {
  const order = await till.order();
  const paymentId = await till.counter.pay(order.gateway_order_id);
  const path = `/dashboard/payments/${paymentId}/dispute`;
  const { id } = await till.counter.call<{ id: string }>('POST', path, { amount, deducted });
  if (end) await till.counter.call('POST', `/dashboard/disputes/${id}/${end}`, { deducted: lost });
  const told = await till.told(paymentId, end ? 5 : 4);
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

  test('a dispute moves nothing while the gateway has deducted nothing', async () => {
    const { paymentId, payment, dispute } = await disputed();
    for (const told of [...payment, ...dispute]) await hear(told);
    expect(await readEvents(paymentId)).toEqual([]);
    expect(await balance()).toBe(before + 50_000);
  });

  test('a dispute takes the amount that the gateway deducted at its opening only once', async () => {
    const { paymentId, payment, dispute } = await disputed({ deducted: 20_000 });
    for (const told of [...payment, ...dispute, ...dispute]) await hear(told);
    await hear({ ...dispute[0]!, eventId: `${dispute[0]!.eventId}-again` });
    expect(await readEvents(paymentId)).toEqual([['TopUpDisputed', -20_000]]);
    expect(await balance()).toBe(before + 30_000);
  });

  test('a won dispute returns the deducted amount, however late its events arrive', async () => {
    const { id, paymentId, dispute } = await disputed({ deducted: 20_000 });
    await hear(dispute[0]!);
    await till.counter.call('POST', `/dashboard/disputes/${id}/won`);
    const told = await till.told(id, 2);
    await hear(told.find(({ kind }) => kind.endsWith('won'))!);
    await hear({ ...dispute[0]!, eventId: `${dispute[0]!.eventId}-again` });
    expect(await readEvents(paymentId)).toEqual([
      ['TopUpDisputed', -20_000],
      ['DisputeWon', 20_000],
    ]);
    expect(await balance()).toBe(before + 50_000);
    expect(await exceptionsAbout(id)).toEqual([]);
  });

  test('a lost dispute keeps only the deducted amount', async () => {
    const { paymentId, dispute } = await disputed({ deducted: 20_000, end: 'lost', lost: 20_000 });
    for (const told of dispute.toReversed()) await hear(told);
    expect(await readEvents(paymentId)).toEqual([['TopUpDisputed', -20_000]]);
    expect(await balance()).toBe(before + 30_000);
  });

  test('a dispute that is lost after a part was deducted takes the rest', async () => {
    const { id, paymentId, payment, dispute } = await disputed({ deducted: 20_000 });
    for (const told of [...payment, ...dispute]) await hear(told);
    await till.counter.call('POST', `/dashboard/disputes/${id}/lost`);
    for (const told of await till.told(id, 2)) await hear(told);
    expect(await readEvents(paymentId)).toEqual([
      ['TopUpDisputed', -20_000],
      ['TopUpDisputed', -30_000],
    ]);
    expect(await balance()).toBe(before);
  });

  test('a dispute that is closed without a verdict is shown to finance', async () => {
    const { id, paymentId, payment, dispute } = await disputed({ deducted: 20_000, end: 'closed' });
    for (const told of [...payment, ...dispute]) await hear(told);
    expect(await readEvents(paymentId)).toEqual([['TopUpDisputed', -20_000]]);
    expect(await exceptionsAbout(id)).toMatchObject([{ kind: 'dispute_closed' }]);
  });

  test('a dispute that is won and still has a deduction is shown to finance', async () => {
    const { id, paymentId, payment, dispute } = await disputed({
      deducted: 20_000,
      end: 'won',
      lost: 20_000,
    });
    for (const told of [...payment, ...dispute]) await hear(told);
    expect(await readEvents(paymentId)).toEqual([]);
    expect(await exceptionsAbout(id)).toMatchObject([
      { kind: 'dispute_contradictory', detail: { deductedPaise: 20_000 } },
    ]);
  });

  test('a dispute of spent money overdraws the wallet and informs finance', async () => {
    const order = await till.order(100_000);
    const paymentId = await till.counter.pay(order.gateway_order_id);
    for (const told of await till.told(paymentId, 3)) await hear(told);
    const spent = await till.deps.ledger.append({
      type: 'Charge',
      walletId: till.walletId,
      idempotencyKey: `spend-${paymentId}`,
      actor: 'test',
      amountPaise: before + 80_000,
      tool: 'image',
      memberUid: 'somebody',
    });
    expect(spent.ok).toBe(true);
    const path = `/dashboard/payments/${paymentId}/dispute`;
    const { id } = await till.counter.call<{ id: string }>('POST', path, { deducted: 100_000 });
    await hear((await till.told(id, 1))[0]!);
    expect(await balance()).toBe(-80_000);
    expect(await exceptionsAbout(paymentId)).toMatchObject([
      { kind: 'wallet_overdrawn', detail: { amountPaise: 80_000 } },
    ]);
    const cover = await till.order(100_000);
    await till.counter.pay(cover.gateway_order_id);
    for (const told of await till.told(cover.gateway_order_id, 3)) await hear(told);
    expect(await balance()).toBe(20_000);
  });

  test('a dispute of a payment that was refunded before is booked in full', async () => {
    const order = await till.order(100_000);
    const paymentId = await till.counter.pay(order.gateway_order_id);
    await till.counter.call('POST', `/v1/payments/${paymentId}/refund`, { amount: 60_000 });
    const path = `/dashboard/payments/${paymentId}/dispute`;
    const { id } = await till.counter.call<{ id: string }>('POST', path);
    await till.counter.call('POST', `/dashboard/disputes/${id}/lost`);
    for (const told of await till.told(paymentId, 7)) await hear(told);
    expect(await readEvents(paymentId)).toEqual([
      ['TopUpRefunded', -60_000],
      ['TopUpDisputed', -100_000],
    ]);
    expect(await balance()).toBe(before - 60_000);
  });

  test('a dispute of a payment that is not ours is shown to finance', async () => {
    const order = await till.counter.call<{ id: string }>('POST', '/v1/orders', {
      amount: 70_000,
      currency: 'INR',
    });
    const paymentId = await till.counter.pay(order.id);
    const path = `/dashboard/payments/${paymentId}/dispute`;
    const { id } = await till.counter.call<{ id: string }>('POST', path);
    await hear((await till.told(id, 1))[0]!);
    expect(await exceptionsAbout(id)).toMatchObject([
      { kind: 'dispute_refused', detail: { words: 'payment_not_found' } },
    ]);
    expect(await exceptionsAbout(paymentId)).toMatchObject([{ kind: 'unknown_order' }]);
    expect(await balance()).toBe(before);
  });
});
