/**
 * Kills writing processes, crashes Postgres, and lets writers race for the last rupee. `npm run soak -- torture`
 * runs the long form, and its number sets how many kills there are. `LEDGER_SEED` repeats a run's commands and moments, though not the machine's own timing.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../migrate.ts';
import { startPostgres } from '@sachet/dev/local/postgres';
import { removeReachableFolder } from '@sachet/dev/local/postgres-account';
import { coordinate } from '@sachet/dev/local/testing/coordinates';
import {
  createTestDatabase,
  expectWholeLedger,
  type TestDatabase,
} from '@sachet/dev/local/testing/database';
import { hourMs, minuteMs } from '@sachet/shared/time';
import { createPool } from '../connect.ts';
import { newWalletId } from '../ids.ts';
import { askedBy, createMarks, killAllWriters, untilAlone } from '../testing/torture.ts';
import {
  expectAsAcknowledged,
  expectWhole,
  fund,
  fundedWallets,
  openWallets,
  startWriters,
  untilAnswered,
} from '../testing/torture-checks.ts';
import { seeded, type Race } from '../testing/torture-script.ts';
import { createLedger } from './ledger.ts';

const kills = Number(process.env.LEDGER_TORTURE ?? 2);
const isLong = process.env.LEDGER_TORTURE !== undefined;
const seed = process.env.LEDGER_SEED ?? randomBytes(4).toString('hex');
const timeout = isLong ? hourMs : 10 * minuteMs;

/** Prints the seed before the work, so that a hanging run has printed it too. */
const say = (line: string) => void process.stdout.write(`torture (LEDGER_SEED=${seed}): ${line}\n`);

describe('on one Postgres', () => {
  let database: TestDatabase;
  let owner: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createPool(database.ownerUrl, { statement_timeout: 0 });
    await createMarks(owner);
  });

  afterAll(async () => {
    await killAllWriters();
    await owner.end();
    await database.drop();
  });

  it(
    'acknowledged commands are stored completely and once when writers are killed at any moment',
    async () => {
      const random = seeded(seed);
      const wallets = await fundedWallets(database, owner, 4);
      let acknowledged = 0;
      let landedUnheard = 0;
      for (let round = 0; 2 * round < kills; round += 1) {
        const names = [`kill${round}a`, `kill${round}b`];
        const task = { kind: 'load', wallets } as const;
        const writers = await startWriters(database.appUrl, names, { seed, callers: 16, task });
        for (const writer of writers) writer.go();
        await untilAnswered(writers, 1);
        await Promise.all(
          writers.map(async (writer) => {
            await sleep(random() * (isLong ? 400 : 200));
            await writer.kill();
          }),
        );
        await untilAlone(owner);
        const found = await expectAsAcknowledged(database, owner, writers);
        acknowledged += found.acknowledged;
        landedUnheard += found.landedUnheard;
        await expectWhole(database, owner);
      }
      say(
        `${kills} kills, ${acknowledged} commands acknowledged, ` +
          `${landedUnheard} more had landed without an answer`,
      );
      expect(acknowledged).toBeGreaterThan(kills);
    },
    timeout,
  );

  it(
    'as many of 64 concurrent callers in 4 processes succeed as balance and budgets allow',
    async () => {
      const random = seeded(`${seed} races`);
      const upTo = (most: number) => Math.floor(random() * (most + 1));
      const members = ['m0', 'm1', 'm2', 'm3'];
      const attempts = 64 / members.length;
      const races = Array.from({ length: isLong ? 500 : 6 }, () => {
        const amountPaise = 1 + upTo(10_000);
        return {
          walletId: newWalletId(),
          amountPaise,
          members,
          balancePaise: amountPaise * upTo(50) + upTo(amountPaise - 1) + 1,
          // 0 means no limit.
          budgets: members.map(() => (random() < 0.2 ? 0 : amountPaise * upTo(20) + 1)),
        };
      });
      await openWallets(
        owner,
        races.map(({ walletId }) => walletId),
      );
      await fund(
        database.appUrl,
        races.map(({ walletId, balancePaise: paise }) => ({ walletId, paise })),
      );
      for (const { walletId, budgets } of races) {
        await owner.query(
          `insert into member_budget select $1, * from unnest($2::text[], $3::int8[])`,
          [walletId, members, budgets],
        );
      }
      const task = {
        kind: 'race',
        races: races.map(({ walletId, amountPaise }): Race => ({ walletId, amountPaise, members })),
      } as const;
      const names = ['race0', 'race1', 'race2', 'race3'];
      const writers = await startWriters(database.appUrl, names, { seed, callers: 16, task });
      for (const writer of writers) writer.go();
      await Promise.all(writers.map((writer) => writer.ended));

      const wins = new Map(races.map(({ walletId }) => [walletId, 0]));
      const refusals = new Set<string | undefined>();
      for (const writer of writers) {
        expect(writer.failures).toEqual([]);
        for (const { command, outcome } of askedBy(writer)) {
          if (outcome?.ok) wins.set(command.walletId, wins.get(command.walletId)! + 1);
          else refusals.add(outcome?.refusal);
        }
      }
      expect(['insufficient_funds', 'budget_exceeded']).toEqual(
        expect.arrayContaining([...refusals]),
      );
      const expected = races.map(({ walletId, amountPaise, balancePaise, budgets }) => {
        const byBudgets = budgets.reduce((sum, budget) => {
          const allowed = budget === 0 ? attempts : Math.floor(budget / amountPaise);
          return sum + Math.min(attempts, allowed);
        }, 0);
        return [walletId, Math.min(byBudgets, Math.floor(balancePaise / amountPaise))];
      });
      expect([...wins]).toEqual(expected);
      await resolveHolds();
      await expectWhole(database, owner);
      say(`${races.length} races of 64, ${[...wins.values()].reduce((a, b) => a + b)} won`);
    },
    timeout,
  );

  /** Captures or voids all open holds; then nothing may be held. */
  async function resolveHolds(): Promise<void> {
    const { rows } = await owner.query(
      `select id, wallet_id from open_hold where wallet_id in (
         select wallet_id from ledger_event where idempotency_key like 'race%')`,
    );
    const ledger = createLedger({ connectionString: database.appUrl });
    const outcomes = await Promise.all(
      rows.map(({ id, wallet_id: walletId }, i) =>
        ledger.append({
          type: i % 2 ? 'CaptureHold' : 'VoidHold',
          walletId,
          idempotencyKey: `end:${id}`,
          actor: 'worker',
          holdId: id,
        }),
      ),
    );
    await ledger.close();
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    const held = await owner.query(
      `select id from wallet where held_paise <> 0 and id = any($1)
       union all select wallet_id from member_month where held_paise <> 0 and wallet_id = any($1)`,
      [[...new Set(rows.map((row) => row.wallet_id))]],
    );
    expect(held.rows).toEqual([]);
  }

  it(
    '4 processes that lock the same 50 wallets in any order neither fail nor deadlock',
    async () => {
      const deadlocks = async () =>
        (
          await owner.query(
            'select deadlocks from pg_stat_database where datname = current_database()',
          )
        ).rows[0].deadlocks;
      const wallets = await fundedWallets(database, owner, 50);
      const before = await deadlocks();
      const names = ['order0', 'order1', 'order2', 'order3'];
      const task = { kind: 'load', wallets } as const;
      const writers = await startWriters(database.appUrl, names, { seed, callers: 32, task });
      for (const writer of writers) writer.go();
      // Postgres detects a deadlock only after a second.
      if (isLong) await sleep(30_000);
      else await untilAnswered(writers, 100, 2_000);
      await Promise.all(writers.map((writer) => writer.stop()));
      // A backend reports its statistics when it ends.
      await untilAlone(owner);
      const { acknowledged } = await expectAsAcknowledged(database, owner, writers);
      expect(await deadlocks()).toBe(before);
      await expectWhole(database, owner);
      say(`4 processes over 50 wallets: ${acknowledged} commands, no error, no deadlock`);
    },
    timeout,
  );
});

describe('on a Postgres that falls over', () => {
  it(
    'writers recover from immediate shutdowns of Postgres under load, and neither lose nor duplicate an event',
    async () => {
      const restarts = isLong ? Math.ceil(kills / 2) : 1;
      const random = seeded(`${seed} restarts`);
      const folder = join(coordinate('TEST_FOLDER'), `torture-${process.pid}`);
      let postgres = await startPostgres({ folder, fsync: true });
      const { port } = postgres;
      await postgres.createDatabase('torture');
      const urls: TestDatabase = {
        name: 'torture',
        ownerUrl: postgres.ownerUrl('torture'),
        appUrl: postgres.appUrl('torture'),
        verify: () => expectWholeLedger(postgres.ownerUrl('torture')),
        drop: async () => {},
      };
      await migrate(urls);
      const owner = createPool(urls.ownerUrl, { statement_timeout: 0 });
      try {
        await createMarks(owner);
        const wallets = await fundedWallets(urls, owner, 4);
        const names = ['fall0', 'fall1'];
        const task = { kind: 'load', wallets } as const;
        const writers = await startWriters(urls.appUrl, names, { seed, callers: 16, task });
        for (const writer of writers) writer.go();
        for (let restart = 0; restart < restarts; restart += 1) {
          await untilAnswered(writers, 50);
          await sleep(random() * 300);
          // An immediate shutdown: nothing is flushed, and the next start has to recover.
          process.kill(postgres.pid, 'SIGQUIT');
          await postgres.ended;
          postgres = await startPostgres({ folder, port, fsync: true });
          expect(postgres.port).toBe(port);
        }
        await untilAnswered(writers, 50);
        await Promise.all(writers.map((writer) => writer.stop()));
        const { acknowledged } = await expectAsAcknowledged(urls, owner, writers);
        await expectWhole(urls, owner);
        say(`${restarts} falls of Postgres, ${acknowledged} commands acknowledged, no error`);
      } finally {
        await killAllWriters();
        await owner.end();
        await postgres.stop();
        removeReachableFolder(folder);
      }
    },
    timeout,
  );
});
