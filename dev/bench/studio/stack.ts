/** The product with one user. */
import type { Insertable, Kysely } from 'kysely';
import { createKysely, createPool } from '@sachet/db/connect';
import { newId } from '@sachet/db/ids';
import type { Database } from '@sachet/db/tables';
import { createJobQueue, type JobQueue } from '@sachet/adapters/queue/queue';
import type { Child } from '../../local/children.ts';
import { signInByPhone } from '../../local/sign-in.ts';
import { createProfile, withServers } from '../servers.ts';

export interface Stack {
  readonly db: Kysely<Database>;
  readonly queue: JobQueue;
  readonly worker: Child;
  readonly apiUrl: string;
  readonly person: {
    readonly uid: string;
    readonly walletId: string;
    readonly headers: { readonly authorization: string };
  };
  stop(): Promise<void>;
}

export function startStack(options: {
  databaseUrl: string;
  queueUrl: string;
  concurrency: number;
}): Promise<Stack> {
  const { databaseUrl, queueUrl, concurrency } = options;
  return withServers(databaseUrl, async (servers) => {
    const sandbox = await servers.startSandbox({ SANDBOX_REUSES_PICTURES: '1' });
    const env = {
      ...sandbox.env,
      QUEUE_URL: queueUrl,
      WORKER_CONCURRENCY: String(concurrency),
    };
    const worker = await servers.start('worker', env);
    const { ready } = await servers.start<{ url: string }>('api', env);
    const db = createKysely(createPool(databaseUrl, { max: 4 }));
    servers.alsoStop(() => db.destroy());
    const queue = createJobQueue({ url: queueUrl, prefix: 'queue' });
    servers.alsoStop(() => queue.close());
    const { host, projectId } = servers.emulator;
    const { uid, token } = await signInByPhone(host, projectId, '+919812345678');
    const headers = await createProfile(ready.url, token);
    const wallet = await fetch(`${ready.url}/api/wallet`, { headers });
    const { walletId } = (await wallet.json()) as { walletId: string };
    const person = { uid, walletId, headers };
    return { db, queue, worker, apiUrl: ready.url, person };
  });
}

export type Order = Pick<Insertable<Database['generation']>, 'mode' | 'provider' | 'prompt'>;

const models = {
  image: { google: 'gemini-3.1-flash-lite-image', openai: 'gpt-image-2.6-flare' },
  general: { google: 'gemini-3.5-flash-lite', openai: 'gpt-6-luna' },
};

/** Rows as `POST /api/generate` writes them, without jobs in the queue. */
export async function writeOrders(
  { db, person }: Stack,
  orders: readonly (Order & { mode: keyof typeof models })[],
): Promise<string[]> {
  const rows = orders.map((order) => ({
    ...order,
    id: newId('gen'),
    uid: person.uid,
    wallet_id: person.walletId,
    language: 'en' as const,
    quality: 'speed' as const,
    aspect_ratio: '1:1' as const,
    preview_max: 256,
    model_id: models[order.mode][order.provider],
    model_label: 'bench',
    status: 'queued' as const,
    applicant_class: 'customer' as const,
    rate_card_version: 'bench',
  }));
  await db.insertInto('generation').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** When each generation was updated. Throws when one of them is not ready. */
export async function expectReady({ db }: Stack, ids: readonly string[]) {
  const rows = await db
    .selectFrom('generation')
    .select(['id', 'status', 'error', 'updated_at'])
    .where('id', 'in', ids)
    .execute();
  const other = rows.find(({ status }) => status !== 'ready');
  if (other) throw new Error(`${other.id} is ${other.status}: ${JSON.stringify(other.error)}`);
  return rows;
}
