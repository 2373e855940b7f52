// Every interleaving of verify, webhook and reconciler, in which each of them may miss the payment or crash.
// In every case one payment is credited once. A normal run takes every sixth case, in one order of the actors
// and concurrently; `npm run soak -- faults` takes all cases and orders.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { findOrder } from '@sachet/db/payments/orders';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import { completeCheckout } from '../../api/payments/complete-checkout.ts';
import { reconcileOrder, type MoneyDependencies } from './reconcile.ts';
import { openTill, type Till } from '../testing/till.ts';
import { processWebhook } from './webhook.ts';

const actors = ['verify', 'webhook', 'reconciler'] as const;
type Actor = (typeof actors)[number];

/** `before`: the payment has failed so far, and a bank confirms it only later. */
const ways = ['never', 'before', 'once', 'twice', 'dies unpaid', 'dies paid'] as const;
type Way = (typeof ways)[number];

type Plan = Record<Actor, Way>;
const isPaid = (way: Way) => way === 'once' || way === 'twice' || way === 'dies paid';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(async () => {
  await till?.close();
});

interface Paid {
  readonly orderId: string;
  readonly gatewayOrderId: string;
  readonly paymentId: string;
  /** Ids of the events that were already stored. */
  readonly heard: Set<string>;
}

async function act(actor: Actor, deps: MoneyDependencies, paid: Paid): Promise<void> {
  const { orderId, gatewayOrderId, paymentId } = paid;
  switch (actor) {
    case 'verify': {
      const order = await till.read(orderId);
      await completeCheckout(deps, { order, paymentId });
      return;
    }
    case 'reconciler':
      return reconcileOrder(deps, orderId);
    case 'webhook': {
      const { captured } = await till.counter.payment(paymentId);
      const told = await till.told(gatewayOrderId, captured ? 3 : 1);
      for (const each of told) {
        // A repeated event gets another id, so that its stored row cannot be what prevents a second credit.
        const eventId = paid.heard.has(each.eventId) ? `${each.eventId}-again` : each.eventId;
        paid.heard.add(each.eventId);
        await till.keep({ ...each, eventId });
        await processWebhook(deps, eventId);
      }
      return;
    }
    default:
      return actor satisfies never;
  }
}

class Killed extends Error {}

/**
 * A process that crashes as soon as it has the gateway's answer, or the ledger's commit: from then on nothing
 * in this process works, least of all its database connection.
 */
async function actAndDie(actor: Actor, at: 'answer' | 'commit', paid: Paid): Promise<void> {
  const pool = createPool(till.database.appUrl, { max: 1 });
  const { gateway, ledger } = till.deps;
  const die = async (): Promise<never> => {
    await pool.end();
    throw new Killed(at);
  };
  const mortal = (call: (id: string) => Promise<unknown>) => async (id: string) => {
    await call(id);
    return die();
  };
  const answering: PaymentGateway = {
    ...gateway!,
    fetchPayment: mortal(gateway!.fetchPayment),
    fetchOrderPayments: mortal(gateway!.fetchOrderPayments),
  };
  const deps: MoneyDependencies = {
    ...till.deps,
    db: createKysely(pool),
    ...(at === 'answer' ? { gateway: answering } : {}),
    ...(at === 'commit'
      ? { ledger: { ...ledger, append: async (...all) => (await ledger.append(...all)) && die() } }
      : {}),
  };
  const died = await act(actor, deps, paid).then(
    () => false,
    () => true,
  );
  // A process that committed nothing because it came too late has not crashed.
  if (!died) await pool.end();
}

async function actIn(way: Way, actor: Actor, paid: Paid): Promise<void> {
  switch (way) {
    case 'never':
    case 'before':
      return;
    case 'once':
      return act(actor, till.deps, paid);
    case 'twice':
      await act(actor, till.deps, paid);
      return act(actor, till.deps, paid);
    case 'dies unpaid':
      return actAndDie(actor, 'answer', paid);
    case 'dies paid':
      return actAndDie(actor, 'commit', paid);
    default:
      return way satisfies never;
  }
}

type Order = readonly Actor[] | 'together';

async function run(plan: Plan, order: Order): Promise<void> {
  const { id: orderId, gateway_order_id: gatewayOrderId } = await till.order();
  const early = actors.filter((actor) => plan[actor] === 'before');
  if (early.length > 0) await till.counter.mark(gatewayOrderId, 'pay:late=600000');
  const outcome = early.length > 0 ? 'late' : 'success';
  const paymentId = await till.counter.pay(gatewayOrderId, outcome);
  const paid: Paid = { orderId, gatewayOrderId, paymentId, heard: new Set() };
  for (const actor of early) await act(actor, till.deps, paid);
  if (early.length > 0) await till.counter.authorizeLate(paymentId);

  if (order === 'together') {
    await Promise.all(actors.map((actor) => actIn(plan[actor], actor, paid)));
  } else {
    for (const actor of order) await actIn(plan[actor], actor, paid);
  }
  const isCredited = actors.some((actor) => isPaid(plan[actor]));
  const name = JSON.stringify({ ...plan, order });
  expect(await till.credits(orderId), name).toEqual(isCredited ? [50_000] : []);

  // Reconciles the order, as the sweep does in the end.
  await reconcileOrder(till.deps, orderId);
  expect(await till.credits(orderId), name).toEqual([50_000]);
  expect(await till.read(orderId), name).toMatchObject({
    status: 'credited',
    reason: null,
    payment_id: paymentId,
    next_check_at: null,
  });
}

const permutations = actors.flatMap((first) =>
  actors
    .filter((actor) => actor !== first)
    .map((second) => [first, second, actors.find((one) => one !== first && one !== second)!]),
);

/** Returns every order of the actors that do something, and one entry with all of them concurrently. */
function toOrders(plan: Plan): Order[] {
  const acts = (actor: Actor) => plan[actor] !== 'never' && plan[actor] !== 'before';
  const orders = new Map<string, Order>();
  for (const order of permutations) {
    const active = order.filter(acts);
    orders.set(active.join(), active);
  }
  return actors.filter(acts).length > 1 ? [...orders.values(), 'together'] : [...orders.values()];
}

const plansWith = (verify: Way): Plan[] =>
  ways.flatMap((webhook) => ways.map((reconciler) => ({ verify, webhook, reconciler })));

/** Runs this many tasks concurrently. */
async function inLanes<T>(lanes: number, all: T[], task: (one: T) => Promise<void>) {
  const queue = [...all];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await task(next);
    }),
  );
}

const isWhole = process.env['FAULTS'] === 'all';
const turn = Date.now();

test('verifying a payment reads its order twice', async () => {
  let reads = 0;
  const db = till.deps.db.withPlugin({
    transformQuery({ node }) {
      const isRead =
        node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('payment_order');
      if (isRead) reads += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const { gateway_order_id: gatewayOrderId } = await till.order();
  const paymentId = await till.counter.pay(gatewayOrderId, 'success');
  const order = (await findOrder(db, { gatewayOrderId }))!;
  const paid = await completeCheckout({ ...till.deps, db }, { order, paymentId });
  expect(paid.status).toBe('credited');
  expect(reads).toBe(2);
});

describe.each(ways)('the interleavings in which verify comes %s', (verify) => {
  const cells = plansWith(verify).flatMap((plan, at) => {
    const orders = toOrders(plan);
    if (isWhole) return orders.map((order) => ({ plan, order }));
    if ((turn + at) % 6 !== 0) return [];
    const oneByOne = orders.filter((order) => order !== 'together');
    const one = oneByOne[turn % oneByOne.length]!;
    return orders
      .filter((order) => order === 'together' || order === one)
      .map((order) => ({ plan, order }));
  });

  test(`each of ${cells.length} interleavings of verify (${verify}) with webhook and reconciler credits once`, async () => {
    await inLanes(12, cells, ({ plan, order }) => run(plan, order));
    expect(await till.exceptions()).toEqual([]);
  });
});
