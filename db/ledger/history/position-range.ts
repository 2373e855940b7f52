/**
 * Converts moments to positions in the ledger. Positions rise with time, except for a few events that were
 * written concurrently or after the database's clock was set back. Within one wallet, sequence, position and
 * time always rise together.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../tables.ts';
import { findLastEvent } from './last-event.ts';
import { readInSnapshot } from './reading.ts';

/** Both limits are exclusive. */
export interface PositionRange {
  readonly after: number;
  readonly before: number;
}

const lastPosition = Number.MAX_SAFE_INTEGER;

/** The range of positions that contains every event recorded in `[from, to)`. */
export async function positionsBetween(
  db: Kysely<Database>,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<PositionRange> {
  const [after, before] = await Promise.all([
    from ? lastPositionOutside(db, from) : 0,
    to ? firstPositionOutside(db, to) : lastPosition,
  ]);
  return { after, before };
}

/** The last position recorded before the moment, assuming that no clock ever ran back. */
const findPosition = (db: Kysely<Database>, moment: Date): Promise<number> =>
  findLastEvent(db, { holds: sql`e.recorded_at < ${moment}` });

/**
 * Disables all scans except those of block ranges, which quickly find the blocks that can match both
 * conditions.
 */
const byBlockRanges = {
  enable_seqscan: 'off',
  enable_indexscan: 'off',
  enable_indexonlyscan: 'off',
};

/**
 * Runs `strays`, which selects the furthest of the few events on the wrong side of the position. The planner
 * estimates that the two wide conditions match half the ledger, and would scan it position by position.
 */
async function strayPosition(
  db: Kysely<Database>,
  strays: RawBuilder<{ position: number | null }>,
): Promise<number | null> {
  return readInSnapshot(
    db,
    byBlockRanges,
    async (trx) => (await strays.execute(trx)).rows[0]!.position,
  );
}

/** No event at the returned position or above it was recorded before the moment. */
async function firstPositionOutside(db: Kysely<Database>, moment: Date): Promise<number> {
  const place = await findPosition(db, moment);
  const last = await strayPosition(
    db,
    sql`with stray as materialized (
          select position from ledger_event where position > ${place} and recorded_at < ${moment})
        select max(position) as position from stray`,
  );
  return (last ?? place) + 1;
}

/** No event at the returned position or below it was recorded at the moment or later. */
async function lastPositionOutside(db: Kysely<Database>, moment: Date): Promise<number> {
  const place = await findPosition(db, moment);
  const first = await strayPosition(
    db,
    sql`with stray as materialized (
          select position from ledger_event where position <= ${place} and recorded_at >= ${moment})
        select min(position) as position from stray`,
  );
  return first === null ? place : first - 1;
}

/** The wallet's events in a range of positions, as a range of its sequence. */
export async function seqsBetween(
  db: Kysely<Database>,
  walletId: string,
  { after, before }: PositionRange,
): Promise<PositionRange> {
  const [first, last] = await Promise.all([
    lastSeqUpTo(db, walletId, after),
    lastSeqUpTo(db, walletId, before - 1),
  ]);
  return { after: first, before: last + 1 };
}

async function lastSeqUpTo(
  db: Kysely<Database>,
  walletId: string,
  position: number,
): Promise<number> {
  if (position <= 0) return 0;
  return findLastEvent(db, { walletId, holds: sql`e.position <= ${position}` });
}
