/**
 * Closes Indian days: stores the ledger's totals of a day after its end, signed and chained to the previous
 * day (`ledger_day_close`), and reads what was recorded about it since.
 *
 * A day's events are those that took effect on it. A checkpoint decides which of them were known: the events
 * up to the heads that it contains, independent of any clock. So a close can always be proved from the
 * events, and every other event of the day is a restatement.
 *
 * | crash                                | what happens                                 |
 * | ------------------------------------ | -------------------------------------------- |
 * | between the checkpoint and the close | the next pass takes a checkpoint, and closes |
 * | between two days                     | the next pass continues with the next one    |
 */
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { addDays, istDay, listDays, minuteMs, startOfIstDay } from '@sachet/shared/time';
import {
  addTotals,
  areSameTotals,
  byKindAndAccount,
  currentDayCloseVersion,
  encodeDayClose,
  type DayClose,
  type DayTotal,
} from '@sachet/shared/finance/day-close';
import { lockUntilCommit } from '../locks.ts';
import { selectEvents, type HistoryEvent } from '../ledger/history/read.ts';
import { readInSnapshot } from '../ledger/history/reading.ts';
import {
  newestCheckpoint,
  refuseWrongKey,
  takeCheckpoint,
  type SignedCheckpoint,
} from '../ledger/checkpoint.ts';
import { sha256 } from '../ledger/rows.ts';
import { signWith, type SigningKey } from '../ledger/signing-key.ts';
import { uncountedEvents } from './day-totals.ts';
import type { Database } from '../tables.ts';

export interface SignedDayClose {
  readonly close: DayClose;
  readonly hashHex: string;
  readonly signatureHex: string;
}

/** How long after its end a day is closed: transactions in progress at midnight have committed by then. */
export const closesAfterMs = 15 * minuteMs;
/** The most days that one pass closes. */
const daysAtMost = 31;
const noHash = '00'.repeat(32);

/** Closes all days that are due, oldest first. Returns the new closes. */
export async function closeDueDays(
  { db, pool }: { db: Kysely<Database>; pool: Pool },
  key: SigningKey,
  nowMs = Date.now(),
): Promise<SignedDayClose[]> {
  const due = await findDueDays(db, nowMs);
  if (due.length === 0) return [];
  const checkpoint = await takeWholeCheckpoint(pool, key);
  if (!checkpoint) return [];
  const closed: SignedDayClose[] = [];
  for (const day of due) {
    const close = await db.transaction().execute(async (trx) => {
      await lockUntilCommit(trx, 'dayClose');
      return closeDay(trx, day, { checkpoint, key, nowMs });
    });
    if (close) closed.push(close);
  }
  return closed;
}

/**
 * Days to close: after the newest close, or from the day of the first event, up to the last day that has
 * ended.
 */
async function findDueDays(db: Kysely<Database>, nowMs: number): Promise<string[]> {
  const newest = await readNewestClose(db);
  const first = newest ? addDays(newest.close.day, 1) : await readFirstDay(db);
  if (first === null) return [];
  return listDays(first, addDays(istDay(nowMs - closesAfterMs), -1)).slice(0, daysAtMost);
}

/** The day on which the first event was recorded; earlier effective days are restatements. */
async function readFirstDay(db: Kysely<Database>): Promise<string | null> {
  const first = await db
    .selectFrom('ledger_event')
    .select('recorded_at')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return first ? istDay(first.recorded_at.getTime()) : null;
}

/**
 * Takes a checkpoint of everything recorded so far. Null while another process takes one, or while a new key
 * is too new to sign.
 */
async function takeWholeCheckpoint(pool: Pool, key: SigningKey): Promise<SignedCheckpoint | null> {
  const taken = await takeCheckpoint(pool, key);
  if (taken) return taken;
  const newest = await newestCheckpoint(pool);
  if (newest) await refuseWrongKey(pool, key, newest);
  if (newest?.checkpoint.keyId !== key.keyId) return null;
  const { rows } = await pool.query('select coalesce(sum(seq), 0)::bigint as events from wallet');
  return newest.checkpoint.eventCount === rows[0].events ? newest : null;
}

/** Returns undefined if another process has closed the day in the meantime. */
async function closeDay(
  trx: Transaction<Database>,
  day: string,
  { checkpoint, key, nowMs }: { checkpoint: SignedCheckpoint; key: SigningKey; nowMs: number },
): Promise<SignedDayClose | undefined> {
  const previous = await readNewestClose(trx);
  if (previous && previous.close.day >= day) return undefined;
  const { number } = checkpoint.checkpoint;
  const close: DayClose = {
    version: currentDayCloseVersion,
    day,
    closedAtMs: nowMs,
    checkpointNumber: number,
    checkpointHashHex: checkpoint.hashHex,
    totals: (await sumEvents(trx, effectiveOn(day), number)).believed,
    previousHashHex: previous?.hashHex ?? noHash,
    keyId: key.keyId,
  };
  const message = encodeDayClose(close);
  const hash = sha256(message);
  const signature = signWith(key, message);
  await trx
    .insertInto('ledger_day_close')
    .values({
      day,
      version: close.version,
      closed_at: new Date(nowMs),
      checkpoint_number: number,
      checkpoint_hash: Buffer.from(close.checkpointHashHex, 'hex'),
      totals: JSON.stringify(close.totals),
      previous_hash: Buffer.from(close.previousHashHex, 'hex'),
      hash,
      key_id: close.keyId,
      signature,
    })
    .execute();
  return { close, hashHex: hash.toString('hex'), signatureHex: signature.toString('hex') };
}

export function signedFromRow(row: Selectable<Database['ledger_day_close']>): SignedDayClose {
  return {
    close: {
      version: row.version,
      day: row.day,
      closedAtMs: row.closed_at.getTime(),
      checkpointNumber: row.checkpoint_number,
      checkpointHashHex: row.checkpoint_hash.toString('hex'),
      totals: row.totals,
      previousHashHex: row.previous_hash.toString('hex'),
      keyId: row.key_id,
    },
    hashHex: row.hash.toString('hex'),
    signatureHex: row.signature.toString('hex'),
  };
}

async function readNewestClose(db: Kysely<Database>): Promise<SignedDayClose | undefined> {
  const row = await db
    .selectFrom('ledger_day_close')
    .selectAll()
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && signedFromRow(row);
}

export async function readDayClose(
  db: Kysely<Database>,
  day: string,
): Promise<SignedDayClose | undefined> {
  const row = await db
    .selectFrom('ledger_day_close')
    .selectAll()
    .where('day', '=', day)
    .executeTakeFirst();
  return row && signedFromRow(row);
}

const toMoments = (day: string) => ({
  from: new Date(startOfIstDay(day)),
  to: new Date(startOfIstDay(addDays(day, 1))),
});

/**
 * Events that took effect on the day but were recorded at another time. They are few, and have a separate
 * index.
 */
function backdatedOn(day: string): RawBuilder<unknown> {
  const { from, to } = toMoments(day);
  return sql`
    select wallet_id, seq, kind, counter_account, amount_paise, held_paise from ledger_event
     where effective_at >= ${from} and effective_at < ${to} and effective_at <> recorded_at`;
}

/** All events that took effect on a day. */
function effectiveOn(day: string): RawBuilder<unknown> {
  const { from, to } = toMoments(day);
  return sql`
    select wallet_id, seq, kind, counter_account, amount_paise, held_paise from ledger_event
     where recorded_at >= ${from} and recorded_at < ${to} and effective_at = recorded_at
    union all ${backdatedOn(day)}`;
}

/** Events with `is_known`: whether a checkpoint had seen them. */
const knownBy = (checkpointNumber: number, events: RawBuilder<unknown>) => sql`(
    with given as materialized (${events}), seen as materialized (
      select wallet_id, (
               select h.seq from ledger_checkpoint_head h
                where h.wallet_id = w.wallet_id and h.checkpoint_number <= ${checkpointNumber}
                order by h.checkpoint_number desc limit 1) as upto
        from (select distinct wallet_id from given) w
    )
    select given.*, seq <= coalesce(upto, 0) as is_known from given join seen using (wallet_id)
  ) e`;

/**
 * The sums of the events that a checkpoint contains and of those that it does not; each event is read once.
 */
async function sumEvents(
  db: Kysely<Database>,
  events: RawBuilder<unknown>,
  checkpointNumber: number,
): Promise<{ believed: DayTotal[]; difference: DayTotal[] }> {
  const { rows } = await sql<DayTotal & { isKnown: boolean }>`
    select is_known as "isKnown", ${totalColumns}
      from ${knownBy(checkpointNumber, events)} group by is_known, kind, account`.execute(db);
  const pick = (known: boolean): DayTotal[] =>
    rows
      .filter(({ isKnown }) => isKnown === known)
      .map(({ kind, account, events: count, amountPaise, heldPaise }) => ({
        kind,
        account,
        events: count,
        amountPaise,
        heldPaise,
      }))
      .toSorted(byKindAndAccount);
  return { believed: pick(true), difference: pick(false) };
}

const totalColumns = sql`
  kind, coalesce(counter_account, '') as account, count(*) as events,
  sum(amount_paise)::bigint as "amountPaise", sum(held_paise)::bigint as "heldPaise"`;

export interface Restatement {
  /** The totals known at the close (`believed`), and those known now (`known`). */
  readonly believed: DayTotal[];
  readonly known: DayTotal[];
  readonly difference: DayTotal[];
  /** The newest events of the difference; `eventCount` is the number of all. */
  readonly events: HistoryEvent[];
  readonly eventCount: number;
}

/**
 * The totals of `day` that were known at `close`, which may be its own or a later day's, and the events
 * recorded about the day since.
 */
export async function readRestatement(
  db: Kysely<Database>,
  { day, close, limit }: { day: string; close: DayClose; limit: number },
): Promise<Restatement> {
  // Without parallel workers: the indexes find few rows, although the planner expects many.
  return readInSnapshot(db, { max_parallel_workers_per_gather: '0' }, async (trx) => {
    const known = await sumAllKnown(trx, day);
    const own = close.day === day ? close : (await readDayClose(trx, day))?.close;
    const backdated = backdatedOn(day);
    if (known && own) {
      const since = (await sumEvents(trx, backdated, own.checkpointNumber)).difference;
      // If the sums agree, no other event is missing from the close, and the day's events need not be read
      // again.
      if (areSameTotals(known, addTotals(own.totals, since))) {
        const difference =
          close === own
            ? since
            : (await sumEvents(trx, backdated, close.checkpointNumber)).difference;
        const believed = addTotals(known, difference.map(negate));
        return restate(trx, { believed, difference, events: backdated, close, limit });
      }
    }
    const events = effectiveOn(day);
    const sums = await sumEvents(trx, events, close.checkpointNumber);
    return restate(trx, { ...sums, events, close, limit });
  });
}

async function restate(
  trx: Transaction<Database>,
  of: {
    believed: DayTotal[];
    difference: DayTotal[];
    /** A relation that contains all events of the difference. */
    events: RawBuilder<unknown>;
    close: DayClose;
    limit: number;
  },
): Promise<Restatement> {
  const { believed, difference, events, close, limit } = of;
  const eventCount = difference.reduce((sum, total) => sum + total.events, 0);
  const unknown = sql`
    select wallet_id, seq from ${knownBy(close.checkpointNumber, events)} where not is_known`;
  const newest =
    eventCount === 0
      ? []
      : await selectEvents(trx, sql`(e.wallet_id, e.seq) in (${unknown})`, limit);
  const known = addTotals(believed, difference);
  return { believed, known, difference, events: newest, eventCount };
}

/** The most uncounted events that one request sums; beyond it, reading all events of the day is cheaper. */
const uncountedAtMost = 20_000;

/** The sums of all events of a day, read from the worker's sums; null if the worker is too far behind. */
async function sumAllKnown(trx: Transaction<Database>, day: string): Promise<DayTotal[] | null> {
  const { rows: counted } = await sql<DayTotal>`
    select kind, counter_account as account, sum(events)::bigint as events,
           sum(amount_paise)::bigint as "amountPaise", sum(held_paise)::bigint as "heldPaise"
      from ledger_day where effective_day = ${day} group by 1, 2`.execute(trx);
  const { rows } = await sql<{ uncounted: number }>`
    select (coalesce((select sum(seq) from wallet), 0)
             - coalesce((select sum(seq) from ledger_day_progress), 0))::bigint as uncounted`.execute(
    trx,
  );
  const { uncounted } = rows[0]!;
  if (uncounted > uncountedAtMost) return null;
  return addTotals(counted, uncounted === 0 ? [] : await sumUncounted(trx, day));
}

/** The day's events that are not yet in the worker's sums. */
async function sumUncounted(trx: Transaction<Database>, day: string): Promise<DayTotal[]> {
  const { from, to } = toMoments(day);
  const { rows } = await sql<DayTotal>`
    with ${uncountedEvents}
    select ${totalColumns} from uncounted e
     where effective_at >= ${from} and effective_at < ${to} group by kind, account`.execute(trx);
  return rows;
}

const negate = ({ kind, account, events, amountPaise, heldPaise }: DayTotal): DayTotal => ({
  kind,
  account,
  events: -events,
  amountPaise: -amountPaise,
  heldPaise: -heldPaise,
});
