import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import type { Database, FreeWorkShare } from '../tables.ts';
import { openWallet } from '../wallet/wallets.ts';
import { forgetFreeWork, giveBackFreeWork, withFreeWork, type FreeWork } from './free-work.ts';

const day = '2026-11-22';
let database: TestDatabase;
let db: Kysely<Database>;
let owner: Kysely<Database>;
let walletId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl, { max: 20 }));
  owner = createKysely(createPool(database.ownerUrl, { max: 1 }));
  walletId = await openWallet(db, { kind: 'user', id: 'asha' });
});
afterAll(async () => {
  await db?.destroy();
  await owner?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  for (const table of ['daily_allowance', 'free_work_taken', 'wallet_free_work'] as const) {
    await sql`truncate ${sql.table(table)}`.execute(owner);
  }
});

const unverified: FreeWork = {
  day,
  microusd: 40,
  shares: { free_work: 1_000, unpaid_free_work: 720, unverified_free_work: 200 },
  findBacking: async () => null,
};
const verified: FreeWork = { ...unverified, shares: { free_work: 1_000, unpaid_free_work: 720 } };
const payer: FreeWork = { ...unverified, shares: { free_work: 1_000 } };

const begin = (work: FreeWork, workId: string) =>
  withFreeWork(db, work, async (_trx, take) => {
    await take(workId);
    return workId;
  });

const beginMany = (work: FreeWork, many: number, name: string) =>
  Promise.all(Array.from({ length: many }, (_, i) => begin(work, `${name}_${i}`)));

const readUsed = async (): Promise<Partial<Record<FreeWorkShare, number>>> => {
  const rows = await db.selectFrom('daily_allowance').select(['name', 'used']).execute();
  return Object.fromEntries(rows.map(({ name, used }) => [name, used]));
};

test('concurrent calls of each group get exactly its share of the day and leave the reserve to payers', async () => {
  const groups = await Promise.all([
    beginMany(unverified, 10, 'unverified'),
    beginMany(verified, 20, 'verified'),
  ]);
  const begun = groups.map((answers) => answers.filter((answer) => 'value' in answer).length);
  expect(begun[0]).toBeLessThanOrEqual(5);
  expect(begun[0]! + begun[1]!).toBe(18);
  expect(await readUsed()).toMatchObject({ free_work: 720, unpaid_free_work: 720 });
  const late = await beginMany(payer, 10, 'payer');
  expect(late.filter((answer) => 'value' in answer)).toHaveLength(7);
  expect(late.filter((answer) => 'usedUp' in answer)).toEqual(
    Array(3).fill({ usedUp: 'free_work' }),
  );
});

test('a refused free call takes nothing from the budget', async () => {
  await beginMany(unverified, 5, 'first');
  expect(await begin(unverified, 'late')).toEqual({ usedUp: 'unverified_free_work' });
  expect(await readUsed()).toEqual({
    free_work: 200,
    unpaid_free_work: 200,
    unverified_free_work: 200,
  });
  const taken = await db.selectFrom('free_work_taken').select('work_id').execute();
  expect(taken).toHaveLength(5);
});

test('concurrent calls that are each returned twice leave exactly the amounts that were not returned', async () => {
  const works = [unverified, verified, payer];
  await Promise.all(
    Array.from({ length: 24 }, async (_, i) => {
      const workId = `work_${i}`;
      const outcome = await begin(works[i % 3]!, workId);
      if ('usedUp' in outcome || i % 2 === 0) return;
      await Promise.all([giveBackFreeWork(db, workId), giveBackFreeWork(db, workId)]);
    }),
  );
  const left = await db.selectFrom('free_work_taken').selectAll().execute();
  const sumOf = (share: FreeWorkShare) =>
    left.filter(({ shares }) => shares.includes(share)).length * 40;
  expect(await readUsed()).toEqual({
    free_work: sumOf('free_work'),
    unpaid_free_work: sumOf('unpaid_free_work'),
    unverified_free_work: sumOf('unverified_free_work'),
  });
});

test('when all shares are used up, a wallet that could pay begins as many of its concurrent calls as its daily limit allows', async () => {
  await beginMany(payer, 25, 'others');
  const backed: FreeWork = { ...payer, findBacking: async () => ({ walletId, callsPerDay: 4 }) };
  const answers = await beginMany(backed, 12, 'backed');
  expect(answers.filter((answer) => 'value' in answer)).toHaveLength(4);
  expect(await readUsed()).toEqual({ free_work: 1_000 });
  const notices = await db.selectFrom('admin_notice').select('subject').execute();
  expect(notices).toContainEqual({ subject: `free_work:${day}` });
});

test('amounts that were taken on earlier days are deleted, and no others', async () => {
  await begin({ ...payer, day: '2026-11-21' }, 'yesterday');
  await begin(payer, 'today');
  await forgetFreeWork(db, { before: day, limit: 10 });
  const left = await db.selectFrom('free_work_taken').select('work_id').execute();
  expect(left).toEqual([{ work_id: 'today' }]);
});
