import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createPool } from '../connect.ts';
import { joinByHash } from './check.ts';
import { differencesQuery, projections } from './projections.ts';

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

// Comparing the rows of a busy wallet pairwise would take a million million steps.
test.each(projections.map((projection) => [projection.table, projection] as const))(
  'the rows of %s are compared by their hashes, even if the planner prefers a merge or a loop',
  async (_table, projection) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local seq_page_cost = 100000; set local random_page_cost = 0');
      await client.query(joinByHash);
      const query = differencesQuery(projection, { events: 'true', rows: () => 'true' });
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Hash Full Join');
      expect(plan).not.toMatch(/Merge (Left |Full |Right )?Join|Nested Loop/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);
