/**
 * API and worker on their own Postgres that is stopped, frozen, and whose connections are ended at
 * random. `npm run soak -- outages` also stops it for 30 s and 2 minutes, and ends connections for three
 * minutes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '@sachet/db/connect';
import { verifyWhole } from '@sachet/db/checks/run';
import { migrate } from '@sachet/db/migrate';
import { lanes } from '@sachet/adapters/queue/jobs';
import { freePort } from '../../dev/local/ports.ts';
import { startPostgres, type Postgres } from '../../dev/local/postgres.ts';
import { removeReachableFolder } from '../../dev/local/postgres-account.ts';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { expectWholeLedger } from '../../dev/local/testing/database.ts';
import { conversationAfter, say, someWords, toEventNames } from '../testing/chat.ts';
import { createCustomer, send, type Answer, type Customer } from '../testing/client.ts';
import { listenToEvents, type Listener } from '../testing/live.ts';
import { startLoad } from '../testing/load.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { payIn } from '../testing/spending.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';

const isLong = process.env.OUTAGES === 'long';
const outagesMs = isLong ? [1_000, 5_000, 30_000, 120_000] : [1_000];
const tortureMs = isLong ? 180_000 : 3_000;
const timeout = 600_000;
const poll = { timeout: 60_000, interval: 20 };

const tell = (line: string) => process.stdout.write(`  ${line}\n`);

let folder: string;
let postgres: Postgres;
let owner: pg.Pool;
let open: OpenStack;
beforeAll(async () => {
  folder = join(coordinate('TEST_FOLDER'), `away-${process.pid}`);
  postgres = await startPostgres({ folder, fsync: false });
  await postgres.createDatabase('away');
  const ownerUrl = postgres.ownerUrl('away');
  const appUrl = postgres.appUrl('away');
  await migrate({ ownerUrl, appUrl });
  owner = createPool(ownerUrl, { application_name: 'the test', statement_timeout: 0 });
  const database = {
    name: 'away',
    ownerUrl,
    appUrl,
    verify: () => expectWholeLedger(ownerUrl),
    drop: async () => {},
  };
  // A fixed port, known before the API reports that it is ready.
  const env = { PORT: String(await freePort()) };
  open = await openStack({ queue: 'postgres', database, env, limits: impatient });
});
afterAll(async () => {
  await owner?.end();
  await open?.stop();
  await postgres?.stop();
  removeReachableFolder(folder);
});

/** The same processes run before and after each test. */
afterEach(async () => {
  expect([open.stack.api.isRunning(), open.stack.worker.isRunning()]).toEqual([true, true]);
  expect((await verifyWhole({ connectionString: postgres.ownerUrl('away') })).findings).toEqual([]);
});

async function countConnections(): Promise<{ name: string; n: number }[]> {
  const { rows } = await owner.query(
    `select application_name as name, count(*) as n from pg_stat_activity
     where datname = 'away' and usename <> current_user group by 1`,
  );
  return rows;
}

async function expectFewConnections(): Promise<void> {
  // The worker first resumes its jobs, and reconnects its listener after a pause.
  const countListeners = async () =>
    (await countConnections()).filter(({ name }) => name.endsWith('-live')).length;
  await expect.poll(countListeners, poll).toBe(2);
  const most: Record<string, number> = {
    'sachet-api-live': 1,
    'sachet-worker-live': 1,
    'sachet-api-ledger': 1,
    'sachet-worker-ledger': 1,
    'sachet-api': 10,
    'sachet-api-limits': 2,
    'sachet-worker': 10,
    'sachet-verify': 12,
    'sachet-audit': 2,
    // Four connections each for the queues of the API, the worker and its workers, and one for each lane that
    // waits for jobs.
    'sachet-queue': 12 + lanes.length,
    ...Object.fromEntries(lanes.map((lane) => [lane, 1])),
  };
  const tooMany = (await countConnections()).filter(({ name, n }) => n > (most[name] ?? 0));
  expect(tooMany).toEqual([]);
}

const isReady = async () => (await send(`${open.stack.apiUrl}/readyz`)).status;

/**
 * Sends fifty concurrent requests, each of which must be refused in time. Returns how long the last one
 * waited.
 */
async function expectUnavailable(customer: Customer): Promise<number> {
  const startedMs = performance.now();
  const answers: Promise<Answer<unknown>>[] = Array.from({ length: 47 }, () =>
    customer.send('/api/wallet'),
  );
  answers.push(customer.send('/api/events'), customer.generate(), customer.send('/api/statement'));
  for (const answer of await Promise.all(answers)) {
    expectRefusal(answer, 'unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  return Math.round(performance.now() - startedMs);
}

describe('a database that goes away and comes back', () => {
  let customer: Customer;
  let stream: Listener;
  beforeEach(async () => {
    customer = await createCustomer(open.stack);
    stream = await listenToEvents(open.stack.apiUrl, customer.headers);
  });
  afterEach(() => stream?.close());

  async function expectAllToGoOn(readies: number): Promise<void> {
    await expect
      .poll(() => stream.heard.filter(({ event }) => event === 'ready').length, poll)
      .toBe(readies);
    const preview = await customer.preview();
    await stream.hears('generation', preview.generationId);
    expect((await customer.unlock(preview)).status).toBe(200);
    await open.books.expectToBeSound();
    await expectFewConnections();
  }

  test.each(outagesMs)(
    'an outage of %i ms causes an immediate 503, and afterwards requests, the open stream and the reply continue',
    async (awayMs) => {
      const { walletId } = await customer.wallet();
      const conversationId = await conversationAfter(open.stack, customer, 5);
      const order = { conversationId, prompt: someWords().replace('[[slow:0]]', '[[slow:40]]') };
      const talk = await say(open.stack, customer, order, { 'idempotency-key': 'through' });
      await talk.hears('chunk');
      const { port } = postgres;
      await postgres.stop();
      const awayUntilMs = performance.now() + awayMs;
      const slowestMs = await expectUnavailable(customer);
      expect(await isReady()).toBe(503);
      expect((await send(`${open.stack.apiUrl}/healthz`)).status).toBe(200);
      await sleep(Math.max(0, awayUntilMs - performance.now()));
      postgres = await startPostgres({ folder, port, fsync: false });
      const backMs = performance.now();
      await expect.poll(isReady, poll).toBe(200);
      const readyMs = Math.round(performance.now() - backMs);
      tell(`away ${awayMs} ms: 50 answered in ${slowestMs} ms, ready ${readyMs} ms after`);

      await expectAllToGoOn(2);
      await talk.isOver();
      const { turnId } = await talk.hears('conversation');
      const turn = async () =>
        (await open.books.query('select status from chat_turn where id = $1', [turnId]))[0];
      await expect.poll(turn, poll).not.toEqual({ status: 'streaming' });
      // If the outage is longer than its lease, the worker's sweep may end the reply.
      const written = {
        told: ['conversation', 'chunk', 'billing', 'done'],
        kinds: { HoldPlaced: 2, HoldCaptured: 2 },
      };
      const found = { told: toEventNames(talk), kinds: await open.books.kinds(walletId) };
      expect(awayMs < 20_000 ? found : written).toMatchObject(written);
    },
    timeout,
  );

  test(
    'callers are refused in time while the database hangs, and served afterwards',
    async () => {
      const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity');
      const pids = [postgres.pid, ...rows.map(({ pid }) => pid)];
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      let slowestMs: number;
      try {
        slowestMs = await expectUnavailable(customer);
        expect(await isReady()).toBe(503);
      } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      }
      const backMs = performance.now();
      await expect.poll(isReady, poll).toBe(200);
      const readyMs = Math.round(performance.now() - backMs);
      tell(`frozen: 50 answered in ${slowestMs} ms, ready ${readyMs} ms after`);
      await expectAllToGoOn(2);
    },
    timeout,
  );
});

test(
  'servers started during an outage end when asked to, or else wait, are not ready, log it once per address, and then work',
  async () => {
    const servers = [open.stack.api, open.stack.worker] as const;
    const readLines = ({ logFile }: { logFile: string }) =>
      readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    const { port } = postgres;
    await postgres.stop();
    let before: number[];
    /** Starts the servers. `readSince` then reads the lines that each has logged since. */
    const start = () => {
      before = servers.map((server) => readLines(server).length);
      return servers.map((server) => server.start());
    };
    const readSince = () =>
      servers.map((server, i) =>
        readLines(server)
          .slice(before[i])
          .map((line) => JSON.parse(line) as { msg: string; pid: number }),
      );
    const isWaiting = ({ msg }: { msg: string }) => msg.endsWith('waiting for it');

    const outcomes = Promise.allSettled(start());
    await expect
      .poll(() => readSince().map((lines) => lines.some(isWaiting)), poll)
      .toEqual([true, true]);
    for (const [line] of readSince()) process.kill(line!.pid, 'SIGTERM');
    const reasons = (await outcomes).map((outcome) =>
      outcome.status === 'rejected' ? String(outcome.reason) : 'it started',
    );
    for (const reason of reasons) expect(reason).toContain('exit code 0');

    const started = Promise.all(start());
    await expect.poll(() => isReady().catch(() => 'nobody'), poll).toBe(503);
    const database = 'database unreachable; waiting for it';
    const said = [[database, 'queue unreachable; waiting for it'], [database]];
    const readMessages = () => readSince().map((lines) => lines.map(({ msg }) => msg).toSorted());
    await expect.poll(readMessages, poll).toEqual(said);
    // More log lines would appear during this time.
    await sleep(1_500);
    expect(readMessages()).toEqual(said);
    postgres = await startPostgres({ folder, port, fsync: false });
    await started;
    await expect.poll(isReady, poll).toBe(200);
    const customer = await createCustomer(open.stack);
    expect((await customer.unlock(await customer.preview())).status).toBe(200);
    await open.books.expectToBeSound();
    await expectFewConnections();
  },
  timeout,
);

test(
  'connections that end at random under load cause no failure but 503, and all balances are right',
  async () => {
    const customers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const customer = await createCustomer(open.stack);
        const { walletId } = await customer.wallet();
        await payIn(open.stack.database, { walletId, amountPaise: 100_000_00 });
        return customer;
      }),
    );
    const load = startLoad(open.stack, customers);
    const untilMs = performance.now() + tortureMs;
    let ended = 0;
    const giveUpMs = performance.now() + tortureMs + 120_000;
    while (performance.now() < (load.hasDoneAll() ? untilMs : giveUpMs)) {
      const { rowCount } = await owner.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity
           where datname = 'away' and usename <> current_user
           order by random() limit 1 + floor(4 * random())) as chosen`,
      );
      ended += rowCount!;
      expect([open.stack.api.isRunning(), open.stack.worker.isRunning()]).toEqual([true, true]);
      await sleep(50 + Math.random() * 200);
    }
    const { done, faults, sold } = await load.stop();
    tell(`${ended} connections ended under ${JSON.stringify(done)}`);
    expect(faults).toEqual([]);
    expect(load.hasDoneAll()).toBe(true);

    const cancellations = () =>
      open.books.query(
        `select id from open_hold
         union all select id from chat_turn where status = 'streaming'`,
      );
    await expect.poll(cancellations, poll).toEqual([]);
    await open.books.expectToBeSound();
    const twice = await open.books.query(
      `select generation_id, count(*) from ledger_event
       where kind in ('Charged', 'HoldCaptured') and generation_id is not null
       group by 1 having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    const charged = await open.books.query<{ id: string }>(
      `select coalesce(generation_id, hold_id) as id from ledger_event
       where kind in ('Charged', 'HoldCaptured')`,
    );
    const paid = new Set(charged.map(({ id }) => id));
    expect(sold.filter((id) => !paid.has(id))).toEqual([]);
    const unequal = await open.books.query(
      `select t.id, t.status, h.status as hold from chat_turn t join hold h on h.id = t.hold_id
       where (t.status in ('done', 'stopped')) <> (h.status = 'captured')`,
    );
    expect(unequal).toEqual([]);
    await expect.poll(isReady, poll).toBe(200);
    await expect.poll(() => expectFewConnections().then(() => 'few'), poll).toBe('few');
  },
  timeout,
);
