import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createPool } from '../connect.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const readColumns = async (relation: string) => {
  const { rows } = await pool.query<{ name: string; type: string; filled: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type,
            atthasdef or not attnotnull as filled
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [relation],
  );
  return rows;
};

test.each([
  ['event', 'ledger_event'],
  ['wallet', 'wallet'],
  ['open_hold', 'open_hold'],
  ['member_month', 'member_month'],
])('the columns of the type for %s match the table %s', async (type, table) => {
  const written = await readColumns(`ledger_write_${type}`);
  const columns = await readColumns(table);
  const typeByColumn = new Map(columns.map((column) => [column.name, column.type]));
  // `known_head` is compared with the column of the new head.
  typeByColumn.set('known_head', 'bytea');
  for (const column of written) expect(typeByColumn.get(column.name)).toBe(column.type);
  // Wallets are created elsewhere, and only updated here.
  if (table === 'wallet') return;
  const names = new Set(written.map(({ name }) => name));
  expect(columns.filter(({ name, filled }) => !filled && !names.has(name))).toEqual([]);
});
