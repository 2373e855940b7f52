// A user who pays at the gateway's stand-in, and the processors that are notified, in one process, so that a
// test decides when each of them acts and where it crashes.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { vi } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger } from '@sachet/db/ledger/ledger';
import { storeWebhook } from '@sachet/db/payments/webhooks';
import { signUp } from '@sachet/flows/people/sign-up';
import {
  insertOrder,
  storeGatewayOrderId,
  loadOrder,
  type PaymentOrder,
} from '@sachet/db/payments/orders';
import { createRazorpay } from '@sachet/adapters/payments/razorpay';
import { createJobQueue } from '@sachet/adapters/queue/queue';
import { dayMs } from '@sachet/shared/time';
import { openBooks, type Books } from '../../api/testing/books.ts';
import { keySecret, openCounter, webhookSecret, type Counter } from '../../api/testing/payments.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { startRazorpaySandbox } from '../../dev/sandbox/razorpay.ts';
import type { MoneyDependencies } from '../payments/reconcile.ts';

/** A webhook as the gateway sent it. */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly kind: string;
  readonly body: Buffer;
}

export interface Till {
  readonly deps: MoneyDependencies;
  readonly database: TestDatabase;
  readonly books: Books;
  readonly counter: Counter;
  readonly walletId: string;
  /** An order that the gateway knows. */
  order(amountPaise?: number): Promise<PaymentOrder & { gateway_order_id: string }>;
  read(orderId: string): Promise<PaymentOrder>;
  /** The webhooks about this order or payment, once there are at least this many. */
  told(about: string, atLeast: number): Promise<WebhookDelivery[]>;
  /** Stores a webhook as its route does. */
  keep(told: WebhookDelivery): Promise<void>;
  /** Payments of this order that were credited, in paise. */
  credits(orderId: string): Promise<number[]>;
  exceptions(): Promise<{ kind: string; subject: string; detail: Record<string, unknown> }[]>;
  close(): Promise<void>;
}

const topUpCheckAfterMs = 60_000;

export async function openTill(): Promise<Till> {
  const database = await createTestDatabase();
  const books = openBooks(database);
  const receiver = await startReceiver();
  const sandbox = await startRazorpaySandbox({ webhookUrl: receiver.url });
  const counter = openCounter(sandbox.url);
  const deps: MoneyDependencies & { gateway: object } = {
    db: createKysely(createPool(database.appUrl)),
    ledger: createLedger({ connectionString: database.appUrl }),
    queue: createJobQueue({ url: database.appUrl, prefix: 'till' }),
    gateway: createRazorpay({
      keyId: 'rzp_test_sandbox',
      keySecret,
      webhookSecret,
      baseUrl: sandbox.url,
      timeoutMs: 60_000,
    }),
    topUpCheckAfterMs,
    log: pino({ level: 'silent' }),
  };
  const uid = `payer_${randomBytes(4).toString('hex')}`;
  const { profile } = await signUp(deps, {
    uid,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: '+919812345678',
    email: null,
    emailVerified: false,
    organizationName: null,
  });
  const { wallet_id: walletId } = profile;
  const { db } = deps;
  const read = async (orderId: string) => (await loadOrder(db, orderId))!;
  return {
    deps,
    database,
    books,
    counter,
    walletId,
    read,
    async order(amountPaise = 50_000) {
      const nextCheckAt = new Date(Date.now() + topUpCheckAfterMs);
      const { order } = await insertOrder(db, {
        uid,
        walletId,
        amountPaise,
        idempotencyKey: null,
        requestHash: null,
        expiresAt: new Date(Date.now() + dayMs),
        nextCheckAt,
        openAtMost: 1000,
        now: new Date(),
      });
      const made = await deps.gateway!.createOrder({
        receipt: order!.id,
        amountPaise,
        owner: { uid, walletId },
      });
      if (!made.ok) throw new Error(made.reason);
      const gatewayOrderId = made.value;
      await storeGatewayOrderId(db, { id: order!.id, gatewayOrderId, nextCheckAt });
      return { ...(await read(order!.id)), gateway_order_id: gatewayOrderId };
    },
    told: receiver.told,
    async keep(told) {
      await storeWebhook(db, told);
    },
    async credits(orderId) {
      const rows = await books.query<{ amount_paise: number }>(
        `select amount_paise from ledger_event
          where kind = 'TopUpCredited' and order_id = $1 order by seq`,
        [orderId],
      );
      return rows.map(({ amount_paise }) => amount_paise);
    },
    exceptions: () =>
      books.query('select kind, subject, detail from payment_exception order by id'),
    async close() {
      await sandbox.close();
      await receiver.close();
      await deps.queue.close();
      await deps.ledger.close();
      await db.destroy();
      await books.close();
      await database.drop();
    },
  };
}

/** Receives every webhook and does nothing with it. */
async function startReceiver() {
  const all: WebhookDelivery[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { event: kind } = JSON.parse(body.toString()) as { event: string };
    const eventId = String(request.headers['x-razorpay-event-id']);
    // The gateway sends a webhook again whose answer came after its deadline of five seconds.
    if (all.every((each) => each.eventId !== eventId)) all.push({ eventId, kind, body });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told: (about: string, atLeast: number): Promise<WebhookDelivery[]> =>
      vi.waitUntil(
        () => {
          const some = all.filter(({ body }) => body.includes(about));
          return some.length >= atLeast && some;
        },
        { timeout: 60_000, interval: 5 },
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
