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

const readEvents = async (paymentId: string) => {
  const rows = await till.books.query<{ kind: string; amount_paise: number }>(
    `select kind, amount_paise from ledger_event where payment_id = $1
        and kind <> 'TopUpCredited' order by seq`,
    [paymentId],
  );
  return rows.map(({ kind, amount_paise }) => [kind, amount_paise] as const);
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

  const opened = ['TopUpDisputed', -20_000] as const;
  test.each<[string, { deducted?: number; end?: string; left?: number }, unknown[], object[]]>([
    ['nothing deducted', {}, [], []],
    ['a part deducted', { deducted: 20_000 }, [opened], []],
    [
      'a part deducted, which is won',
      { deducted: 20_000, end: 'won' },
      [opened, ['DisputeWon', 20_000]],
      [],
    ],
    [
      'a part deducted, which is lost',
      { deducted: 20_000, end: 'lost', left: 20_000 },
      [opened],
      [],
    ],
    [
      'a part deducted, which is lost in full',
      { deducted: 20_000, end: 'lost' },
      [opened, ['TopUpDisputed', -30_000]],
      [],
    ],
    [
      'a part deducted, which is closed without a verdict',
      { deducted: 20_000, end: 'closed' },
      [opened],
      [{ kind: 'dispute_closed' }],
    ],
    [
      'a part deducted, which is won and still deducted',
      { deducted: 20_000, end: 'won', left: 20_000 },
      [opened, ['DisputeWon', 20_000]],
      [{ kind: 'dispute_contradictory', detail: { deductedPaise: 20_000 } }],
    ],
  ])(
    'a dispute with %s takes what the gateway deducts, once, in any order of its events',
    async (_name, { deducted, end, left }, booked, exceptions) => {
      const order = await till.order();
      const paymentId = await till.counter.pay(order.gateway_order_id);
      const path = `/dashboard/payments/${paymentId}/dispute`;
      const dispute = { amount: 50_000, deducted };
      const { id } = await till.counter.call<{ id: string }>('POST', path, dispute);
      for (const told of await till.told(paymentId, 4)) await hear(told);
      if (end) {
        await till.counter.call('POST', `/dashboard/disputes/${id}/${end}`, { deducted: left });
      }
      const all = await till.told(paymentId, end ? 5 : 4);
      for (const told of all.toReversed()) {
        await hear({ ...told, eventId: `${told.eventId}-again` });
      }
      const events = await readEvents(paymentId);
      expect(events).toEqual(booked);
      const movedPaise = events.reduce((sum, [, paise]) => sum + paise, 0);
      expect(await balance()).toBe(before + 50_000 + movedPaise);
      expect(await exceptionsAbout(id)).toMatchObject(exceptions);
    },
  );

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
