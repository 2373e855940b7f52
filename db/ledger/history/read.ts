/**
 * Reads the ledger's events for auditors, newest first. A page reads a limited number of events from each
 * scan, so that no filter takes long even if few events match. A page may therefore be short and still have a
 * next one.
 *
 * Events that were committed when the first page was read are on the pages once each. Later events have
 * greater positions, or lie between them.
 */
import {
  sql,
  type Expression,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
} from 'kysely';
import type { Database, LedgerEventTable } from '../../tables.ts';
import { toCondition, type HistoryFilter } from './filter.ts';
import { readOwnWallets, chooseIndexScans, type IndexScan } from './index-scans.ts';
import { positionsBetween } from './position-range.ts';

export type HistoryEvent = Selectable<LedgerEventTable> & {
  /** Null, like `owner_id`, if the wallet's row was deleted. */
  owner_kind: 'user' | 'organization' | null;
  owner_id: string | null;
  /** Null for a deleted user. */
  owner_name: string | null;
};

export interface HistoryPage {
  readonly events: HistoryEvent[];
  /** The position that the next page begins before; null at the end. */
  readonly nextBefore: number | null;
  /** Set for a short page that has a next one: when the last event that it checked was recorded. */
  readonly searchedTo: Date | null;
}

export interface HistoryPlace {
  /** Only events below this position are read; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
  /** How many events of each scan are read for one page. */
  readonly scanAtMost?: number;
}

export async function readHistory(
  db: Kysely<Database>,
  filter: HistoryFilter,
  { before, limit, scanAtMost = 20_000 }: HistoryPlace,
): Promise<HistoryPage> {
  const own = await readOwnWallets(db, filter);
  const condition = toCondition(filter, own);
  const inTime = await positionsBetween(db, filter);
  const range = { ...inTime, before: Math.min(inTime.before, before ?? Infinity) };
  if (filter.reference !== null) {
    const inWindow = sql`e.position > ${range.after} and e.position < ${range.before}`;
    const of = eventsAbout(filter.reference);
    const rows = await selectEvents(
      db,
      sql`(e.wallet_id, e.seq) in (${of}) and ${inWindow} and ${condition}`,
      limit + 1,
    );
    return toPage(db, [{ rows, searchedTo: null }], limit);
  }
  const scans = await chooseIndexScans(db, filter, own, range);
  const found = await Promise.all(
    scans.map((each) => search(db, each, { condition, limit, scanAtMost })),
  );
  return toPage(db, found, limit);
}

interface Found {
  readonly rows: HistoryEvent[];
  /** The position at which the scan stopped; null if it was read to its end. */
  readonly searchedTo: number | null;
}

/** Merges the results of several scans, down to the lowest position that all of them have reached. */
async function toPage(
  db: Kysely<Database>,
  found: readonly Found[],
  limit: number,
): Promise<HistoryPage> {
  const searchedTo = Math.max(0, ...found.map((each) => each.searchedTo ?? 0));
  const events = found
    .flatMap(({ rows }) => rows)
    .filter(({ position }) => position >= searchedTo)
    .sort((a, b) => b.position - a.position);
  if (events.length > limit) {
    const page = events.slice(0, limit);
    return { events: page, nextBefore: page.at(-1)!.position, searchedTo: null };
  }
  if (searchedTo === 0) return { events, nextBefore: null, searchedTo: null };
  if (events.length === limit) return { events, nextBefore: searchedTo, searchedTo: null };
  const last = await db
    .selectFrom('ledger_event')
    .select('recorded_at')
    .where('position', '=', searchedTo)
    .executeTakeFirstOrThrow();
  return { events, nextBefore: searchedTo, searchedTo: last.recorded_at };
}

interface Search {
  readonly condition: Expression<SqlBool>;
  readonly limit: number;
  readonly scanAtMost: number;
}

const search = (db: Kysely<Database>, scan: IndexScan, what: Search): Promise<Found> =>
  scan.by === 'seq' ? searchWallet(db, scan, what) : searchPositions(db, scan, what);

async function searchWallet(
  db: Kysely<Database>,
  { walletId, range }: Extract<IndexScan, { by: 'seq' }>,
  { condition, limit, scanAtMost }: Search,
): Promise<Found> {
  const { before } = range;
  const after = Math.max(range.after, before - 1 - scanAtMost);
  const where = sql<SqlBool>`e.wallet_id = ${walletId} and e.seq > ${after} and e.seq < ${before}`;
  const rows = await selectEvents(db, sql<SqlBool>`${where} and ${condition}`, limit + 1, 'seq');
  if (rows.length > limit) return { rows, searchedTo: rows.at(-1)!.position };
  if (after === range.after) return { rows, searchedTo: null };
  const last = await sql<{ position: number }>`
    select position from ledger_event e
     where e.wallet_id = ${walletId} and e.seq > ${after} order by e.seq limit 1`.execute(db);
  return { rows, searchedTo: last.rows[0]?.position ?? null };
}

async function searchPositions(
  db: Kysely<Database>,
  { of, range }: Extract<IndexScan, { by: 'position' }>,
  { condition, limit, scanAtMost }: Search,
): Promise<Found> {
  const access = sql`e.position < ${range.before} and ${of ?? sql`true`}`;
  const bound = await sql<{ position: number }>`
    select e.position from ledger_event e where e.position > ${range.after} and ${access}
     order by e.position desc offset ${scanAtMost - 1} limit 1`.execute(db);
  const lowest = bound.rows[0]?.position ?? null;
  const from = lowest ?? range.after + 1;
  const where = sql<SqlBool>`e.position >= ${from} and ${access} and ${condition}`;
  const rows = await selectEvents(db, where, limit + 1, 'position');
  return { rows, searchedTo: rows.length > limit ? rows.at(-1)!.position : lowest };
}

/** The owner of the wallet; undefined when there is no such wallet. */
export async function readWalletOwner(db: Kysely<Database>, walletId: string) {
  const { rows } = await sql<{
    owner_kind: 'user' | 'organization';
    owner_id: string;
    owner_name: string | null;
  }>`select ${ownerColumns} from wallet w ${ownerJoins} where w.id = ${walletId}`.execute(db);
  return rows[0];
}

const ownerColumns = sql.raw(`w.owner_kind, w.owner_id,
  coalesce(o.name, case when p.deleted_at is null
                        then p.first_name || ' ' || p.last_name end) as owner_name`);
const ownerJoins = sql.raw(`
  left join organization o on w.owner_kind = 'organization' and o.id = w.owner_id
  left join user_profile p on w.owner_kind = 'user' and p.uid = w.owner_id`);

/** Events `e`, newest first, with their wallets' owners. */
export async function selectEvents(
  db: Kysely<Database>,
  where: Expression<SqlBool>,
  limit: number,
  sortBy: 'position' | 'seq' = 'position',
): Promise<HistoryEvent[]> {
  const { rows } = await sql<HistoryEvent>`
    select e.*, ${ownerColumns}
      from (select * from ledger_event e where ${where}
             order by ${sql.ref(`e.${sortBy}`)} desc limit ${limit}) e
      left join wallet w on w.id = e.wallet_id
      ${ownerJoins}
     order by e.position desc`.execute(db);
  return rows;
}

const batchSize = 1_000;

/**
 * Yields all matching events in batches, so that a slow reader occupies neither memory nor a connection.
 * Events that are appended later have greater positions and are not included.
 */
export async function* readWholeHistory(
  db: Kysely<Database>,
  filter: HistoryFilter,
): AsyncGenerator<HistoryEvent[], void> {
  let before: number | null = null;
  do {
    const page: HistoryPage = await readHistory(db, filter, { before, limit: batchSize });
    if (page.events.length > 0) yield page.events;
    before = page.nextBefore;
  } while (before !== null);
}

/** The columns that reference the subject of an event. Each has an index. */
const references = [
  'generation_id is distinct from hold_id and generation_id = ',
  'conversation_id = ',
  'held_paise > 0 and hold_id = ',
  'held_paise < 0 and hold_id = ',
  'payment_id = ',
  'order_id = ',
];

/** Keys of the events that name a generation, conversation, order, payment or hold of this id. */
function eventsAbout(id: string): RawBuilder<unknown> {
  // One branch for each index, because a single condition with OR would read every event.
  const branches = references.map(
    (reference) => sql`select wallet_id, seq from ledger_event where ${sql.raw(reference)} ${id}`,
  );
  return sql.join(branches, sql` union `);
}
