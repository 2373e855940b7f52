import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import type { Database } from '../tables.ts';
import { listExceptions, openException } from './exceptions.ts';

let database: TestDatabase;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl, { max: 2 }));
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

test('exceptions of one payment are on the same page, and each exception is on exactly one page', async () => {
  const detail = {};
  for (const paymentId of ['pay_1', 'pay_2', 'pay_3']) {
    await openException(db, { kind: 'unknown_order', subject: paymentId, paymentId, detail });
  }
  await openException(db, { kind: 'credit_refused', subject: 'evt_1', detail });
  // The oldest payment gets the newest exception.
  await openException(db, {
    kind: 'amount_mismatch',
    subject: 'pay_1',
    paymentId: 'pay_1',
    detail,
  });

  const pages: string[][] = [];
  let before: number | null = null;
  for (;;) {
    const page = await listExceptions(db, { state: 'open', limit: 2, before });
    if (page.length === 0) break;
    pages.push(page.map(({ kind, subject }) => `${kind} ${subject}`));
    before = page.at(-1)!.newest;
  }
  expect(pages).toEqual([
    ['amount_mismatch pay_1', 'unknown_order pay_1', 'credit_refused evt_1'],
    ['unknown_order pay_3', 'unknown_order pay_2'],
  ]);
});
