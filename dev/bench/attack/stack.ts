/** The product behind one trusted proxy, with customers and with throwaway accounts of a few networks. */
import type { Kysely } from 'kysely';
import { createKysely, createPool } from '@sachet/db/connect';
import type { Database } from '@sachet/db/tables';
import { asCustomer, type Customer } from '../../../api/testing/client.ts';
import { createPayer, openCounter, toCallback } from '../../../api/testing/payments.ts';
import { sandboxRazorpayKeys } from '../../../ops/cli/environment.ts';
import { signInByPhone, signUpByEmail } from '../../local/sign-in.ts';
import { createProfile, withServers } from '../servers.ts';

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

export function startStack(options: {
  databaseUrl: string;
  customers: number;
  throwaways: number;
}): Promise<Stack> {
  return withServers(options.databaseUrl, async (servers) => {
    const { env: providers, razorpayUrl } = await servers.startSandbox({
      SANDBOX_REUSES_PICTURES: '1',
    });
    const env = {
      ...providers,
      ...sandboxRazorpayKeys,
      RAZORPAY_BASE_URL: razorpayUrl,
      TRUSTED_PROXIES: '1',
      OPERATIONS_PORT: '0',
      // The attack costs its accounts nothing, and it is not stopped by the budget of free work.
      FREE_WORK_USD_PER_DAY: '100000',
    };
    const worker = await servers.start<{ operationsUrl: string }>('worker', env);
    const api = await servers.start<{ url: string; operationsUrl: string }>('api', env);
    const apiUrl = api.ready.url;
    const counter = openCounter(razorpayUrl);
    const { host, projectId } = servers.emulator;
    const db = createKysely(createPool(options.databaseUrl, { max: 4 }));
    servers.alsoStop(() => db.destroy());
    const open = async ({ uid, token }: { uid: string; token: string }, address: string) => {
      const headers = { ...(await createProfile(apiUrl, token)), 'x-forwarded-for': address };
      return asCustomer({ apiUrl }, { uid, token, headers } as never);
    };
    const customers: Customer[] = [];
    for (let i = 0; i < options.customers; i++) {
      const signedIn = await signInByPhone(host, projectId, `+9198${12_000_000 + i}`);
      const customer = await open(signedIn, `203.0.${i}.7`);
      const payer = createPayer(customer);
      const { orderId } = await payer.order(500);
      const paid = await payer.verify(toCallback(orderId, await counter.pay(orderId)));
      if (paid.body.status !== 'credited') throw new Error('a top-up was not credited');
      customers.push(customer);
    }
    const throwaways: Customer[] = [];
    for (let i = 0; i < options.throwaways; i++) {
      const signedIn = await signUpByEmail(host, `t${i}@people.test`, 'a-password');
      throwaways.push(await open(signedIn, `198.51.${i % networks}.${1 + i}`));
    }
    const operationsUrls = [api.ready.operationsUrl, worker.ready.operationsUrl];
    return { db, apiUrl, operationsUrls, customers, throwaways };
  });
}
