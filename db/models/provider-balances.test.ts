import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import type { Database } from '../tables.ts';
import { changeBalances, watchBalances } from './provider-balances.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = createPool(database.ownerUrl, { max: 2 });
  db = createKysely(createPool(database.appUrl, { max: 4 }));
});
afterAll(async () => {
  await db?.destroy();
  await owner?.end();
  await database?.drop();
});

/** The wait events of this database's connections. */
async function readWaits(): Promise<string[]> {
  const { rows } = await owner.query<{ wait_event: string }>(
    `select wait_event from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' order by 1`,
  );
  return rows.map(({ wait_event }) => wait_event);
}

test('the check of balances waits while an admin changes a balance, and then keeps the notice', async () => {
  await owner.query(`insert into provider_balance (provider) values ('google')`);
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from provider_balance for update');
  const changed = changeBalances(db, {
    changes: { google: { balanceCents: 1_00, thresholdCents: 2_00, balanceIsCurrent: true } },
    uid: 'admin',
  });
  await expect.poll(readWaits).toEqual(['transactionid']);
  const watched = watchBalances(db);
  try {
    await expect.poll(readWaits).toEqual(['advisory', 'transactionid']);
  } finally {
    await holder.query('rollback');
    holder.release();
    await Promise.all([changed, watched]);
  }
  const notices = await db
    .selectFrom('admin_notice')
    .select(['kind', 'subject'])
    .where('resolved_at', 'is', null)
    .execute();
  expect(notices).toEqual([{ kind: 'provider_low', subject: 'google' }]);
});
