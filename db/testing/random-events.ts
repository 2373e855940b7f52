/**
 * Events with any values that a row can hold, without the ledger's rules: for code that reads and writes
 * rows.
 */
import fc from 'fast-check';
import type pg from 'pg';
import { EventKind, type LedgerEvent } from '@sachet/shared/ledger/event';
import { eventCells, eventColumns, type StoredEvent } from '../ledger/rows.ts';
import { tamper } from './ledger-story.ts';

/** Postgres cannot store NUL in a text. */
const text = fc
  .oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        '',
        ' ',
        '-',
        '1:a',
        '₹ 250',
        'क्षमा कीजिए',
        '👩‍👩‍👧‍👦🙏',
        '"',
        '""',
        '\\',
        '\\\\n',
        '\\N',
        '\n',
        '\r\n',
        '\t\b\f\v',
        'a,b',
        '"a","b"\n',
        `it's`,
        '{"json": [1]}',
        '\\.',
        '\u2028',
        '\u007f',
        '\ufffd',
      ),
    },
  )
  .map((value) => value.replaceAll('\0', '').toWellFormed());
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const count = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(1, 9, 10, 99, 100, 9e15));
const signed = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, 1, -10, 9e15, -9e15, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, 1 - 2 ** 53),
);
/** 1901 to 2199, before and after the year from which Postgres counts. */
const moment = fc.oneof(
  fc.integer({ min: -2_177_452_800_000, max: 7_258_118_400_000 }),
  fc.constantFrom(0, -1, 946_684_800_000, 946_684_799_999, 1_795_000_000_123),
);

const randomEvent = fc.record({
  walletId: text,
  encodingVersion: fc.constantFrom(1, 2),
  kind: fc.constantFrom(...EventKind.options),
  amountPaise: signed,
  heldPaise: signed,
  lockedPaise: some(signed.filter((paise) => paise !== 0)),
  balanceAfterPaise: signed,
  heldAfterPaise: signed,
  counterAccount: some(text),
  actor: text,
  member: some(fc.tuple(text, text)),
  generationId: some(text),
  conversationId: some(text),
  orderId: some(text),
  holdId: some(text),
  reversesSeq: some(count),
  upgradesSeq: some(count),
  holdExpiresAtMs: some(moment),
  reason: some(text),
  effectiveAtMs: moment,
  recordedAtMs: moment,
  key: text,
  hashes: fc.tuple(
    fc.uint8Array({ minLength: 8, maxLength: 8 }),
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
  ),
});

export function randomEvents(howMany: number, seed: number): StoredEvent[] {
  return fc
    .sample(randomEvent, { numRuns: howMany, seed })
    .map(({ member, key, hashes, ...rest }, i) => {
      const event = {
        ...rest,
        // A payment has one credit, a hold one placing, and a wallet one event of each number.
        seq: i === 0 ? 9e15 : 7 * i,
        position: i === 1 ? -9e15 : i,
        holdId: rest.holdId === null ? null : `${i} ${rest.holdId}`,
        paymentId: i % 3 === 0 ? null : `pay_${i}_${rest.walletId}`,
        memberUid: member && member[0],
        budgetMonth: member && member[1],
        idempotencyKey: `${i} ${key}`,
      } as LedgerEvent;
      return { event, requestHash: Buffer.from(hashes[0]), hash: Buffer.from(hashes[1]) };
    });
}

/** The columns' names and values; moments as text in UTC, bytes as buffers. */
export function toCells(stored: StoredEvent): Record<string, string | number | Buffer | null> {
  const [cells] = eventCells([stored]);
  return Object.fromEntries(
    Object.entries(eventColumns).map(([column, type], i) => {
      const value = cells![i] as string | number | Buffer | null;
      const isMoment = type === 'timestamptz' && value !== null;
      return [column, isMoment ? new Date(value as number).toISOString() : value];
    }),
  );
}

/** Inserts events without the limit of one admin. */
export async function insertEvents(owner: pg.Pool, events: readonly StoredEvent[]): Promise<void> {
  await owner.query('alter table ledger_event disable trigger ledger_event_adjusted');
  const names = Object.keys(eventColumns);
  const values = events.flatMap((stored) => Object.values(toCells(stored)));
  const places = events.map(
    (_, row) => `(${names.map((__, i) => `$${row * names.length + i + 1}`).join(', ')})`,
  );
  await owner.query(
    `insert into ledger_event (${names.join(', ')}) values ${places.join(', ')}`,
    values,
  );
}

/** Inserts many events of ordinary size quickly. */
export async function insertManyEvents(owner: pg.Pool, howMany: number): Promise<void> {
  await tamper(
    owner,
    `insert into ledger_event (wallet_id, seq, position, encoding_version, kind, amount_paise,
       held_paise, balance_after, held_after, actor, reason, effective_at, recorded_at,
       idempotency_key, request_hash, hash)
     select 'wal_' || n % 50, n, n, 1, 'AdjustedByAdmin', 1, 0, n, 0, 'admin:a', repeat('x', 200),
            now(), now(), 'key_' || n, substr(sha256(n::text::bytea), 1, 8), sha256(n::text::bytea)
     from generate_series(1, ${howMany}) n`,
  );
}
