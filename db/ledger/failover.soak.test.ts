/**
 * Kills the primary of two Postgres under load and promotes its synchronous standby, again and again, behind
 * HAProxy. `npm run soak -- failover` sets how often.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '@sachet/dev/local/ports';
import { coordinate } from '@sachet/dev/local/testing/coordinates';
import {
  query,
  startPostgresPair,
  type PostgresPair,
} from '@sachet/dev/local/testing/postgres-pair';
import { istDay, minuteMs } from '@sachet/shared/time';
import { readDayBooks, readSettledLines } from '../finance/books.ts';
import { readBooks } from '../finance/figures.ts';
import { readMonthEnd } from '../finance/months.ts';
import { reconcileDays } from '../finance/reconcile.ts';
import { readSettlementDays } from '../finance/settlements.ts';
import { readTrialBalance } from '../finance/trial-balance.ts';
import { createKysely, createPool, isDatabaseAway } from '../connect.ts';
import { readRegister, readWholeRegister, sumRegister } from '../tax/register.ts';
import { readTaxMonth } from '../tax/tax-month.ts';
import { newWalletId } from '../ids.ts';
import { toHistoryFilter } from './history/filter.ts';
import { readHistory } from './history/read.ts';
import { createNotifier, listen } from '../live.ts';
import { readExceptionsOfDays } from '../finance/exceptions.ts';
import { createReader } from '../reader.ts';
import type { Database } from '../tables.ts';
import { createMarks, killAllWriters, markTable, type Answer } from '../testing/torture.ts';
import {
  expectAsAcknowledged,
  expectWhole,
  fund,
  fundedWallets,
  openWallets,
  startWriters,
  untilAnswered,
} from '../testing/torture-checks.ts';
import { seeded } from '../testing/torture-script.ts';
import { createLedger } from './ledger.ts';

const isLong = process.env.FAILOVERS !== undefined;
const failovers = Number(process.env.FAILOVERS ?? 1);
const seed = process.env.LEDGER_SEED ?? randomBytes(4).toString('hex');
const longestGapMs = 15_000;
const timeout = 120_000 + failovers * minuteMs;
const poll = { timeout: 60_000, interval: 20 };

const say = (line: string) =>
  void process.stdout.write(`failover (LEDGER_SEED=${seed}): ${line}\n`);

let folder: string;
let pair: PostgresPair;
let owner: pg.Pool;
let app: pg.Pool;
let db: Kysely<Database>;

beforeAll(async () => {
  folder = join(coordinate('TEST_FOLDER'), `failover-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  pair = await startPostgresPair(folder);
  owner = createPool(pair.database.ownerUrl, { statement_timeout: 0 });
  app = createPool(pair.database.appUrl);
  db = createKysely(app);
  await createMarks(owner);
}, timeout);

afterAll(async () => {
  await killAllWriters();
  await db?.destroy();
  await owner?.end();
  await pair?.stop();
}, timeout);

it('reports are read from the standby, never show less than was committed, and move to the primary while it is late', async () => {
  const reasons: unknown[] = [];
  const open = (replicaUrl: string, patienceMs: number) => {
    const late = (reason: unknown) => reasons.push(reason);
    const reader = createReader({ primary: db, replicaUrl, pool: {}, late, patienceMs });
    onTestFinished(() => reader.close());
    return reader;
  };
  const replicaUrl = pair.standby().appUrl('sachet');
  const replay = (verb: 'pause' | 'resume') =>
    query(pair.standby().ownerUrl('sachet'), `select pg_wal_replay_${verb}()`);
  const isStandby = async (at: Kysely<Database>) =>
    (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(at)).rows[0]!.is;

  const patient = open(replicaUrl, 60_000);
  for (let round = 0; round < 10; round += 1) {
    const wallets = await fundedWallets(pair.database, owner, 2);
    const latest = await patient.latest();
    expect(await isStandby(latest)).toBe(true);
    const filter = { ...toHistoryFilter({}), walletId: wallets[1]! };
    const { events } = await readHistory(latest, filter, { before: null, limit: 10 });
    expect(events).toHaveLength(1);
  }
  await expectReportsFrom(await patient.latest());

  const impatient = open(replicaUrl, 1_000);
  await replay('pause');
  await fundedWallets(pair.database, owner, 1);
  expect(await impatient.latest()).toBe(db);
  expect(reasons).toMatchObject([{ message: expect.stringContaining('has not replayed') }]);
  // The reader does not ask a standby again that was late a moment ago.
  await replay('resume');
  expect(await impatient.latest()).toBe(db);
  expect(reasons).toHaveLength(1);

  const away = open(`postgres://sachet@127.0.0.1:${await freePort()}/sachet`, 60_000);
  expect(await away.latest()).toBe(db);
  expect(reasons).toHaveLength(2);
});

it('a report that the standby cancels is a temporary failure, and the next one is read from the primary', async () => {
  const onStandby = (text: string) => query(pair.standby().ownerUrl('sachet'), text);
  await owner.query('create table rebuilt as select 1 as n; grant select on rebuilt to public');
  await onStandby("alter system set max_standby_streaming_delay = '0'");
  await onStandby('select pg_reload_conf()');
  const reasons: unknown[] = [];
  const reader = createReader({
    primary: db,
    replicaUrl: pair.standby().appUrl('sachet'),
    pool: { application_name: 'long-report' },
    late: (reason) => reasons.push(reason),
    patienceMs: 60_000,
  });
  onTestFinished(() => reader.close());
  const standby = await reader.latest();
  const report = sql`select pg_sleep(600) from rebuilt`.execute(standby).catch((error) => error);
  const findReport = () =>
    onStandby(
      `select from pg_locks join pg_stat_activity using (pid)
       where relation = 'rebuilt'::regclass and application_name = 'long-report'`,
    );
  await expect.poll(findReport, poll).toHaveLength(1);
  await owner.query('drop table rebuilt');
  const failure: unknown = await report;
  expect(failure).toMatchObject({ code: '40001' });
  expect(isDatabaseAway(failure)).toBe(true);
  expect(await reader.latest()).toBe(db);
  expect(reasons).toEqual([failure]);
  await onStandby('alter system reset max_standby_streaming_delay');
  await onStandby('select pg_reload_conf()');
});

/** The queries of finance and of exports, which must not write. */
async function expectReportsFrom(standby: Kysely<Database>): Promise<void> {
  const day = istDay(Date.now());
  const range = { from: day, to: day };
  const month = { month: day.slice(0, 7) };
  const [books] = await Promise.all([
    readBooks(standby, range),
    readTrialBalance(standby, { from: null, to: null }),
    readMonthEnd(standby, { first: day, last: day, end: new Date() }),
    readSettlementDays(standby, range),
    readAll(reconcileDays(standby, [day], Date.now())),
    readRegister(standby, month, { beforeId: null, limit: 10 }),
    sumRegister(standby, month),
    readTaxMonth(standby, month.month),
    readDayBooks(standby, range),
    readAll(readSettledLines(standby, range)),
    readAll(readExceptionsOfDays(standby, range)),
    readAll(readWholeRegister(standby, month)),
  ]);
  expect(books.uncounted).toBeGreaterThan(0);
}

async function readAll<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

/** The acknowledged log, which outlives every process of the run, and the gaps between its lines. */
function openLog(path: string) {
  const file = openSync(path, 'a');
  let lastMs = performance.now();
  let gapMs = 0;
  let longestMs = 0;
  return {
    write(line: string) {
      writeSync(file, `${line}\n`);
      const nowMs = performance.now();
      gapMs = Math.max(gapMs, Math.round(nowMs - lastMs));
      longestMs = Math.max(longestMs, gapMs);
      lastMs = nowMs;
    },
    startGap: () => (gapMs = 0),
    /** The longest since it was started. */
    gapMs: () => gapMs,
    longestGapMs: () => longestMs,
    read(): Answer[] {
      closeSync(file);
      return readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    },
  };
}

/** Counts acknowledged events that the ledger lacks, or has with other amounts. */
async function countMissing(answers: readonly Answer[]): Promise<number> {
  const events = answers.flatMap((answer) =>
    'outcome' in answer && answer.outcome.ok ? [answer.outcome.event] : [],
  );
  expect(events.length).toBeGreaterThan(100 * failovers);
  const { rows } = await owner.query(
    `select count(*) as n
     from unnest($1::text[], $2::int8[], $3::int8[], $4::text[], $5::int8[])
       as k (wallet_id, seq, position, idempotency_key, amount_paise)
     where not exists (
       select from ledger_event e
       where (e.wallet_id, e.seq, e.position, e.idempotency_key, e.amount_paise)
         = (k.wallet_id, k.seq, k.position, k.idempotency_key, k.amount_paise))`,
    [
      events.map((event) => event.walletId),
      events.map((event) => event.seq),
      events.map((event) => event.position),
      events.map((event) => event.idempotencyKey),
      events.map((event) => event.amountPaise),
    ],
  );
  return rows[0].n;
}

/** Inserts rows over the pool. Its only failures are those that callers repeat. */
function insertUntilStopped() {
  const acknowledged: string[] = [];
  let stopped = false;
  onTestFinished(() => void (stopped = true));
  const running = (async () => {
    for (let i = 0; !stopped; i += 1) {
      const insert = `insert into ${markTable} values ('pool', $1)`;
      await app.query(insert, [`pool.${i}`]).then(
        () => acknowledged.push(`pool.${i}`),
        (error: unknown) => expect(isDatabaseAway(error), String(error)).toBe(true),
      );
      await sleep(20);
    }
  })();
  return {
    async untilMore() {
      const { length } = acknowledged;
      await expect.poll(() => acknowledged.length, poll).toBeGreaterThan(length + 5);
    },
    async stop() {
      stopped = true;
      await running;
      return acknowledged;
    },
  };
}

/** Sends notifications over the pool, and receives them over one listening connection. */
function notifyUntilStopped() {
  const notify = createNotifier(db);
  let heard = 0;
  let stopped = false;
  const listening = listen(pair.database.appUrl, {
    name: 'failover-live',
    heard: () => (heard += 1),
    missed: () => {},
  });
  onTestFinished(() => void (stopped = true));
  const running = (async () => {
    await listening.ready;
    for (let i = 0; !stopped; i += 1) {
      await notify({ event: 'cancelled', id: `gen_${i}` }).catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error;
      });
      await sleep(20);
    }
  })();
  return {
    async untilMore() {
      const before = heard;
      await expect.poll(() => heard, poll).toBeGreaterThan(before + 5);
    },
    async stop() {
      stopped = true;
      await running;
      await listening.close();
    },
  };
}

async function fundedWallet(): Promise<string> {
  const walletId = newWalletId();
  await openWallets(owner, [walletId]);
  await fund(pair.database.appUrl, [{ walletId, paise: 100_00 }]);
  return walletId;
}

const toCharge = (walletId: string, key: string) =>
  ({
    type: 'Charge',
    walletId,
    idempotencyKey: key,
    actor: 'user:m0',
    amountPaise: 1_00,
    tool: 'image',
    memberUid: 'm0',
  }) as const;

/** The ledger's connections that wait for the standby. */
async function findWaiting(): Promise<number[]> {
  const { rows } = await owner.query(
    `select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'sachet-ledger'`,
  );
  return rows.map(({ pid }) => pid);
}

it(
  'a commit whose wait for the standby is cancelled is asked again, and acknowledged once the standby has it',
  async () => {
    const walletId = await fundedWallet();
    const ledger = createLedger({ connectionString: pair.database.appUrl });
    // The second charge is decided from memory and sent as one statement, the first is not.
    for (const key of ['charge_1', 'charge_2', 'charge_3']) {
      const receiver = createPool(pair.standby().ownerUrl('postgres'), { max: 1 });
      const { rows } = await receiver.query('select pid from pg_stat_wal_receiver');
      await receiver.end();
      process.kill(rows[0].pid, 'SIGSTOP');
      let isAnswered = false;
      const charged = ledger.append(toCharge(walletId, key)).finally(() => (isAnswered = true));
      try {
        await expect.poll(findWaiting, poll).toHaveLength(1);
        const [first] = await findWaiting();
        await owner.query('select pg_cancel_backend($1)', [first]);
        await expect.poll(findWaiting, poll).not.toEqual([first]);
        await expect.poll(findWaiting, poll).toHaveLength(1);
        await sleep(200);
        expect(isAnswered).toBe(false);
      } finally {
        process.kill(rows[0].pid, 'SIGCONT');
      }
      expect(await charged).toMatchObject({ ok: true, replayed: false });
    }
    await ledger.close();
    const { rows } = await owner.query(
      `select count(*) as n from ledger_event where wallet_id = $1 and kind = 'Charged'`,
      [walletId],
    );
    expect(rows[0].n).toBe(3);
  },
  timeout,
);

it(
  'the ledger and the pools leave a standby on which they have arrived',
  async () => {
    const walletId = await fundedWallet();
    let isToStandby = true;
    const sockets = new Set<{ destroy(): void }>();
    const door = createServer((near) => {
      const { port } = isToStandby ? pair.standby() : pair.primary();
      const far = connect(port, '127.0.0.1');
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => {});
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
    const url = new URL(pair.database.appUrl);
    url.port = String((door.address() as AddressInfo).port);
    const ledger = createLedger({ connectionString: url.href });
    const pool = createPool(url.href, { max: 1 });
    try {
      const insert = () => pool.query(`insert into ${markTable} values ('door', 'door')`);
      const charged = ledger.append(toCharge(walletId, 'charge_1'));
      const refused = await insert().catch((error: unknown) => error);
      expect(isDatabaseAway(refused)).toBe(true);
      const client = await pool.connect();
      await expect(client.query(`delete from ${markTable}`)).rejects.toThrow('read-only');
      client.release();
      isToStandby = false;
      expect(await charged).toMatchObject({ ok: true, replayed: false });
      await expect.poll(() => insert().then(() => true, String), poll).toBe(true);
    } finally {
      await ledger.close();
      await pool.end();
      for (const socket of sockets) socket.destroy();
      door.close();
    }
  },
  timeout,
);

it(
  'every acknowledged command exists after each failover, and pools and listeners recover',
  async () => {
    const random = seeded(`${seed} failovers`);
    const wallets = await fundedWallets(pair.database, owner, 4);
    const log = openLog(join(folder, 'acknowledged.jsonl'));
    const task = { kind: 'load', wallets } as const;
    const work = { seed, callers: isLong ? 16 : 4, task };
    const writers = await startWriters(pair.database.appUrl, ['over0', 'over1'], work, log.write);
    const rows = insertUntilStopped();
    const notifications = notifyUntilStopped();
    for (const writer of writers) writer.go();
    for (let failover = 0; failover < failovers; failover += 1) {
      await untilAnswered(writers, 50);
      await sleep(random() * 500);
      log.startGap();
      await pair.failOver();
      await untilAnswered(writers, 50);
      if (isLong) say(`failover ${failover + 1}: gap ${log.gapMs()} ms`);
      await rows.untilMore();
      await notifications.untilMore();
      // In the short form nothing needs the standby any more.
      if (isLong) await pair.rejoin();
    }
    await untilAnswered(writers, 50);
    await Promise.all(writers.map((writer) => writer.stop()));
    const inserted = await rows.stop();
    await notifications.stop();

    expect(await countMissing(log.read())).toBe(0);
    const { acknowledged } = await expectAsAcknowledged(pair.database, owner, writers);
    await expectWhole(pair.database, owner);
    const found = await owner.query(
      `select count(*) as n from ${markTable} where idempotency_key = any($1)`,
      [inserted],
    );
    expect(found.rows[0].n).toBe(inserted.length);
    say(
      `${failovers} failovers, ${acknowledged} commands and ${inserted.length} other rows acknowledged, ` +
        `none missing, longest gap ${log.longestGapMs()} ms`,
    );
    // Without other work on the machine, which the short form has.
    expect(log.longestGapMs()).toBeLessThan(isLong ? longestGapMs : Number.POSITIVE_INFINITY);
  },
  timeout,
);
