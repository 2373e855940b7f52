// Many users pay while everything that can fail does fail. The ledger must have exactly what the gateway
// took, payment by payment. `SOAK=2000 npm test -- worker/payments/top-up.soak` runs the long form; SOAK_SEED repeats
// an order of faults.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '@sachet/shared/time';
import { createCustomer } from '../../api/testing/client.ts';
import {
  toCallback,
  openCounter,
  createPayer,
  type Counter,
  type PaymentAtGateway,
  type Payer,
} from '../../api/testing/payments.ts';
import { impatient, openStack, type OpenStack } from '../../api/testing/stack.ts';
import { seeded } from '../../db/testing/torture-script.ts';

const payments = Number(process.env.SOAK ?? 20);
const seed = process.env.SOAK_SEED ?? randomBytes(4).toString('hex');
const payers = 8;
const atOnce = 16;

let open: OpenStack;
let counter: Counter;
beforeAll(async () => {
  open = await openStack({
    limits: { ...impatient, topUpCheckAfterMs: 1_000, gatewayTimeoutMs: 1_000 },
    env: { LOG_LEVEL: 'error' },
  });
  counter = openCounter(open.stack.razorpayUrl);
});
afterAll(() => open?.stop());

type Random = () => number;
const chance = (random: Random, share: number) => random() < share;
const among = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/** The faults of one order at the gateway; half of the orders have none. */
function chooseFaults(random: Random): string {
  if (chance(random, 0.5)) return '';
  const faults = ['webhook:twice', 'webhook:reorder', 'webhook:lost', 'webhook:late=300'];
  const reads = ['api:down=1', 'api:down=3', 'api:slow=200', 'api:slow=1500', ''];
  return `${among(random, faults)} ${among(random, reads)} pay:late=${Math.floor(random() * 800)}`;
}

/** A request to a killed server gets no answer, as in a browser. */
const ignore = () => undefined;

/** Retries with the same key, as a client does if the server was unreachable. */
async function readOrder(payer: Payer, name: string, rupees: number): Promise<string> {
  for (;;) {
    const order = await payer.order(rupees, { 'idempotency-key': name }).catch(ignore);
    if (order) return order.orderId;
    await sleep(100);
  }
}

/** Payments that a bank confirms later. */
const late: string[] = [];

async function payOnce(payer: Payer, name: string): Promise<string> {
  const random = seeded(`${seed} ${name}`);
  const orderId = await readOrder(payer, name, 1 + Math.floor(random() * 5_000));
  await counter.mark(orderId, chooseFaults(random));
  if (chance(random, 0.2)) await counter.pay(orderId, 'failure');
  if (chance(random, 0.05)) return orderId;
  const outcome = chance(random, 0.15) ? 'late' : 'success';
  const paymentId = await counter.pay(orderId, outcome);
  if (outcome === 'late') late.push(paymentId);
  const callback = toCallback(orderId, paymentId);
  const comesBack = among(random, ['never', 'once', 'twice', 'forged', 'by a form']);
  switch (comesBack) {
    case 'once':
      await payer.verify(callback).catch(ignore);
      break;
    case 'twice':
      await Promise.all([1, 2].map(() => payer.verify(callback).catch(ignore)));
      break;
    case 'forged':
      await payer.verify({ ...callback, razorpay_signature: 'forged' }).catch(ignore);
      break;
    case 'by a form':
      await fetch(`${open.stack.apiUrl}/api/razorpay-callback`, {
        method: 'POST',
        body: new URLSearchParams({ ...callback }),
        redirect: 'manual',
      }).catch(ignore);
      break;
    default:
  }
  return orderId;
}

/** Kills a server from time to time until stopped. */
function startKilling(random: Random): () => Promise<void> {
  let stopped = false;
  const killing = (async () => {
    while (!stopped) {
      await sleep(500 + random() * 1_500);
      const server = chance(random, 0.6) ? open.stack.worker : open.stack.api;
      await server.kill('SIGKILL');
      await server.start();
    }
  })();
  return () => {
    stopped = true;
    return killing;
  };
}

interface Credit {
  readonly payment_id: string;
  readonly amount_paise: number;
}

const paisePerPayment = (all: (readonly [string, number])[]) =>
  Object.fromEntries(all.toSorted(([one], [other]) => one.localeCompare(other)));

async function atTheGateway(orders: readonly string[]) {
  const captured: PaymentAtGateway[] = [];
  for (const orderId of orders) {
    captured.push(...(await counter.listPayments(orderId)));
  }
  return paisePerPayment(
    captured.filter((payment) => payment.captured).map(({ id, amount }) => [id, amount] as const),
  );
}

async function inTheLedger() {
  const credits = await open.books.query<Credit>(
    `select payment_id, amount_paise from ledger_event where kind = 'TopUpCredited'`,
  );
  return paisePerPayment(
    credits.map(({ payment_id, amount_paise }) => [payment_id, amount_paise] as const),
  );
}

test(
  `${payments} payments with faults (seed ${seed}) are credited once, as the gateway took them`,
  async () => {
    const people = await Promise.all(
      Array.from({ length: payers }, async () => createPayer(await createCustomer(open.stack))),
    );
    const stopKilling = startKilling(seeded(`${seed} kills`));
    const orders: string[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < payments) {
          const i = next++;
          orders.push(await payOnce(people[i % payers]!, `payment-${i}`));
        }
      }),
    );
    await stopKilling();
    for (const orderId of orders) await counter.mark(orderId, '');
    for (const paymentId of late) {
      await expect
        .poll(async () => (await counter.payment(paymentId)).status, { timeout: 60_000 })
        .not.toBe('failed');
    }
    // Pauses grow with the age of an order and of a webhook: on a slow machine they may be minutes by now.
    await open.books.query(
      'update payment_order set next_check_at = now() where next_check_at > now()',
    );
    await open.books.query(
      'update gateway_webhook set next_attempt_at = now() where next_attempt_at > now()',
    );
    const taken = await atTheGateway(orders);
    await expect.poll(inTheLedger, { timeout: 60_000, interval: 250 }).toEqual(taken);
    console.log(
      `soak: ${orders.length} orders, ${Object.keys(taken).length} payments taken, seed ${seed}`,
    );
    const openWebhooks = 'select kind, last_error from gateway_webhook where processed_at is null';
    await expect
      .poll(() => open.books.query(openWebhooks), { timeout: 60_000, interval: 250 })
      .toEqual([]);
    expect(await open.books.query('select kind, subject from payment_exception')).toEqual([]);
    expect(
      await open.books.query(`select id from payment_order where status = 'confirming'`),
    ).toEqual([]);
    expect(await inTheLedger()).toEqual(await atTheGateway(orders));
    await open.books.expectToBeSound();
  },
  15 * minuteMs,
);
