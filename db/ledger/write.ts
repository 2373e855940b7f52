/** Writes the result of a batch: the events, the wallets and every inline projection. */
import type { Client } from 'pg';
import type { Connection } from './connection.ts';
import { liveChannel } from '../live.ts';
import { binaryRows, type Cell, type ColumnType } from './binary-rows.ts';
import { compositeKey, type Book } from './book.ts';
import { arrayLiteral } from './array-literal.ts';
import type { Lease } from './memory.ts';
import { eventCells, eventColumns, type StoredEvent } from './rows.ts';

type Columns = Readonly<Record<string, ColumnType>>;

/** The composite types `ledger_write_…`, with their columns in order. */
const rowTypes = {
  event: eventColumns,
  wallet: {
    id: 'text',
    balance_paise: 'int8',
    held_paise: 'int8',
    floor_paise: 'int8',
    locked_paise: 'int8',
    locked_for: 'text',
    seq: 'int8',
    head: 'bytea',
    recorded_at: 'timestamptz',
    terms_version: 'int8',
    known_head: 'bytea',
  },
  open_hold: { id: 'text', wallet_id: 'text', amount_paise: 'int8', expires_at: 'timestamptz' },
  member_month: {
    wallet_id: 'text',
    member_uid: 'text',
    month: 'text',
    spent_paise: 'int8',
    held_paise: 'int8',
  },
} as const satisfies Record<string, Columns>;

type RowType = keyof typeof rowTypes;

/** The oids of the composite types in the connected database. The binary format contains them. */
export type WriteTypes = Readonly<Record<RowType, number>>;

export async function readWriteTypes(client: Client): Promise<WriteTypes> {
  const { rows } = await client.query(
    `select name, ('ledger_write_' || name)::regtype::oid::int8 as oid from unnest($1::text[]) as name`,
    [Object.keys(rowTypes)],
  );
  return Object.fromEntries(rows.map(({ name, oid }) => [name, Number(oid)])) as WriteTypes;
}

/** Nothing else is written until the wallets are locked and found unchanged. */
const checked = '(select ok from checked)';

const insertInto = (table: string, type: RowType) => (rows: string) => {
  const columns = Object.keys(rowTypes[type]).join(', ');
  return `insert into ${table} (${columns}) select ${columns} from ${rows} where ${checked}`;
};

/**
 * Updates or deletes rows by their keys. An INSERT clause, even one that never runs, makes this an outer
 * join. With its other join methods disabled (`connection.ts`), Postgres then looks up one row for each `v`,
 * regardless of the estimated sizes of the tables: a plan made while a table was small may be cached for
 * long.
 */
const mergeInto =
  (table: string, keys: readonly string[], matched: string, unmatched: string) =>
  (rows: string) => `
    merge into ${table} using ${rows} on ${keys.map((key) => `${table}.${key} = v.${key}`).join(' and ')}
    when matched and ${matched}
    when not matched and ${unmatched}`;
const noInsert = 'false then insert default values';

/** The writes of a batch, each from the rows of one composite type (`v`). */
const writes = {
  wallets: {
    type: 'wallet',
    // Postgres checks this condition again after another process has released the row, which may have
    // changed.
    sql: (rows) =>
      `${mergeInto(
        'wallet',
        ['id'],
        `wallet.head = v.known_head
        and wallet.terms_version = coalesce(v.terms_version, wallet.terms_version)
      then update set balance_paise = v.balance_paise, held_paise = v.held_paise,
        floor_paise = v.floor_paise, locked_paise = v.locked_paise, locked_for = v.locked_for,
        seq = v.seq, head = v.head, recorded_at = v.recorded_at`,
        noInsert,
      )(rows)} returning 1`,
  },
  events: { type: 'event', sql: insertInto('ledger_event', 'event') },
  holdsPlaced: { type: 'open_hold', sql: insertInto('open_hold', 'open_hold') },
  holdsEnded: {
    type: 'open_hold',
    sql: mergeInto('open_hold', ['id'], `${checked} then delete`, noInsert),
  },
  memberMonths: {
    type: 'member_month',
    // Only the holder of the wallet's lock writes its months.
    sql: mergeInto(
      'member_month',
      ['wallet_id', 'member_uid', 'month'],
      `${checked} then update set spent_paise = member_month.spent_paise + v.spent_paise,
        held_paise = member_month.held_paise + v.held_paise`,
      `${checked} then insert (wallet_id, member_uid, month, spent_paise, held_paise)
        values (v.wallet_id, v.member_uid, v.month, v.spent_paise, v.held_paise)`,
    ),
  },
} as const satisfies Record<string, { type: RowType; sql: (rows: string) => string }>;

/** The connection's setting with the number of the last committed batch. */
const lastBatch = 'sachet.ledger_batch';

type Write = keyof typeof writes;
const writeNames = Object.keys(writes) as Write[];

/** One prepared statement for each combination of writes that occurs: a handful. */
const statements = new Map<string, { name: string; text: string }>();

function statementFor(names: readonly Write[]): { name: string; text: string } {
  const key = names.map((name) => writeNames.indexOf(name)).join('_');
  let statement = statements.get(key);
  if (!statement) {
    const parts = names.map((name, i) => {
      const { type, sql } = writes[name];
      return `${name} as (${sql(`unnest($${i + 1}::ledger_write_${type}[]) as v`)})`;
    });
    const [notices, before, number] = [1, 2, 3].map((i) => `$${names.length + i}`);
    // A setting is undone when its transaction fails.
    const [wallets, ...rest] = parts;
    const text = `with ${wallets}, checked as (
        select case
          when count(*) = cardinality($1::ledger_write_wallet[])
            and (${before}::text is null or ${before} = current_setting('${lastBatch}', true))
          then set_config('${lastBatch}', ${number}, false) <> ''
          else refuse_stale_write() end as ok
        from wallets
      ), ${rest.join(', ')}
      select nextval('ledger_position') as block,
        floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
        (select count(pg_notify('${liveChannel}', payload))
         from unnest(${notices}::text[]) as payload) as notices`;
    statement = { name: `ledger_write_${key}`, text };
    statements.set(key, statement);
  }
  return statement;
}

/**
 * One statement, committed as a whole or not at all. Fails with 40001 if a wallet differs from the book, or
 * if the previous batch, on which its decisions are based, did not commit.
 */
export async function persistBatch(open: Connection, book: Book): Promise<Lease> {
  // Sorted in the order in which every transaction locks wallets.
  const changedIds = [...new Set(book.recorded.map(({ event }) => event.walletId))].sort();
  const rows: Record<Write, Cell[][]> = {
    wallets: changedIds.map((id) => walletCells(id, book)),
    events: eventCells(book.recorded),
    ...holdRows(book.recorded),
    memberMonths: memberMonthRows(book.recorded),
  };
  const names = writeNames.filter((name) => rows[name].length > 0);
  const values: unknown[] = names.map((name) => {
    const { type } = writes[name];
    return binaryRows(open.types[type], Object.values(rowTypes[type]), rows[name]);
  });
  const before = book.isRemembered ? open.lastBatch : null;
  open.lastBatch += 1;
  values.push(arrayLiteral(walletNotices(changedIds)), before, open.lastBatch);
  return (await open.db.query({ ...statementFor(names), values })).rows[0];
}

function walletCells(id: string, book: Book): Cell[] {
  const wallet = book.wallets.get(id)!;
  const { balancePaise, heldPaise, floorPaise, lockedPaise, lockedFor } = wallet.state;
  const { seq, head, recordedAtMs, termsVersion, knownHead } = wallet;
  const amounts = [balancePaise, heldPaise, floorPaise, lockedPaise, lockedFor];
  const after = [id, ...amounts, seq, head, recordedAtMs];
  // A command's additional statements may themselves change the terms, under the lock.
  return [...after, book.isRemembered ? termsVersion : null, knownHead];
}

/** A hold that was placed and ended in one batch leaves no row. */
function holdRows(recorded: readonly StoredEvent[]): {
  holdsPlaced: Cell[][];
  holdsEnded: Cell[][];
} {
  const placed = new Map<string, Cell[]>();
  const ended: Cell[][] = [];
  for (const { event } of recorded) {
    if (event.holdId === null) continue;
    const { holdId, walletId, heldPaise, holdExpiresAtMs } = event;
    if (event.kind === 'HoldPlaced') {
      placed.set(holdId, [holdId, walletId, heldPaise, holdExpiresAtMs]);
    } else if (!placed.delete(holdId)) {
      ended.push([holdId, walletId, -heldPaise, null]);
    }
  }
  return { holdsPlaced: [...placed.values()], holdsEnded: ended };
}

/** The amounts that the events spent, held and returned, summed by wallet, member and month. */
function memberMonthRows(recorded: readonly StoredEvent[]): Cell[][] {
  const rows = new Map<string, [string, string, string, number, number]>();
  for (const { event } of recorded) {
    if (event.memberUid === null || event.budgetMonth === null) continue;
    const key = compositeKey(event.walletId, event.memberUid, event.budgetMonth);
    const row = rows.get(key) ?? [event.walletId, event.memberUid, event.budgetMonth, 0, 0];
    row[3] -= event.amountPaise;
    row[4] += event.heldPaise;
    rows.set(key, row);
  }
  // Sorted by key, so that two processes never lock these rows in opposite orders.
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** A NOTIFY payload must stay under 8,000 bytes, so ids are sent in portions. */
function walletNotices(walletIds: readonly string[]): string[] {
  const portion = 100;
  const notices: string[] = [];
  for (let i = 0; i < walletIds.length; i += portion) {
    notices.push(JSON.stringify({ event: 'wallet', ids: walletIds.slice(i, i + portion) }));
  }
  return notices;
}
