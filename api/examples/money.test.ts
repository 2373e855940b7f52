import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRecorded } from '../testing/examples.ts';
import {
  createPayer,
  openCounter,
  toCallback,
  type Counter,
  type Payer,
} from '../testing/payments.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };

let open: OpenStack;
let counter: Counter;
let customer: Customer;
let payer: Payer;
beforeAll(async () => {
  open = await shareStack();
  counter = openCounter(open.stack.razorpayUrl);
  customer = await createCustomer(open.stack);
  payer = createPayer(customer);
});
afterAll(() => open?.stop());

const topUps: Record<string, unknown> = {};

async function record(name: string, orderId: string): Promise<void> {
  topUps[name] = (await payer.topUp(orderId)).body;
}

/** Pays in this way and reports it, and records the order afterwards. */
async function recordPaid(
  name: string,
  { markers = '', outcome = 'success' as 'success' | 'failure' } = {},
): Promise<void> {
  const { orderId } = await payer.order(500);
  await counter.mark(orderId, `webhook:lost ${markers}`);
  await payer.verify(toCallback(orderId, await counter.pay(orderId, outcome)));
  await record(name, orderId);
}

async function recordConfirming(): Promise<void> {
  const { orderId } = await payer.order(500);
  await counter.mark(orderId, 'webhook:lost api:down=1');
  await payer.verify(toCallback(orderId, await counter.pay(orderId)));
  await record('confirming', orderId);
  await expect.poll(async () => (await payer.topUp(orderId)).body.status, poll).toBe('credited');
}

/** The day of the order has passed. */
async function recordExpired(): Promise<void> {
  const { orderId } = await payer.order(500);
  await open.books.query(
    `update payment_order
        set expires_at = now() - interval '1 hour', next_check_at = now() - interval '1 hour'
      where gateway_order_id = $1`,
    [orderId],
  );
  await expect.poll(async () => (await payer.topUp(orderId)).body.status, poll).toBe('expired');
  await record('expired', orderId);
}

test('the wallets and top-ups that component tests use are those of the server', async () => {
  const wallet = await customer.wallet();
  const order = await payer.order(500);
  await record('created', order.orderId);
  await recordConfirming();
  await recordPaid('credited');
  await recordPaid('failed', { outcome: 'failure' });
  await recordPaid('in review', { markers: 'pay:amount=100' });
  await recordExpired();
  expectRecorded('money', {
    'GET /api/wallet': { 'the bonus alone': wallet },
    'POST /api/razorpay-order': { created: order },
    'GET /api/top-up': topUps,
  });
});
