// Everything that can happen to a payment at the gateway, in every order, with webhooks that are lost,
// doubled or late. At the end the wallet has the amount that the gateway holds for it, and each surprise is
// shown to finance. PAYMENT_HISTORIES=300 makes a long run.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBookedPayment } from '@sachet/db/payments/facts';
import { makeRefund, reserveRefund } from '@sachet/flows/payments/refund';
import { minuteMs } from '@sachet/shared/time';
import { compareWithGateway } from './compare-gateway.ts';
import { openTill, type Till, type WebhookDelivery } from '../testing/till.ts';
import { processWebhook } from './webhook.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(async () => {
  await till?.close();
});

/** How an action's webhooks arrive. */
type Delivery = 'now' | 'twice' | 'late' | 'lost';

type Action =
  | { readonly do: 'refund'; readonly share: number; readonly outcome: 'processed' | 'pending' }
  | { readonly do: 'request refund'; readonly share: number }
  | { readonly do: 'end refund'; readonly outcome: 'processed' | 'failed' | 'reversed' }
  | { readonly do: 'dispute'; readonly share: number; readonly deducted: number }
  | {
      readonly do: 'end dispute';
      readonly outcome: 'won' | 'lost' | 'closed';
      readonly share: number;
    }
  | { readonly do: 'spend'; readonly share: number }
  | { readonly do: 'compare' };

const share = fc.integer({ min: 1, max: 10 });
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    do: fc.constant('refund' as const),
    share,
    outcome: fc.constantFrom('processed' as const, 'pending' as const),
  }),
  fc.record({ do: fc.constant('request refund' as const), share }),
  fc.record({
    do: fc.constant('end refund' as const),
    outcome: fc.constantFrom('processed' as const, 'failed' as const, 'reversed' as const),
  }),
  fc.record({
    do: fc.constant('dispute' as const),
    share,
    deducted: fc.integer({ min: 0, max: 10 }),
  }),
  fc.record({
    do: fc.constant('end dispute' as const),
    outcome: fc.constantFrom('won' as const, 'lost' as const, 'closed' as const),
    share,
  }),
  fc.record({ do: fc.constant('spend' as const), share }),
  fc.constant({ do: 'compare' as const }),
);
const delivery = fc.constantFrom<Delivery>('now', 'now', 'twice', 'late', 'lost');
const history = fc.record({
  isLate: fc.boolean(),
  paid: delivery,
  steps: fc.array(fc.tuple(action, delivery), { maxLength: 7 }),
  shuffle: fc.integer(),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

const paidPaise = 100_000;

interface AtGateway {
  readonly refunds: { id: string; amount: number; status: string }[];
  readonly disputes: { id: string; amount_deducted: number; status: string }[];
}

async function play({ isLate, paid, steps, shuffle }: History): Promise<void> {
  const { counter, deps, walletId } = till;
  const order = await till.order(paidPaise);
  const late: WebhookDelivery[] = [];
  let count = 0;
  let heard = 0;
  async function hear(webhook: WebhookDelivery): Promise<void> {
    const again = { ...webhook, eventId: `${webhook.eventId} ${(heard += 1)}` };
    await till.keep(again);
    await processWebhook(deps, again.eventId);
  }
  /** Waits for all webhooks that an action caused, and delivers them as `how` says. */
  async function deliver(made: number, how: Delivery): Promise<void> {
    const all = await till.told(order.gateway_order_id, count + made);
    const fresh = all.slice(count, count + made);
    count += made;
    if (how === 'lost') return;
    if (how === 'late') return void late.push(...fresh);
    if (how === 'twice') await Promise.all([...fresh, ...fresh].map(hear));
    else for (const each of fresh) await hear(each);
  }

  const paymentId = await counter.pay(order.gateway_order_id, isLate ? 'late' : 'success');
  if (isLate) {
    await deliver(1, paid);
    await counter.authorizeLate(paymentId);
  }
  await deliver(3, paid);

  const post = <T>(path: string, body: object = {}) => counter.call<T>('POST', path, body);
  const read = async (): Promise<AtGateway> => ({
    refunds: (
      await counter.call<{ items: AtGateway['refunds'] }>(
        'GET',
        `/v1/payments/${paymentId}/refunds?count=100`,
      )
    ).items,
    disputes: (
      await counter.call<{ items: (AtGateway['disputes'][number] & { payment_id: string })[] }>(
        'GET',
        '/v1/disputes?count=100',
      )
    ).items.filter(({ payment_id }) => payment_id === paymentId),
  });

  async function act(step: Action, how: Delivery): Promise<void> {
    const { refunds, disputes } = await read();
    const part = 'share' in step ? (paidPaise * step.share) / 10 : 0;
    switch (step.do) {
      case 'refund': {
        const isPending = step.outcome === 'pending';
        const body = { amount: part, notes: { sandbox: isPending ? 'refund:pending' : '' } };
        const made = await post(`/v1/payments/${paymentId}/refund`, body).catch(() => null);
        return made ? deliver(isPending ? 1 : 2, how) : undefined;
      }
      case 'request refund': {
        const request = { paymentId, walletId, amountPaise: part, reason: 'asked for it' };
        const by = {
          requestedBy: 'a',
          requestedAs: 'admin' as const,
          idempotencyKey: `${paymentId} ${count} ${heard}`,
        };
        const reserved = await reserveRefund(deps, { ...request, ...by });
        if (typeof reserved === 'string') return;
        const known = refunds.length;
        await makeRefund(deps, reserved.refundId);
        if ((await read()).refunds.length > known) await deliver(2, how);
        return;
      }
      case 'end refund': {
        const wanted = step.outcome === 'processed' ? ['pending'] : ['pending', 'processed'];
        const refund = refunds.find(({ status }) => wanted.includes(status));
        if (!refund) return;
        await post(`/dashboard/refunds/${refund.id}/${step.outcome}`);
        return deliver(1, how);
      }
      case 'dispute': {
        const deducted = Math.floor((part * step.deducted) / 10);
        const body = { amount: part, ...(deducted > 0 ? { deducted } : {}) };
        await post(`/dashboard/payments/${paymentId}/dispute`, body);
        return deliver(1, how);
      }
      case 'end dispute': {
        const dispute = disputes.find(({ status }) => status === 'open');
        if (!dispute) return;
        const { outcome } = step;
        const deducted = Math.max(dispute.amount_deducted, part);
        // `dispute.test.ts` has the contradiction of a won dispute that keeps a deduction.
        const ended = outcome === 'won' ? {} : { deducted };
        await post(`/dashboard/disputes/${dispute.id}/${outcome}`, ended);
        return deliver(1, how);
      }
      case 'spend':
        await deps.ledger.append({
          type: 'Charge',
          walletId,
          idempotencyKey: `spend ${paymentId} ${count} ${heard} ${part}`,
          actor: 'test',
          amountPaise: part,
          tool: 'image',
          memberUid: 'somebody',
        });
        return;
      case 'compare':
        return compareWithGateway(deps);
      default:
        return step satisfies never;
    }
  }
  for (const [step, how] of steps) await act(step, how);
  const arrivals = late.map(
    (each, i) => [((i + 1) * 2_654_435_761 + shuffle) % 997, each] as const,
  );
  for (const [, each] of arrivals.toSorted(([a], [b]) => a - b)) await hear(each);
  await compareWithGateway(deps);

  const { refunds, disputes } = await read();
  const processed = refunds.filter(({ status }) => status === 'processed');
  const held =
    paidPaise -
    processed.reduce((sum, { amount }) => sum + amount, 0) -
    disputes.reduce((sum, each) => sum + each.amount_deducted, 0);
  const events = await till.books.query<{ kind: string; amount_paise: number; key: string }>(
    `select kind, amount_paise, idempotency_key as key from ledger_event
      where payment_id = $1 and amount_paise <> 0 order by seq`,
    [paymentId],
  );
  const booked = events.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  expect(booked, JSON.stringify(events)).toBe(held);

  const exceptions = new Set(
    (await till.exceptions()).map(({ kind, subject }) => `${kind} ${subject}`),
  );
  for (const { kind, key } of events) {
    if (kind !== 'RefundReturned') continue;
    expect(exceptions).toContain(`refund_returned ${key.split(':')[1]}`);
  }
  for (const { id, status } of disputes) {
    expect(exceptions.has(`dispute_closed ${id}`)).toBe(status === 'closed');
  }
  const [wallet] = await till.books.query<{ left: number }>(
    'select balance_paise - held_paise as left from wallet where id = $1',
    [walletId],
  );
  const isOverdrawn = wallet!.left < 0 && held < paidPaise;
  expect(!isOverdrawn || exceptions.has(`wallet_overdrawn ${paymentId}`)).toBe(true);
  // Repeating everything changes nothing.
  for (const each of late) await hear(each);
  await compareWithGateway(deps);
  expect((await readBookedPayment(till.deps.db, paymentId))?.walletId).toBe(walletId);
  expect(
    await till.books.query(
      `select count(*)::int as events from ledger_event where payment_id = $1 and amount_paise <> 0`,
      [paymentId],
    ),
  ).toEqual([{ events: events.length }]);
}

test(
  'every history of a payment ends with the amount that the gateway holds for the customer',
  async () => {
    const numRuns = Number(process.env.PAYMENT_HISTORIES ?? 10);
    await fc.assert(fc.asyncProperty(history, play), { numRuns, endOnFailure: true });
    await till.database.verify();
  },
  30 * minuteMs,
);
