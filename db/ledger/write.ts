/** Writes what a batch decided: the events, the wallets and every inline projection. */
import type { Client, QueryResult } from 'pg';
import type { ChargeState, HoldState, PaymentState } from '@sachet/shared/ledger/state';
import { liveChannel } from '../live.ts';
import { binaryRows, type Cell, type ColumnType } from './binary-rows.ts';
import { compositeKey, type Book } from './book.ts';
import { arrayLiteral } from './array-literal.ts';
import { eventCells, eventColumns, type StoredEvent } from './rows.ts';

type Columns = Readonly<Record<string, ColumnType>>;

/** The composite types of migrations 0006 and 0026, with their columns in order. */
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
  hold_2: {
    id: 'text',
    wallet_id: 'text',
    amount_paise: 'int8',
    status: 'text',
    counter_account: 'text',
    member_uid: 'text',
    budget_month: 'text',
    generation_id: 'text',
    conversation_id: 'text',
    expires_at: 'timestamptz',
    upgrades_seq: 'int8',
  },
  charge: {
    wallet_id: 'text',
    seq: 'int8',
    amount_paise: 'int8',
    refunded_paise: 'int8',
    counter_account: 'text',
    member_uid: 'text',
    budget_month: 'text',
    generation_id: 'text',
    conversation_id: 'text',
  },
  payment: {
    id: 'text',
    wallet_id: 'text',
    order_id: 'text',
    credited_paise: 'int8',
    refunded_paise: 'int8',
    disputed_paise: 'int8',
  },
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
const update = (table: string, key: string, set: string) => (rows: string) => `
  update ${table} set ${set}
  from ${rows}, lateral (select t.ctid as place from ${table} t where ${key} offset 0) as found
  where ${table}.ctid = found.place`;

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
  holdsPlaced: { type: 'hold_2', sql: insertInto('hold', 'hold_2') },
  holdsResolved: {
    type: 'hold_2',
    sql: update('hold', 't.id = v.id', 'status = v.status'),
  },
  chargesMade: { type: 'charge', sql: insertInto('charge', 'charge') },
  chargesRefunded: {
    type: 'charge',
    sql: update(
      'charge',
      't.wallet_id = v.wallet_id and t.seq = v.seq',
      'refunded_paise = v.refunded_paise',
    ),
  },
  paymentsCredited: { type: 'payment', sql: insertInto('payment', 'payment') },
  paymentsMoved: {
    type: 'payment',
    sql: update(
      'payment',
      't.id = v.id',
      'refunded_paise = v.refunded_paise, disputed_paise = v.disputed_paise',
    ),
  },
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
    ...holdRows(book),
    ...chargeRows(book),
    ...paymentRows(book),
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

function holdRows(book: Book): { holdsPlaced: Cell[][]; holdsResolved: Cell[][] } {
  const placed = new Set<string>();
  const resolved = new Set<string>();
  for (const { event } of book.recorded) {
    if (event.kind === 'HoldPlaced') placed.add(event.holdId!);
    else if (event.holdId !== null) resolved.add(event.holdId);
  }
  const cells = (id: string) => holdCells(book.holds.get(id)!);
  return {
    holdsPlaced: [...placed].map(cells),
    holdsResolved: [...resolved].filter((id) => !placed.has(id)).map(cells),
  };
}

function holdCells(hold: HoldState): Cell[] {
  return [
    hold.holdId,
    hold.walletId,
    hold.amountPaise,
    hold.status,
    hold.counterAccount,
    hold.memberUid,
    hold.month,
    hold.generationId,
    hold.conversationId,
    hold.expiresAtMs,
    hold.upgradesSeq,
  ];
}

function chargeRows(book: Book): { chargesMade: Cell[][]; chargesRefunded: Cell[][] } {
  const made = new Set<string>();
  const refunded = new Set<string>();
  for (const { event } of book.recorded) {
    if (event.kind === 'Charged' || event.kind === 'HoldCaptured') {
      made.add(compositeKey(event.walletId, event.seq));
    } else if (event.reversesSeq !== null) {
      refunded.add(compositeKey(event.walletId, event.reversesSeq));
    }
  }
  const cells = (key: string) => chargeCells(book.charges.get(key)!);
  return {
    chargesMade: [...made].map(cells),
    chargesRefunded: [...refunded].filter((key) => !made.has(key)).map(cells),
  };
}

function chargeCells(charge: ChargeState): Cell[] {
  return [
    charge.walletId,
    charge.seq,
    charge.amountPaise,
    charge.refundedPaise,
    charge.counterAccount,
    charge.memberUid,
    charge.month,
    charge.generationId,
    charge.conversationId,
  ];
}

function paymentRows(book: Book): { paymentsCredited: Cell[][]; paymentsMoved: Cell[][] } {
  const credited = new Set<string>();
  const moved = new Set<string>();
  for (const { event } of book.recorded) {
    if (event.kind === 'TopUpCredited') credited.add(event.paymentId!);
    else if (event.paymentId !== null) moved.add(event.paymentId);
  }
  const cells = (id: string) => paymentCells(book.payments.get(id)!);
  return {
    paymentsCredited: [...credited].map(cells),
    paymentsMoved: [...moved].filter((id) => !credited.has(id)).map(cells),
  };
}

function paymentCells(payment: PaymentState): Cell[] {
  const { paymentId, walletId, orderId, creditedPaise, refundedPaise, disputedPaise } = payment;
  return [paymentId, walletId, orderId, creditedPaise, refundedPaise, disputedPaise];
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
