/** The product behind one trusted proxy, with customers and with throwaway accounts of a few networks. */
import type { Kysely } from 'kysely';
import { createKysely, createPool } from '@sachet/db/connect';
import type { Database } from '@sachet/db/tables';
import { asCustomer, type Customer } from '../../../api/testing/client.ts';
import { createPayer, openCounter, toCallback } from '../../../api/testing/payments.ts';
import { getDatabaseUrl } from '../report.ts';
import { startProduct } from '../servers.ts';

export interface Stack {
  readonly db: Kysely<Database>;
  readonly apiUrl: string;
  /** Addresses of the metrics of API and worker. */
  readonly operationsUrls: readonly string[];
  /** Verified by phone, topped up, each in its own network. */
  readonly customers: readonly Customer[];
  /** Unverified, in five networks. */
  readonly throwaways: readonly Customer[];
  stop(): Promise<void>;
}

const networks = 5;

export async function startStack(
  count: Record<'customers' | 'throwaways', number>,
): Promise<Stack> {
  const product = await startProduct({
    hasWorker: true,
    // The attack costs its accounts nothing, and it is not stopped by the budget of free work.
    env: { TRUSTED_PROXIES: '1', FREE_WORK_USD_PER_DAY: '100000' },
  });
  const { apiUrl, api, worker } = product;
  const db = createKysely(createPool(getDatabaseUrl('APP'), { max: 4 }));
  const stop = async () => {
    await db.destroy();
    await product.stop();
  };
  try {
    const counter = openCounter(product.sandbox.razorpayUrl);
    const open = async (by: 'phone' | 'email', address: string) => {
      const person = await product.signUp(by);
      const headers = { ...person.headers, 'x-forwarded-for': address };
      return asCustomer({ apiUrl }, { ...person, headers } as never);
    };
    const customers: Customer[] = [];
    for (let i = 0; i < count.customers; i++) {
      const customer = await open('phone', `203.0.${i}.7`);
      const payer = createPayer(customer);
      const { orderId } = await payer.order(500);
      const paid = await payer.verify(toCallback(orderId, await counter.pay(orderId)));
      if (paid.body.status !== 'credited') throw new Error('a top-up was not credited');
      customers.push(customer);
    }
    const throwaways: Customer[] = [];
    for (let i = 0; i < count.throwaways; i++) {
      throwaways.push(await open('email', `198.51.${i % networks}.${1 + i}`));
    }
    const operationsUrls = [api.ready.operationsUrl, worker!.ready.operationsUrl];
    return { db, apiUrl, operationsUrls, customers, throwaways, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
