/** The product behind one trusted proxy, with customers and with throwaway accounts of a few networks. */
import type { Kysely } from 'kysely';
import { createKysely, createPool } from '@sachet/db/connect';
import type { Database } from '@sachet/db/tables';
import { asCustomer, type Customer } from '../../api/testing/client.ts';
import { signInByPhone, signUpByEmail } from '../../local/sign-in.ts';
import { createProfile, withServers } from '../servers.ts';

export interface Stack {
  readonly db: Kysely<Database>;
  readonly apiUrl: string;
  /** Verified by phone, each in its own network. */
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
    const { env: providers } = await servers.startSandbox({ SANDBOX_REUSES_PICTURES: '1' });
    // The attack costs its accounts nothing, and it is not stopped by the budget of free work.
    const env = { ...providers, TRUSTED_PROXIES: '1', FREE_WORK_USD_PER_DAY: '100000' };
    await servers.start('worker', env);
    const api = await servers.start<{ url: string }>('api', env);
    const apiUrl = api.ready.url;
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
      customers.push(await open(signedIn, `203.0.${i}.7`));
    }
    const throwaways: Customer[] = [];
    for (let i = 0; i < options.throwaways; i++) {
      const signedIn = await signUpByEmail(host, `t${i}@people.test`, 'a-password');
      throwaways.push(await open(signedIn, `198.51.${i % networks}.${1 + i}`));
    }
    return { db, apiUrl, customers, throwaways };
  });
}
