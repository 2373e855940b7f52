import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@sachet/dev/local/testing/database';
import { createPool } from '../connect.ts';
import { binaryRows, type Cell } from './binary-rows.ts';

const types = ['text', 'int2', 'int8', 'bytea', 'timestamptz'] as const;

let database: TestDatabase;
let owner: pg.Pool;
let typeOid: number;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createPool(database.ownerUrl);
  await owner.query(
    'create type sample as (name text, small smallint, large bigint, bytes bytea, at timestamptz)',
  );
  const { rows } = await owner.query(`select 'sample'::regtype::oid::int8 as oid`);
  typeOid = rows[0].oid;
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Returns the rows as Postgres parses them. */
async function understood(rows: readonly Cell[][]): Promise<Cell[][]> {
  const answer = await owner.query({
    text: `select name, small, large, bytes, extract(epoch from at)::numeric * 1000 as at
           from unnest($1::sample[]) with ordinality order by ordinality`,
    values: [binaryRows(typeOid, types, rows)],
  });
  return answer.rows.map(({ name, small, large, bytes, at }) => [
    name,
    small,
    large,
    bytes,
    at === null ? null : Number(at),
  ]);
}

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const row = fc.tuple(
  nullable(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))),
  nullable(fc.integer({ min: -32_768, max: 32_767 })),
  nullable(fc.maxSafeInteger()),
  nullable(fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))),
  nullable(fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2250, 0, 1) })),
);

describe('rows in the binary format', () => {
  it('Postgres reads any value unchanged from the binary format', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        expect(await understood(rows)).toEqual(rows);
      }),
      { numRuns: 100 },
    );
  });

  it('the buffer grows for rows that do not fit', async () => {
    const rows: Cell[][] = ['क'.repeat(100_000), 'x', '🙏'.repeat(300_000)].map((text, i) => [
      text,
      i,
      1 - i,
      Buffer.alloc(70_000, i),
      i,
    ]);
    expect(await understood(rows)).toEqual(rows);
  });

  it('half a surrogate pair is written as the replacement character that was hashed', async () => {
    expect(await understood([['a\ud83d', 0, 0, null, null]])).toEqual([
      ['a\ud83d'.toWellFormed(), 0, 0, null, null],
    ]);
  });
});
