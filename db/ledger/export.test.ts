import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestLedger, type TestLedger } from '../testing/ledger-story.ts';
import { toCells, insertEvents, insertManyEvents, randomEvents } from '../testing/random-events.ts';
import { exportEvents, type ExportFormat } from './export.ts';
import { eventColumns, type StoredEvent } from './rows.ts';

const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 2 ** 31);
let books: TestLedger;
let recorded: StoredEvent[];

beforeAll(async () => {
  books = await createTestLedger();
  recorded = randomEvents(300, seed);
  await insertEvents(books.owner, recorded);
});

afterAll(async () => {
  await books.close();
  await books.database.drop('broken');
});

async function exported(format: ExportFormat): Promise<string> {
  const client = await books.owner.connect();
  const whole = await text(exportEvents(client, format));
  // The connection can be used again immediately.
  await client.query('select 1');
  client.release();
  return whole;
}

const columns = Object.keys(eventColumns);

/** The events by position, with bytes in hex. */
const expected = () =>
  new Map(
    recorded.map((stored) => {
      const cells = Object.entries(toCells(stored)).map(([column, value]) => [
        column,
        Buffer.isBuffer(value) ? value.toString('hex') : value,
      ]);
      return [stored.event.position, Object.fromEntries(cells)];
    }),
  );

type Field = string | null;

/** Parses RFC 4180 strictly: throws for a quote in the wrong place. Null is an empty field, '' is `""`. */
function parseCsv(csv: string): Field[][] {
  const rows: Field[][] = [];
  let row: Field[] = [];
  let at = 0;
  while (at < csv.length) {
    const [field, end] = parseField(csv, at);
    row.push(field);
    if (csv[end] === ',') at = end + 1;
    else if (csv[end] === '\n') {
      rows.push(row);
      row = [];
      at = end + 1;
    } else throw new Error(`unexpected ${JSON.stringify(csv.slice(end, end + 10))} at ${end}`);
  }
  if (row.length > 0) throw new Error('the last line has no end');
  return rows;
}

function parseField(csv: string, from: number): [Field, number] {
  if (csv[from] !== '"') {
    const end = from + /^[^,\n]*/.exec(csv.slice(from, from + 100_000))![0].length;
    const plain = csv.slice(from, end);
    if (/["\r]/.test(plain)) throw new Error(`unquoted ${JSON.stringify(plain)}`);
    return [plain === '' ? null : plain, end];
  }
  let value = '';
  let at = from + 1;
  for (;;) {
    const quote = csv.indexOf('"', at);
    if (quote === -1) throw new Error('a quote without its end');
    value += csv.slice(at, quote);
    if (csv[quote + 1] !== '"') return [value, quote + 1];
    value += '"';
    at = quote + 2;
  }
}

describe('the export', () => {
  it(`an export as NDJSON has one object a line, and the same events (LEDGER_SEED=${seed})`, async () => {
    const lines = (await exported('ndjson')).split('\n');
    expect(lines.pop(), 'ends with a line end').toBe('');
    expect(lines).toHaveLength(recorded.length);
    const wanted = expected();
    for (const line of lines) {
      const row = JSON.parse(line);
      expect(Object.keys(row)).toEqual(columns);
      expect(row, line).toEqual(wanted.get(row.position));
    }
  });

  it(`an export as CSV has one header and the same events (LEDGER_SEED=${seed})`, async () => {
    const [header, ...rows] = parseCsv(await exported('csv'));
    expect(header).toEqual(columns);
    expect(rows).toHaveLength(recorded.length);
    const wanted = expected();
    for (const row of rows) {
      const found = Object.fromEntries(columns.map((column, i) => [column, row[i]]));
      const event = wanted.get(Number(found['position']))!;
      const asText = Object.entries(event).map(([column, value]) => [
        column,
        value === null ? null : String(value),
      ]);
      expect(found).toEqual(Object.fromEntries(asText));
    }
  });

  it('an export is ordered by wallet and sequence', async () => {
    await insertManyEvents(books.owner, 1_000).catch(() => {});
    const rows = parseCsv(await exported('csv')).slice(1);
    const seen = new Map<Field, number>();
    let last: Field | undefined;
    for (const [walletId, seq] of rows) {
      expect(walletId === last || !seen.has(walletId!), `${walletId} is together`).toBe(true);
      expect(Number(seq)).toBeGreaterThan(seen.get(walletId!) ?? 0);
      seen.set(walletId!, Number(seq));
      last = walletId;
    }
  });
});

describe('the export of 20,000 events', () => {
  let many: TestLedger;
  let client: pg.PoolClient;
  beforeAll(async () => {
    many = await createTestLedger();
    await insertManyEvents(many.owner, 20_000);
  });
  afterAll(async () => {
    await many.close();
    await many.database.drop('broken');
  });

  const findSocket = (client: pg.PoolClient) =>
    (client as unknown as { connection: { stream: { bytesRead: number } } }).connection.stream;

  it('an export waits for a slow reader', async () => {
    client = await many.owner.connect();
    const before = findSocket(client).bytesRead;
    const stream = exportEvents(client, 'ndjson');
    let read = 0;
    let most = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length;
      // The bytes that were read from the database and are not passed on yet. The text format only doubles
      // backslashes.
      most = Math.max(most, findSocket(client).bytesRead - before - read);
      if (read < 400_000) await sleep(25);
    }
    client.release();
    expect(read).toBeGreaterThan(6_000_000);
    expect(most).toBeLessThan(2_000_000);
  });

  it('an export fails when the connection breaks', async () => {
    client = await many.owner.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    // Prevents an unhandled error when the checked-out connection ends.
    client.on('error', () => {});
    const reading = (async () => {
      let length = 0;
      for await (const chunk of exportEvents(client, 'csv') as AsyncIterable<Buffer>) {
        if (length === 0) await many.owner.query('select pg_terminate_backend($1)', [rows[0].pid]);
        length += chunk.length;
      }
      return length;
    })();
    await expect(reading).rejects.toThrow('terminating connection');
    client.release(true);
  });
});
