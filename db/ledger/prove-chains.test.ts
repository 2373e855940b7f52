import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestLedger, type TestLedger } from '../testing/ledger-story.ts';
import { insertEvents, randomEvents } from '../testing/random-events.ts';
import { digestSql } from './prove-chains.ts';
import { eventDigest, type StoredEvent } from './rows.ts';

const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 2 ** 31);
let books: TestLedger;
let recorded: StoredEvent[];

beforeAll(async () => {
  books = await createTestLedger();
  recorded = randomEvents(400, seed);
  recorded[5] = {
    ...recorded[5]!,
    event: { ...recorded[5]!.event, reason: '₹🙏x'.repeat(25_000) },
  };
  await insertEvents(books.owner, recorded);
});

afterAll(async () => {
  await books.close();
  await books.database.drop('broken');
});

test(`the database computes the specified digest of any event (LEDGER_SEED=${seed})`, async () => {
  const { rows } = await books.owner.query(
    `select position, encode(${digestSql}, 'hex') as digest from ledger_event order by position`,
  );
  const expected = recorded
    .toSorted((a, b) => a.event.position - b.event.position)
    .map(({ event, requestHash }) => ({
      position: event.position,
      digest: eventDigest(event, requestHash).toString('hex'),
    }));
  expect(rows).toEqual(expected);
});
