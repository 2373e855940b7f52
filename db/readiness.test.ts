import { afterAll, beforeAll, expect, test } from 'vitest';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../local/testing/database.ts';
import { createKysely, createPool } from './connect.ts';
import { requireCode } from './migrate.ts';
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
const require = (migration: string) =>
  owner.query('update schema_requirement set migration = $1', [migration]);

test('given every migration that the code knows, then it is ready, and with a later one too', async () => {
  expect(await readState()).toBe('ready');
  await owner.query(`insert into kysely_migration (name, timestamp) values ('9998-later', now())`);
  expect(await readState()).toBe('ready');
});

test('given a migration that needs later code, then the schema is ahead', async () => {
  await require('9998-later');
  expect(await readState()).toBe('ahead');
  await require('0001-ledger');
  expect(await readState()).toBe('ready');
});

test('given a migration that says which code it needs, then the schema asks for that, and never for less', async () => {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) });
  const needing = (migration: string) => ({
    name: '0038-schema-requirement',
    text: `-- Takes a column away.\n-- needs code of ${migration}\nselect 1;`,
  });
  await requireCode(db, [needing('9997-contract'), { name: '9999-not-applied', text: '' }]);
  expect(await readState()).toBe('ahead');
  await requireCode(db, [needing('0002-people')]);
  expect(await readState()).toBe('ahead');
  await require('');
});

test('given a migration that is missing, then the schema is behind', async () => {
  await owner.query(`
    delete from kysely_migration
     where name = (select max(name) from kysely_migration where name < '9')`);
  expect(await readState()).toBe('behind');
});

test('given a database without a schema, then it is away', async () => {
  await owner.query('alter table kysely_migration rename to elsewhere');
  expect(await readState()).toBe('away');
  await owner.query('alter table elsewhere rename to kysely_migration');
});
