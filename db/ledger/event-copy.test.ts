import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestLedger, type TestLedger } from '../testing/ledger-story.ts';
import { insertEvents, randomEvents } from '../testing/random-events.ts';
import { copyColumns, copyEvents, type CopiedEvent } from './event-copy.ts';
import { eventDigest, type StoredEvent } from './rows.ts';

const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 2 ** 31);
const huge = '₹🙏x'.repeat(25_000);
let books: TestLedger;
let recorded: StoredEvent[];

beforeAll(async () => {
  books = await createTestLedger();
  recorded = randomEvents(400, seed);
  // 200 kB in one field, which comes in several packets; twice, so that the buffer has grown already.
  for (const i of [5, 6]) {
    recorded[i] = { ...recorded[i]!, event: { ...recorded[i]!.event, reason: `${huge}${i}` } };
  }
  await insertEvents(books.owner, recorded);
});

afterAll(async () => {
  await books.close();
  await books.database.drop('broken');
});

async function copied(where = 'true'): Promise<CopiedEvent[]> {
  const events: CopiedEvent[] = [];
  const client = await books.owner.connect();
  const statement = `select ${copyColumns} from ledger_event where ${where} order by position`;
  try {
    await copyEvents(client, statement, (event) => events.push(event));
    // The connection can be used again at once.
    await client.query('select 1');
  } finally {
    client.release();
  }
  return events;
}

const expected = () =>
  recorded
    .toSorted((a, b) => a.event.position - b.event.position)
    .map(({ event, requestHash, hash }) => ({
      walletId: event.walletId,
      seq: event.seq,
      amountPaise: event.amountPaise,
      heldPaise: event.heldPaise,
      balanceAfterPaise: event.balanceAfterPaise,
      heldAfterPaise: event.heldAfterPaise,
      recordedAtMs: event.recordedAtMs,
      digestHex: eventDigest(event, requestHash).toString('hex'),
      hashHex: hash.toString('hex'),
    }));

describe('events copied out in binary', () => {
  it(`have the digest that the rules give them, whatever stands in them (LEDGER_SEED=${seed})`, async () => {
    expect(Buffer.byteLength(huge)).toBe(200_000);
    expect(await copied()).toEqual(expected());
  });

  it('of an empty table are none', async () => {
    expect(await copied('false')).toEqual([]);
  });

  it('are given up with the error of the statement, or of whoever reads them', async () => {
    await expect(copied('no_such_column')).rejects.toThrow('no_such_column');
    const client = await books.owner.connect();
    const statement = `select ${copyColumns} from ledger_event`;
    const tooMuch = () => {
      throw new Error('too much');
    };
    await expect(copyEvents(client, statement, tooMuch)).rejects.toThrow('too much');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    client.release();
  });
});
