/** Writes what a batch decided: the events, the wallets and every inline projection. */
import type { Client, QueryResult } from 'pg';
import { liveChannel } from '../live.ts';
import { binaryRows, type Cell, type ColumnType } from './binary-rows.ts';
import { compositeKey, type Book } from './book.ts';
import { arrayLiteral } from './array-literal.ts';
import { eventCells, eventColumns, type StoredEvent } from './rows.ts';

type Columns = Readonly<Record<string, ColumnType>>;

/** The composite types of migrations 0006, 0026 and 0029, with their columns in order. */
const rowTypes = {
  event_2: eventColumns,
  wallet: {
    id: 'text',
    balance_paise: 'int8',
    held_paise: 'int8',
    floor_paise: 'int8',
    seq: 'int8',
    head: 'bytea',
    recorded_at: 'timestamptz',
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

/** The composite types' oids in the database at hand, which the binary format carries. */
export type WriteTypes = Readonly<Record<RowType, number>>;

export async function readWriteTypes(client: Client): Promise<WriteTypes> {
  const { rows } = await client.query(
    `select name, ('ledger_write_' || name)::regtype::oid::int8 as oid from unnest($1::text[]) as name`,
    [Object.keys(rowTypes)],
  );
  return Object.fromEntries(rows.map(({ name, oid }) => [name, Number(oid)])) as WriteTypes;
}

const insertInto = (table: string, type: RowType) => (rows: string) => {
  const columns = Object.keys(rowTypes[type]).join(', ');
  return `insert into ${table} (${columns}) select ${columns} from ${rows}`;
};

/**
 * The row is looked up for each `v` in turn, whatever the planner thinks of the tables' sizes: what
 * is planned while a table is small may be kept until it has grown large.
 */
const found = (table: string, key: string, rows: string) => `
  ${rows}, lateral (select t.ctid as place from ${table} t where ${key} offset 0) as found
  where ${table}.ctid = found.place`;

const update = (table: string, key: string, set: string) => (rows: string) =>
  `update ${table} set ${set} from ${found(table, key, rows)}`;

const remove = (table: string, key: string) => (rows: string) =>
  `delete from ${table} using ${found(table, key, rows)}`;

/** What a batch can write, each by the rows of one composite type (`v`). */
const writes = {
  events: { type: 'event_2', sql: insertInto('ledger_event', 'event_2') },
  wallets: {
    type: 'wallet',
    sql: update(
      'wallet',
      't.id = v.id',
      `balance_paise = v.balance_paise, held_paise = v.held_paise, floor_paise = v.floor_paise,
       seq = v.seq, head = v.head, recorded_at = v.recorded_at`,
    ),
  },
  holdsPlaced: { type: 'open_hold', sql: insertInto('open_hold', 'open_hold') },
  holdsEnded: { type: 'open_hold', sql: remove('open_hold', 't.id = v.id') },
  memberMonths: {
    type: 'member_month',
    sql: (rows) => `
      ${insertInto('member_month', 'member_month')(rows)}
      on conflict (wallet_id, member_uid, month) do update
      set spent_paise = member_month.spent_paise + excluded.spent_paise,
          held_paise = member_month.held_paise + excluded.held_paise`,
  },
} as const satisfies Record<string, { type: RowType; sql: (rows: string) => string }>;

type Write = keyof typeof writes;
const writeNames = Object.keys(writes) as Write[];

/** One prepared statement for each set of writes that batches turn out to need: a handful. */
const statements = new Map<string, { name: string; text: string }>();

function statementFor(names: readonly Write[]): { name: string; text: string } {
  const key = names.map((name) => writeNames.indexOf(name)).join('_');
  let statement = statements.get(key);
  if (!statement) {
    const parts = names.map((name, i) => {
      const { type, sql } = writes[name];
      return `${name} as (${sql(`unnest($${i + 1}::ledger_write_${type}[]) as v`)})`;
    });
    const text = `with ${parts.join(', ')}
      select pg_notify('${liveChannel}', payload) from unnest($${names.length + 1}::text[]) as payload`;
    statement = { name: `ledger_write_${key}`, text };
    statements.set(key, statement);
  }
  return statement;
}

/** Everything in one statement: it is true as a whole, or not at all. */
export function persistBatch(client: Client, book: Book, types: WriteTypes): Promise<QueryResult> {
  const changedIds = [...new Set(book.recorded.map(({ event }) => event.walletId))];
  const rows: Record<Write, Cell[][]> = {
    events: eventCells(book.recorded),
    wallets: changedIds.map((id) => walletCells(id, book)),
    ...holdRows(book.recorded),
    memberMonths: memberMonthRows(book.recorded),
  };
  const names = writeNames.filter((name) => rows[name].length > 0);
  const values: unknown[] = names.map((name) => {
    const { type } = writes[name];
    return binaryRows(types[type], Object.values(rowTypes[type]), rows[name]);
  });
  values.push(arrayLiteral(walletNotices(changedIds)));
  return client.query({ ...statementFor(names), values });
}

function walletCells(id: string, book: Book): Cell[] {
  const { state, seq, head, recordedAtMs } = book.wallets.get(id)!;
  return [id, state.balancePaise, state.heldPaise, state.floorPaise, seq, head, recordedAtMs];
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

/** What the events spent, held and gave back, summed by wallet, member and month. */
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
  // In key order, so that two processes never lock these rows in opposite orders.
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** A NOTIFY payload stays under 8,000 bytes: ids in portions. */
function walletNotices(walletIds: readonly string[]): string[] {
  const portion = 100;
  const notices: string[] = [];
  for (let i = 0; i < walletIds.length; i += portion) {
    notices.push(JSON.stringify({ event: 'wallet', ids: walletIds.slice(i, i + portion) }));
  }
  return notices;
}
