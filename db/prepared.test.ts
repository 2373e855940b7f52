import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../dev/local/testing/database.ts';
import { createKysely, createPool } from './connect.ts';
import { prepare } from './prepared.ts';
import { readProfile } from './people/profiles.ts';
import { readGeneration } from './studio/generations.ts';
import type { Database } from './tables.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  db = createKysely(createPool(database.appUrl, { max: 1 }));
});
afterAll(async () => {
  await owner?.end();
  await db?.destroy();
  await database?.drop();
});

const plans = async () =>
  (
    await sql<{ name: string; plans: number }>`
      select name, generic_plans + custom_plans as plans from pg_prepared_statements order by name`.execute(
      db,
    )
  ).rows;

const readRate = prepare('rate', (db, { day }: { day: string }) =>
  db.selectFrom('usd_rate').select('paise_per_usd').where('from_day', '=', day),
);

test('a connection plans a statement once, and each call gets the rows of its own values', async () => {
  await owner.query(`insert into usd_rate values ('2026-11-01', 8800), ('2026-11-02', 8900)`);
  const first = await readRate(db, { day: '2026-11-01' });
  const second = await db.transaction().execute((trx) => readRate(trx, { day: '2026-11-02' }));
  expect([first, second]).toEqual([[{ paise_per_usd: 8800 }], [{ paise_per_usd: 8900 }]]);
  expect(await plans()).toEqual([{ name: 'rate', plans: 2 }]);
});

test('prepared statements of the product keep working when their tables get another column', async () => {
  const read = async () => [
    await readGeneration(db, { id: 'gen_none', uid: 'nobody' }),
    await readProfile(db, 'nobody'),
  ];
  expect(await read()).toEqual([undefined, undefined]);
  for (const table of ['generation', 'unlock', 'user_profile', 'wallet', 'model']) {
    await owner.query(`alter table ${table} add column of_a_later_release text`);
  }
  expect(await read()).toEqual([undefined, undefined]);
  const names = (await plans()).map(({ name }) => name);
  expect(names).toEqual(['generation_view', 'profile', 'rate']);
});
