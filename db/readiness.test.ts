import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../dev/local/testing/database.ts';
import { createKysely, createPool } from './connect.ts';
import { migrations } from './migrations.ts';
import { createReadiness } from './readiness.ts';

let database: TestDatabase;
let owner: pg.Pool;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  pool = createPool(database.appUrl);
});
afterAll(async () => {
  await owner?.end();
  await pool?.end();
  await database?.drop();
});

const readState = () => createReadiness(createKysely(pool))();
test('a database with every migration of this code is ready', async () => {
  expect(await readState()).toBe('ready');
});

test('a database with the migrations of later code too is ready', async () => {
  await owner.query(`insert into kysely_migration (name, timestamp) values ('9998-later', now())`);
  expect(await readState()).toBe('ready');
});

test('a database to which another migration of the same name was applied is reported as behind', async () => {
  const rename = (from: string, to: string) =>
    owner.query('update kysely_migration set name = $2 where name like $1', [from, to]);
  const { name } = migrations[0]!;
  await rename(name, '0001-ledger-00000000');
  expect(await readState()).toBe('behind');
  await rename('0001-ledger-00000000', name);
  expect(await readState()).toBe('ready');
});

test('a database without one of the migrations is behind', async () => {
  await owner.query(`
    delete from kysely_migration
     where name = (select max(name) from kysely_migration where name < '9')`);
  expect(await readState()).toBe('behind');
});

test('a database without a schema is reported as away', async () => {
  await owner.query('alter table kysely_migration rename to elsewhere');
  expect(await readState()).toBe('away');
  await owner.query('alter table elsewhere rename to kysely_migration');
});
