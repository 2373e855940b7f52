/** The studio as `npm start` runs it, on the benchmark's own database, with one person in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Insertable, Kysely } from 'kysely';
import { createKysely, createPool } from '@sachet/db/connect';
import { newId } from '@sachet/db/ids';
import type { Database, GenerationTable } from '@sachet/db/tables';
import { createJobQueue, type JobQueue } from '@sachet/queue/queue';
import { startChild, type Child } from '../../local/children.ts';
import { startAuthEmulator } from '../../local/emulator.ts';
import { emulatorKey, signInByPhone } from '../../local/sign-in.ts';

export interface World {
  readonly db: Kysely<Database>;
  readonly databaseUrl: string;
  readonly queue: JobQueue;
  readonly worker: Child;
  readonly apiUrl: string;
  readonly imageFolder: string;
  readonly person: { uid: string; walletId: string; headers: Record<string, string> };
  stop(): Promise<void>;
}

const projectId = 'demo-sachet-bench';

export async function startWorld(options: {
  databaseUrl: string;
  queueUrl: string;
  concurrency: number;
}): Promise<World> {
  const { databaseUrl, queueUrl, concurrency } = options;
  const folder = mkdtempSync(join(tmpdir(), 'sachet-bench-'));
  const imageFolder = join(folder, 'images');
  const logFile = (name: string) => join(folder, `${name}.log`);
  const stopping: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stopping.splice(0).toReversed()) await each().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async <Ready>(name: string, env: NodeJS.ProcessEnv): Promise<Child<Ready>> => {
    const script = `${name}/main.ts`;
    const child = await startChild<Ready>({ name, script, env, logFile: logFile(name) });
    stopping.push(child.stop);
    return child;
  };
  try {
    const emulator = await startAuthEmulator({ projectId, logFile: logFile('emulator') });
    stopping.push(emulator.stop);
    const sandbox = await start<{ openaiUrl: string; geminiUrl: string }>('sandbox', {
      ...process.env,
      SANDBOX_REUSES_PICTURES: '1',
    });
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      QUEUE_URL: queueUrl,
      WORKER_CONCURRENCY: String(concurrency),
      OPENAI_API_KEY: 'sandbox-openai-key',
      OPENAI_BASE_URL: sandbox.ready.openaiUrl,
      GEMINI_API_KEY: 'sandbox-gemini-key',
      GEMINI_BASE_URL: sandbox.ready.geminiUrl,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: emulatorKey,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      IMAGE_FOLDER: imageFolder,
      IMAGE_URL_SECRET: 'an-image-url-secret-for-benchmarks',
      LOG_LEVEL: 'warn',
    };
    const worker = await start('worker', env);
    const api = await start<{ url: string }>('api', env);
    const db = createKysely(createPool(databaseUrl, { max: 4 }));
    stopping.push(() => db.destroy());
    const queue = createJobQueue({ url: queueUrl, prefix: 'queue' });
    stopping.push(() => queue.close());
    const person = await signUp(api.ready.url, emulator.host);
    return { db, databaseUrl, queue, worker, apiUrl: api.ready.url, imageFolder, person, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signUp(apiUrl: string, emulatorHost: string): Promise<World['person']> {
  const { uid, token } = await signInByPhone(emulatorHost, projectId, '+919812345678');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${apiUrl}/api/user`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ accountType: 'individual', firstName: 'Bench', lastName: 'Mark' }),
  });
  if (!answer.ok) throw new Error(`POST /api/user: ${answer.status} ${await answer.text()}`);
  const wallet = await fetch(`${apiUrl}/api/wallet`, { headers });
  const { walletId } = (await wallet.json()) as { walletId: string };
  return { uid, walletId, headers };
}

export type Order = Pick<Insertable<GenerationTable>, 'mode' | 'provider' | 'prompt'>;

const modelOf = {
  image: { google: 'gemini-3-flash-image', openai: 'gpt-image-1-mini' },
  general: { google: 'gemini-3-flash', openai: 'gpt-5-mini' },
};

/** Rows as `POST /api/generate` writes them, without telling the queue. */
export async function writeOrders(
  { db, person }: World,
  orders: readonly (Order & { mode: keyof typeof modelOf })[],
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
    model_id: modelOf[order.mode][order.provider],
    model_label: 'bench',
    status: 'queued' as const,
    rate_card_version: 'bench',
  }));
  await db.insertInto('generation').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** Throws when one of them is not ready. */
export async function expectReady({ db }: World, ids: readonly string[]): Promise<void> {
  const other = await db
    .selectFrom('generation')
    .select(['id', 'status', 'error'])
    .where('id', 'in', ids)
    .where('status', '<>', 'ready')
    .limit(1)
    .executeTakeFirst();
  if (other) throw new Error(`${other.id} is ${other.status}: ${JSON.stringify(other.error)}`);
}
