import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { to as copyTo } from 'pg-copy-streams';
import { createTestLedger, type TestLedger } from '../testing/ledger-story.ts';
import { insertEvents, randomEvents } from '../testing/random-events.ts';
import { copyColumns, readEventCopy, type CopiedEvent } from './event-copy.ts';
import { eventDigest, type StoredEvent } from './rows.ts';

const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 2 ** 31);
const huge = '₹🙏x'.repeat(25_000);
let books: TestLedger;
let recorded: StoredEvent[];
let copied: Buffer;

beforeAll(async () => {
  books = await createTestLedger();
  recorded = randomEvents(400, seed);
  // 200 kB in one field, which comes in several chunks; twice, so that the buffer has grown already.
  for (const i of [5, 6]) {
    recorded[i] = { ...recorded[i]!, event: { ...recorded[i]!.event, reason: `${huge}${i}` } };
  }
  await insertEvents(books.owner, recorded);
  copied = await copyOf('');
});

afterAll(async () => {
  await books.close();
  await books.database.drop('broken');
});

async function copyOf(where: string): Promise<Buffer> {
  const client = await books.owner.connect();
  const statement = `copy (select ${copyColumns} from ledger_event ${where} order by position)
    to stdout (format binary)`;
  const bytes = await buffer(client.query(copyTo(statement)));
  client.release();
  return bytes;
}

async function readIn(chunks: Iterable<Buffer>): Promise<CopiedEvent[]> {
  const events: CopiedEvent[] = [];
  await readEventCopy(Readable.from(chunks, { objectMode: true }), (event) => events.push(event));
  return events;
}

function* chunksOf(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
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
    expect(await readIn([copied])).toEqual(expected());
  });

  it.each([[[65_536]], [[1_000]], [[17, 4, 1, 300]], [[19]], [[21, 100_000]]])(
    'are the same in chunks of %j bytes',
    async (sizes) => {
      expect(await readIn(chunksOf(copied, sizes))).toEqual(expected());
    },
  );

  it('are the same byte by byte', async () => {
    const few = await copyOf('where position between 10 and 14');
    const whole = expected().slice(1);
    const from = whole.findIndex(({ seq }) => seq === 7 * 10);
    expect(await readIn(chunksOf(few, [1]))).toEqual(whole.slice(from, from + 5));
  });

  it('of an empty table are none', async () => {
    expect(await readIn([await copyOf('where false')])).toEqual([]);
  });
});
