import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCable, type Cable } from '../api/testing/cable.ts';
import { startPostgres, type Postgres } from '../dev/local/postgres.ts';
import { removeReachableFolder } from '../dev/local/postgres-account.ts';
import { coordinate } from '../dev/local/testing/coordinates.ts';
import { createKysely, createPool } from './connect.ts';
import { createNotifier, listen, notify, type Notification } from './live.ts';

const outagesMs = process.env.OUTAGES === 'long' ? [1_000, 5_000, 30_000, 120_000] : [1_500];
const timeout = 300_000;
const poll = { timeout: 60_000, interval: 20 };
/** Short, but longer than a busy Postgres takes to answer a listener's query. */
const patienceMs = 3_000;

const say = (line: string) => process.stdout.write(`  ${line}\n`);

// These tests have their own Postgres, because they stop and start it.
let folder: string;
let postgres: Postgres;
let pool: pg.Pool;
let cable: Cable;
beforeAll(async () => {
  folder = join(coordinate('TEST_FOLDER'), `live-${process.pid}`);
  postgres = await startPostgres({ folder, fsync: false });
  pool = createPool(postgres.ownerUrl('postgres'), { application_name: 'the test' });
  cable = await startCable(postgres.ownerUrl('postgres'));
});
afterAll(async () => {
  await pool?.end();
  await cable?.pull();
  await postgres?.stop();
  removeReachableFolder(folder);
});

let heard: string[];
let missed: number;
let ear: ReturnType<typeof listen> | undefined;
beforeEach(() => {
  heard = [];
  missed = 0;
});
afterEach(async () => {
  await ear?.close();
  await expect.poll(connections, poll).toBe(0);
});

async function listenTo(url: string, patience = {}): Promise<void> {
  ear = listen(url, {
    name: 'a listener',
    heard: (notice) => heard.push(toId(notice)),
    missed: () => (missed += 1),
    ...patience,
  });
  await ear.ready;
}

const toId = (notice: Notification) => ('id' in notice ? notice.id : notice.event);

async function connections(): Promise<number> {
  const { rows } = await pool.query(
    `select count(*) as n from pg_stat_activity
     where datname = 'postgres' and backend_type = 'client backend'
       and pid <> pg_backend_pid() and application_name <> 'the test'`,
  );
  return rows[0].n;
}

async function announce(...ids: string[]): Promise<void> {
  const db = createKysely(pool);
  for (const id of ids) await notify(db, { event: 'cancelled', id });
}

async function expectToHearEachOnce(...ids: string[]): Promise<void> {
  await announce(...ids);
  await expect.poll(() => heard.at(-1), poll).toBe(ids.at(-1));
  expect(heard.filter((id) => ids.includes(id))).toEqual(ids);
}

test('concurrent notifications are each received once, in order, and share statements', async () => {
  await listenTo(postgres.ownerUrl('postgres'));
  const tell = createNotifier(createKysely(pool));
  let statements = 0;
  const count = () => (statements += 1);
  pool.on('acquire', count);
  const ids = Array.from({ length: 300 }, (_, i) => `of one moment ${i}`);
  await Promise.all(ids.map((id) => tell({ event: 'cancelled', id })));
  pool.off('acquire', count);
  await expect.poll(() => heard, poll).toEqual(ids);
  // One statement for the first notification, one for the next 200, and one for the rest.
  expect(statements).toBe(3);
});

test('a notification that cannot be sent rejects for its sender, and the next one is sent', async () => {
  await listenTo(postgres.ownerUrl('postgres'));
  const tell = createNotifier(createKysely(pool));
  const tooLong = tell({ event: 'cancelled', id: 'x'.repeat(8_000) });
  await expect(tooLong).rejects.toMatchObject({ code: '22023' });
  await tell({ event: 'cancelled', id: 'the next' });
  await expect.poll(() => heard, poll).toEqual(['the next']);
});

describe('an unreachable database at the start', () => {
  test.each(['refused', 'not answered'])(
    'a first connection that is %s is reported once and retried until it succeeds',
    async (how) => {
      if (how === 'refused') await cable.pull();
      else cable.hold();
      const waits: unknown[] = [];
      ear = listen(cable.url, {
        name: 'a listener',
        heard: (notice) => heard.push(toId(notice)),
        missed: () => (missed += 1),
        waits: (error) => waits.push(error),
        patienceMs,
      });
      let isReady = false;
      void ear.ready.then(() => (isReady = true));
      await expect.poll(() => waits.length, poll).toBe(1);
      // Long enough for another attempt to fail.
      await sleep(patienceMs + 1_000);
      expect([isReady, waits.length]).toEqual([false, 1]);
      if (how === 'refused') await cable.plugIn();
      else {
        cable.letGo();
        cable.cut();
      }
      await ear.ready;
      await expectToHearEachOnce('after');
      await expect.poll(connections, poll).toBe(1);
      expect([missed, waits.length]).toEqual([0, 1]);
    },
  );

  test('a listener that never connects leaves nothing behind when it is closed', async () => {
    await cable.pull();
    ear = listen(cable.url, { name: 'a listener', heard: () => {}, missed: () => {} });
    const ready = ear.ready.then(
      () => 'ready',
      () => 'closed',
    );
    await sleep(300);
    await ear.close();
    await cable.plugIn();
    expect(await ready).toBe('closed');
  });

  test.each([
    ['a wrong password', (url: URL) => (url.password = 'wrong'), '28P01'],
    ['a database that does not exist', (url: URL) => (url.pathname = '/nowhere'), '3D000'],
  ])('a listener with %s is rejected', async (_what, change, code) => {
    const url = new URL(postgres.ownerUrl('postgres'));
    change(url);
    await expect(listenTo(url.href)).rejects.toMatchObject({ code });
  });
});

describe('a database outage', () => {
  test.each(outagesMs)(
    'an outage of %i ms leaves one connection, reports missed notifications once, and later ones arrive once',
    async (awayMs) => {
      await listenTo(postgres.ownerUrl('postgres'));
      await expectToHearEachOnce('before');
      const { port } = postgres;
      await postgres.stop();
      await sleep(awayMs);
      postgres = await startPostgres({ folder, port, fsync: false });
      const backMs = performance.now();
      await expect.poll(() => missed, poll).toBe(1);
      say(`away for ${awayMs} ms: heard again ${Math.round(performance.now() - backMs)} ms after`);
      await expectToHearEachOnce('after 1', 'after 2', 'after 3');
      // A second connection loop would have connected by now, because it pauses for at most a second.
      await sleep(1_200);
      expect(await connections()).toBe(1);
      await expectToHearEachOnce('later');
      expect(missed).toBe(1);
    },
    timeout,
  );

  test('a connection that is ended repeatedly is replaced by one, and no notification arrives twice', async () => {
    await listenTo(postgres.ownerUrl('postgres'));
    for (let cut = 1; cut <= 3; cut += 1) {
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a listener'`,
      );
      await expect.poll(() => missed, poll).toBe(cut);
      await expectToHearEachOnce(`after ${cut}`);
    }
    expect(await connections()).toBe(1);
  });
});

describe('a network that drops all packets', () => {
  test('a connection that does not answer is closed and replaced', async () => {
    await listenTo(cable.url, { patienceMs });
    await expectToHearEachOnce('before');
    // The held connection reports nothing, and new connections stay half open.
    const before = cable.arrived();
    cable.hold();
    await expect.poll(cable.arrived, poll).toBe(before + 1);
    await cable.pull();
    cable.letGo();
    await cable.plugIn();
    await expect.poll(() => missed, poll).toBe(1);
    await expectToHearEachOnce('after');
    await expect.poll(connections, poll).toBe(1);
  });

  test.each(['refused', 'not answered'])(
    'closing during a reconnect that is %s leaves nothing behind and delivers nothing later',
    async (how) => {
      await listenTo(cable.url, { patienceMs: 60_000 });
      if (how === 'refused') await cable.pull();
      else {
        cable.hold();
        cable.cut();
      }
      await sleep(700);
      await ear!.close();
      await cable.pull();
      cable.letGo();
      await cable.plugIn();
      await sleep(1_200);
      expect(await connections()).toBe(0);
      expect(missed).toBe(0);
    },
  );
});
