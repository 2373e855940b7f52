/** The gateway's settlement report as it was imported: raw lines, their current versions, and their days. */
import { hash } from 'node:crypto';
import {
  sql,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type Transaction,
} from 'kysely';
import { toLineFingerprint, type SettlementLine } from '@sachet/shared/finance/settlement/line';
import { istZone } from '@sachet/shared/time';
import { lockUntilCommit } from '../locks.ts';
import { arrayLiteral } from '../ledger/array-literal.ts';
import type { Cell } from '../ledger/binary-rows.ts';
import type { Database } from '../tables.ts';
import { requestComparison } from './comparisons.ts';

/** A line, and the text that it was read from. */
export interface RawSettlementLine {
  readonly line: SettlementLine;
  readonly raw: Record<string, unknown>;
}

export interface StoredLines {
  /** The ids of the lines' rows, new and existing, unordered. */
  readonly ids: readonly number[];
  readonly isNew: number;
  readonly isChanged: number;
}

const toKey = ({ kind, entityId, settlementId }: SettlementLine) =>
  `${kind} ${entityId} ${settlementId ?? ''}`;

/**
 * Stores lines that are new or changed. Importing a line again changes nothing; a changed line becomes the
 * next version. At most some thousands at a time.
 */
export const storeSettlementLines = (
  trx: Transaction<Database>,
  lines: readonly RawSettlementLine[],
): Promise<StoredLines> => prepareSettlementLines(lines)(trx);

/** Stores lines in two steps: builds the parameters now, while the database may still store earlier lines. */
export function prepareSettlementLines(
  lines: readonly RawSettlementLine[],
): (trx: Transaction<Database>) => Promise<StoredLines> {
  const statements = withoutRepeats(lines).map((batch) => toStatement([...batch.values()]));
  return async (trx) => {
    await lockUntilCommit(trx, 'settlementLines');
    const stored: StoredBatch[] = [];
    for (const statement of statements) stored.push(...(await statement.execute(trx)).rows);
    const sum = (of: 'isNew' | 'isChanged') => stored.reduce((total, each) => total + each[of], 0);
    return {
      ids: stored.flatMap(({ ids }) => (ids === '' ? [] : ids.split(',').map(Number))),
      isNew: sum('isNew'),
      isChanged: sum('isChanged'),
    };
  };
}

/** One statement can store only one version of a line, so a repeated line goes into the next batch. */
function withoutRepeats(lines: readonly RawSettlementLine[]): Map<string, RawSettlementLine>[] {
  const batches: Map<string, RawSettlementLine>[] = [new Map()];
  for (const each of lines) {
    const key = toKey(each.line);
    if (batches.at(-1)!.has(key)) batches.push(new Map());
    batches.at(-1)!.set(key, each);
  }
  return batches;
}

/** The columns of the lines as arrays: Postgres takes ten times as long to parse them as one JSON. */
const lineColumns: Readonly<
  Record<string, { type: string; read: (of: RawSettlementLine) => Cell }>
> = {
  kind: { type: 'text', read: ({ line }) => line.kind },
  entity_id: { type: 'text', read: ({ line }) => line.entityId },
  settlement_id: { type: 'text', read: ({ line }) => line.settlementId ?? '' },
  digest: {
    type: 'bytea',
    read: ({ line }) => hash('sha256', toLineFingerprint(line), 'buffer'),
  },
  amount_paise: { type: 'bigint', read: ({ line }) => line.amountPaise },
  debit_paise: { type: 'bigint', read: ({ line }) => line.debitPaise },
  credit_paise: { type: 'bigint', read: ({ line }) => line.creditPaise },
  fee_paise: { type: 'bigint', read: ({ line }) => line.feePaise },
  tax_paise: { type: 'bigint', read: ({ line }) => line.taxPaise },
  currency: { type: 'text', read: ({ line }) => line.currency },
  on_hold: { type: 'boolean', read: ({ line }) => String(line.onHold) },
  created_on: { type: 'text', read: ({ line }) => line.createdOn },
  settled_on: { type: 'text', read: ({ line }) => line.settledOn },
  utr: { type: 'text', read: ({ line }) => line.utr },
  payment_id: { type: 'text', read: ({ line }) => line.paymentId },
  dispute_id: { type: 'text', read: ({ line }) => line.disputeId },
  method: { type: 'text', read: ({ line }) => line.method },
  raw: { type: 'jsonb', read: ({ raw }) => JSON.stringify(raw) },
};

interface StoredBatch {
  /** The ids, separated by commas, because reading one row per id would take longer. */
  readonly ids: string;
  readonly isNew: number;
  readonly isChanged: number;
}

function toStatement(given: readonly RawSettlementLine[]): RawBuilder<StoredBatch> {
  const names = Object.keys(lineColumns).map((name) => sql.ref(name));
  const arrays = Object.values(lineColumns).map(
    ({ type, read }) => sql`${arrayLiteral(given.map(read))}::${sql.raw(type)}[]`,
  );
  return sql<StoredBatch>`
    with given as materialized (
      select g.*, l.id as standing_id, l.version as standing_version,
             l.digest is not distinct from g.digest as is_same
        from unnest(${sql.join(arrays)}) as g(${sql.join(names)})
        -- One by one, because a join would make Postgres read all current lines.
        left join lateral (
          select line_id from settlement_current c
           where (c.kind, c.entity_id, c.settlement_id) = (g.kind, g.entity_id, g.settlement_id)
           limit 1) c on true
        left join lateral (
          select id, version, digest from settlement_line where id = c.line_id limit 1) l on true
    ), added as (
      insert into settlement_line (kind, entity_id, settlement_id, version, is_gone, digest,
             amount_paise, debit_paise, credit_paise, fee_paise, tax_paise, currency, on_hold,
             created_on, settled_on, utr, payment_id, dispute_id, method, raw)
      select kind, entity_id, settlement_id, coalesce(standing_version, 0) + 1, false,
             digest, amount_paise, debit_paise, credit_paise, fee_paise, tax_paise, currency, on_hold,
             created_on, settled_on, utr, payment_id, dispute_id, method, raw
        from given where not is_same
      returning *
    ), pointed as (
      insert into settlement_current (kind, entity_id, settlement_id, line_id, created_on,
             settled_on, utr, payment_id, dispute_id)
      select kind, entity_id, settlement_id, id, created_on, settled_on, utr, payment_id, dispute_id
        from added
      on conflict (kind, entity_id, settlement_id) do update
        set line_id = excluded.line_id, created_on = excluded.created_on,
            settled_on = excluded.settled_on, utr = excluded.utr,
            payment_id = coalesce(excluded.payment_id, settlement_current.payment_id),
            dispute_id = coalesce(excluded.dispute_id, settlement_current.dispute_id)
    )
    select coalesce(string_agg(id::text, ','), '') as ids,
           count(*) filter (where version = 1) as "isNew",
           count(*) filter (where version > 1) as "isChanged"
      from (select id, version from added
            union all
            select standing_id, null from given where is_same) stored`;
}

/**
 * Marks lines that an earlier report settled on this day and that the complete report does not contain. Each
 * gets a new version with the mark. Returns how many.
 */
export async function storeGoneLines(
  trx: Transaction<Database>,
  { day, seen }: { day: string; seen: readonly number[] },
): Promise<number> {
  await lockUntilCommit(trx, 'settlementLines');
  const { rows } = await sql<{ id: number }>`
    with gone as (
      insert into settlement_line (kind, entity_id, settlement_id, version, is_gone, digest,
             amount_paise, debit_paise, credit_paise, fee_paise, tax_paise, currency, on_hold,
             created_on, settled_on, utr, payment_id, dispute_id, method, raw)
      select l.kind, l.entity_id, l.settlement_id, l.version + 1, true,
             sha256('gone'::bytea || l.digest), l.amount_paise, l.debit_paise, l.credit_paise,
             l.fee_paise, l.tax_paise, l.currency, l.on_hold, l.created_on, l.settled_on, l.utr,
             l.payment_id, l.dispute_id, l.method, l.raw
        from settlement_current c join settlement_line l on l.id = c.line_id
       where c.settled_on = ${day} and not l.is_gone
         and l.id not in (select unnest(${`{${seen.join(',')}}`}::bigint[]))
      returning *
    )
    update settlement_current c set line_id = gone.id from gone
     where (c.kind, c.entity_id, c.settlement_id)
         = (gone.kind, gone.entity_id, gone.settlement_id)
    returning gone.id`.execute(trx);
  return rows.length;
}

export type SettlementImport = Selectable<Database['settlement_import']>;

/** Also requests the comparison of the days that the import touches. */
export async function recordImport(
  trx: Transaction<Database>,
  row: Insertable<Database['settlement_import']> & { readonly touched_days: readonly string[] },
): Promise<SettlementImport> {
  await requestComparison(trx, row.touched_days);
  return trx.insertInto('settlement_import').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The import of exactly this file, unless it was withdrawn. */
export async function findFileImport(
  db: Kysely<Database>,
  file: { source: 'file' | 'bank'; digest: Buffer },
): Promise<SettlementImport | undefined> {
  return db
    .selectFrom('settlement_import')
    .selectAll()
    .where('source', '=', file.source)
    .where('file_digest', '=', file.digest)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_withdrawal')
            .select('import_id')
            .whereRef('import_id', '=', 'settlement_import.id'),
        ),
      ),
    )
    .executeTakeFirst();
}

/** The newest line; later imports store lines with greater ids. */
export async function readNewestLine(db: Kysely<Database>): Promise<number> {
  const { newest } = await db
    .selectFrom('settlement_line')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('newest'))
    .executeTakeFirstOrThrow();
  return newest;
}

/** Returns `days`, and the days on which the ledger recorded the payments of lines newer than `newerThan`. */
export async function readTouchedDays(
  trx: Transaction<Database>,
  { days, newerThan }: { days: ReadonlySet<string>; newerThan: number },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(e.recorded_at at time zone ${istZone}, 'YYYY-MM-DD') as day
      from settlement_line l join ledger_event e on e.payment_id = l.payment_id
     where l.id > ${newerThan}`.execute(trx);
  return [...new Set([...days, ...rows.map(({ day }) => day)])].toSorted();
}

/** The withdrawal of a bank statement. */
export type Withdrawal = {
  [Name in 'reason' | 'withdrawn_by' | 'withdrawn_at']:
    Selectable<Database['bank_withdrawal']>[Name] | null;
};

/** Newest first. */
export async function listImports(
  db: Kysely<Database>,
  limit: number,
): Promise<(SettlementImport & Withdrawal)[]> {
  return db
    .selectFrom('settlement_import as i')
    .leftJoin('bank_withdrawal as w', 'w.import_id', 'i.id')
    .selectAll('i')
    .select(['w.reason', 'w.withdrawn_by', 'w.withdrawn_at'])
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
}

export type SettlementDay = Selectable<Database['settlement_day']>;

export async function readSettlementDay(
  db: Kysely<Database>,
  day: string,
): Promise<SettlementDay | undefined> {
  return db.selectFrom('settlement_day').selectAll().where('day', '=', day).executeTakeFirst();
}

/** Every requested day, newest first. */
export async function readSettlementDays(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<SettlementDay[]> {
  return db
    .selectFrom('settlement_day')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .execute();
}

/** The time of the first order; nothing was settled before it. */
export async function readFirstOrderAt(db: Kysely<Database>): Promise<Date | null> {
  const { first } = await db
    .selectFrom('payment_order')
    .select(({ fn }) => fn.min<Date | null>('created_at').as('first'))
    .executeTakeFirstOrThrow();
  return first;
}

/** Schedules days that were never requested at the given times; other days do not change. */
export async function scheduleNewDays(
  db: Kysely<Database>,
  days: readonly { day: string; at: Date }[],
): Promise<void> {
  if (days.length === 0) return;
  await db
    .insertInto('settlement_day')
    .values(days.map(({ day, at }) => ({ day, next_import_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes these days due now, even if they were imported before. */
export async function requestDays(db: Kysely<Database>, days: readonly string[]): Promise<void> {
  await db
    .insertInto('settlement_day')
    .values(days.map((day) => ({ day, next_import_at: new Date() })))
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((row) => ({
        next_import_at: row.ref('excluded.next_import_at'),
      })),
    )
    .execute();
}

/** The oldest due first. */
export async function readDueDays(
  db: Kysely<Database>,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const due = await db
    .selectFrom('settlement_day')
    .select('day')
    .where('next_import_at', '<=', now)
    .orderBy('next_import_at')
    .orderBy('day')
    .limit(limit)
    .execute();
  return due.map(({ day }) => day);
}

export async function postponeDay(
  db: Kysely<Database>,
  { day, until }: { day: string; until: Date },
): Promise<void> {
  await db
    .updateTable('settlement_day')
    .set({ next_import_at: until })
    .where('day', '=', day)
    .execute();
}

export async function endDayImport(
  db: Kysely<Database>,
  day: string,
  end: { nextImportAt: Date | null } & (
    | { outcome: 'complete'; lines: number }
    | { outcome: 'incomplete'; problem: string; failures: number }
  ),
): Promise<void> {
  await db
    .updateTable('settlement_day')
    .set(
      end.outcome === 'complete'
        ? { failures: 0, problem: null, complete_at: new Date(), lines: end.lines }
        : { failures: end.failures, problem: end.problem },
    )
    .set({ next_import_at: end.nextImportAt })
    .where('day', '=', day)
    .execute();
}
