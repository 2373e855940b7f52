// Rows of a newer release, while machines are updated one by one or after it was taken back.
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobQueue, type JobQueue } from '@sachet/adapters/queue/queue';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import { signUp } from '@sachet/flows/people/sign-up';
import { addGeneration, somePerson } from '@sachet/flows/testing/somebody';
import { createTestDatabase, type TestDatabase } from '../dev/local/testing/database.ts';
import { refillQueue } from './sweep.ts';

let database: TestDatabase;
let db: Kysely<Database>;
let owner: pg.Pool;
let queue: JobQueue;
let walletId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  owner = createPool(database.ownerUrl, { max: 1 });
  queue = createJobQueue({ url: database.appUrl, prefix: 'refill' });
  const ledger = createLedger({ connectionString: database.appUrl });
  walletId = (await signUp({ db, ledger }, somePerson('asha'))).profile.wallet_id;
  await ledger.close();
});
afterAll(async () => {
  await queue?.close();
  await db?.destroy();
  await owner?.end();
  await database?.drop();
});

async function addWaiting({ provider = 'google', mode = 'image', isBought = false }) {
  const status = isBought ? 'ready' : 'queued';
  const { id } = await addGeneration(db, { uid: 'asha', walletId }, { status });
  await owner.query('insert into provider values ($1, true) on conflict do nothing', [provider]);
  await owner.query('set session_replication_role = replica');
  await owner.query('update generation set provider = $2, mode = $3 where id = $1', [
    id,
    provider,
    mode,
  ]);
  await owner.query('set session_replication_role = origin');
  if (!isBought) return;
  const unlock = {
    hold_id: id.replace('gen_', 'hold_'),
    generation_id: id,
    uid: 'asha',
    wallet_id: walletId,
    attempt: 1,
    final_size: 1024,
    price_paise: 7500,
    model_id: 'gemini-3.1-flash-lite-image',
    status: 'pending',
  } as const;
  await db.insertInto('unlock').values(unlock).execute();
}

test('work of an unknown provider or tool keeps no other from the queue, and is logged', async () => {
  await addWaiting({ provider: 'newer', isBought: true });
  await addWaiting({ isBought: true });
  await addWaiting({ provider: 'newer' });
  await addWaiting({ mode: 'newer' });
  await addWaiting({});
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  await refillQueue({ db, queue, log });
  const waiting = (await queue.readDepths()).filter((depth) => depth.waiting > 0);
  expect(waiting.map((depth) => [depth.lane, depth.waiting])).toEqual([
    ['google-paid', 1],
    ['google-picture', 1],
  ]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      skipped: 1,
      msg: 'work of a provider or tool that this release does not have is skipped',
    },
    { skipped: 2 },
  ]);
});
