/**
 * Writes as servers of the release before migration 0029 do, on one prepared connection: what they
 * send to the tables that it replaces is copied word for word.
 */
import pg from 'pg';
import type { Command } from '@sachet/shared/ledger/command';
import type { ChargeState, HoldState, PaymentState } from '@sachet/shared/ledger/state';
import { typeParsers } from '../connect.ts';
import { binaryRows, type Cell, type ColumnType } from '../ledger/binary-rows.ts';
import { applyCommand, compositeKey, requestHash, type Book } from '../ledger/book.ts';
import type { Outcome } from '../ledger/outcome.ts';
import { eventCells, eventColumnList, eventColumns, eventFromRow } from '../ledger/rows.ts';

type Columns = Readonly<Record<string, readonly [name: string, type: ColumnType]>>;

/** By column, what stands in it and as what. */
const spent: Columns = {
  counter_account: ['counterAccount', 'text'],
  member_uid: ['memberUid', 'text'],
  budget_month: ['month', 'text'],
  generation_id: ['generationId', 'text'],
  conversation_id: ['conversationId', 'text'],
};
const hold: Columns = {
  id: ['holdId', 'text'],
  wallet_id: ['walletId', 'text'],
  amount_paise: ['amountPaise', 'int8'],
  status: ['status', 'text'],
  ...spent,
  expires_at: ['expiresAtMs', 'timestamptz'],
  upgrades_seq: ['upgradesSeq', 'int8'],
};
const charge: Columns = {
  wallet_id: ['walletId', 'text'],
  seq: ['seq', 'int8'],
  amount_paise: ['amountPaise', 'int8'],
  refunded_paise: ['refundedPaise', 'int8'],
  ...spent,
};
const payment: Columns = {
  id: ['paymentId', 'text'],
  wallet_id: ['walletId', 'text'],
  order_id: ['orderId', 'text'],
  credited_paise: ['creditedPaise', 'int8'],
  refunded_paise: ['refundedPaise', 'int8'],
  disputed_paise: ['disputedPaise', 'int8'],
};
const toTypes = (columns: Columns) => Object.values(columns).map(([, type]) => type);
const types: Record<string, ColumnType[]> = {
  event_2: Object.values(eventColumns),
  hold_2: toTypes(hold),
  charge: toTypes(charge),
  payment: toTypes(payment),
};

function fromRow<State>(columns: Columns, row: Record<string, unknown>): State {
  const named = Object.entries(columns).map(([column, [name]]) => [
    name,
    column === 'expires_at' ? Math.round(Number(row.expires_at_ms)) : row[column],
  ]);
  return Object.fromEntries(named) as State;
}

const toCells = (columns: Columns, state: unknown): Cell[] =>
  Object.values(columns).map(([name]) => (state as Record<string, Cell>)[name]!);

const insertInto = (table: string, columns: string) => (rows: string) =>
  `insert into ${table} (${columns}) select ${columns} from ${rows}`;
const update = (table: string, key: string, set: string) => (rows: string) => `
  update ${table} set ${set}
  from ${rows}, lateral (select t.ctid as place from ${table} t where ${key} offset 0) as found
  where ${table}.ctid = found.place`;
const list = (columns: object) => Object.keys(columns).join(', ');

const writes = {
  events: { type: 'event_2', sql: insertInto('ledger_event', eventColumnList) },
  holdsPlaced: { type: 'hold_2', sql: insertInto('hold', list(hold)) },
  holdsResolved: { type: 'hold_2', sql: update('hold', 't.id = v.id', 'status = v.status') },
  chargesMade: { type: 'charge', sql: insertInto('charge', list(charge)) },
  chargesRefunded: {
    type: 'charge',
    sql: update(
      'charge',
      't.wallet_id = v.wallet_id and t.seq = v.seq',
      'refunded_paise = v.refunded_paise',
    ),
  },
  paymentsCredited: { type: 'payment', sql: insertInto('payment', list(payment)) },
  paymentsMoved: {
    type: 'payment',
    sql: update(
      'payment',
      't.id = v.id',
      'refunded_paise = v.refunded_paise, disputed_paise = v.disputed_paise',
    ),
  },
};

const reads = {
  wallet: `select id, balance_paise, held_paise, floor_paise, locked_paise, seq, head,
             extract(epoch from recorded_at)::float8 * 1000 as recorded_at_ms,
             nextval('ledger_position') as block from wallet where id = $1 for update`,
  earlier: `select ${eventColumnList} from ledger_event
            where wallet_id = $1 and idempotency_key = $2`,
  holds: `
    select id, wallet_id, amount_paise, status, counter_account, member_uid, budget_month,
           generation_id, conversation_id, upgrades_seq, extract(epoch from expires_at)::float8 * 1000 as expires_at_ms
    from hold where id = any($1::text[])`,
  charges: `
    select c.* from unnest($1::text[], $2::int8[]) as k (wallet_id, seq), lateral (
      select * from charge where wallet_id = k.wallet_id and seq = k.seq offset 0
    ) c`,
  payments: `select * from payment where id = any($1::text[])`,
};

export interface ReleasedWriter {
  append(command: Command): Promise<Outcome>;
  close(): Promise<void>;
}

export async function createReleasedWriter(connectionString: string): Promise<ReleasedWriter> {
  const client = new pg.Client({
    connectionString,
    types: typeParsers,
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
  });
  await client.connect();
  const oids = new Map<string, number>();
  for (const type of Object.keys(types)) {
    const { rows } = await client.query(`select 'ledger_write_${type}'::regtype::oid::int8 as oid`);
    oids.set(type, rows[0].oid);
  }
  const ask = async (name: keyof typeof reads, values: unknown[]) =>
    (await client.query({ name, text: reads[name], values })).rows;

  async function load(command: Command): Promise<Book> {
    const [wallet] = await ask('wallet', [command.walletId]);
    const { balance_paise, held_paise, floor_paise, locked_paise, seq, head } = wallet;
    const earlier = await ask('earlier', [command.walletId, command.idempotencyKey]);
    const holds = 'holdId' in command ? await ask('holds', [[command.holdId]]) : [];
    const charges =
      'chargeSeq' in command ? await ask('charges', [[command.walletId], [command.chargeSeq]]) : [];
    const payments = 'paymentId' in command ? await ask('payments', [[command.paymentId]]) : [];
    return {
      isRemembered: false,
      nowMs: Date.now(),
      firstPosition: wallet.block * 1000,
      wallets: new Map([
        [
          wallet.id,
          {
            state: {
              walletId: wallet.id,
              balancePaise: balance_paise,
              heldPaise: held_paise,
              floorPaise: floor_paise,
            },
            lockedPaise: locked_paise,
            termsVersion: 0,
            seq,
            head,
            knownHead: head,
            recordedAtMs: Math.round(wallet.recorded_at_ms),
            openHolds: new Map(),
            hasBudgets: false,
            budgets: new Map(),
            memberMonths: new Map(),
          },
        ],
      ]),
      earlier: new Map(
        earlier.map((row) => [compositeKey(row.wallet_id, row.idempotency_key), eventFromRow(row)]),
      ),
      holds: new Map(holds.map((row) => [row.id, fromRow<HoldState>(hold, row)])),
      charges: new Map(
        charges.map((row) => [
          compositeKey(row.wallet_id, row.seq),
          fromRow<ChargeState>(charge, row),
        ]),
      ),
      payments: new Map(payments.map((row) => [row.id, fromRow<PaymentState>(payment, row)])),
      recorded: [],
    };
  }

  async function persist(book: Book): Promise<void> {
    const { event } = book.recorded[0]!;
    const wallet = book.wallets.get(event.walletId)!;
    const rows: [keyof typeof writes, Cell[][]][] = [['events', eventCells(book.recorded)]];
    if (event.holdId !== null) {
      const write = event.kind === 'HoldPlaced' ? 'holdsPlaced' : 'holdsResolved';
      rows.push([write, [toCells(hold, book.holds.get(event.holdId))]]);
    }
    const isCharge = event.kind === 'Charged' || event.kind === 'HoldCaptured';
    const chargeSeq = isCharge ? event.seq : event.reversesSeq;
    if (chargeSeq !== null) {
      const made = book.charges.get(compositeKey(event.walletId, chargeSeq));
      rows.push([isCharge ? 'chargesMade' : 'chargesRefunded', [toCells(charge, made)]]);
    }
    if (event.paymentId !== null) {
      const write = event.kind === 'TopUpCredited' ? 'paymentsCredited' : 'paymentsMoved';
      rows.push([write, [toCells(payment, book.payments.get(event.paymentId))]]);
    }
    const parts = rows.map(([write], i) => {
      const { type, sql } = writes[write];
      return `${write} as (${sql(`unnest($${i + 1}::ledger_write_${type}[]) as v`)})`;
    });
    const text = `with ${parts.join(', ')} select 1`;
    const values = rows.map(([write, cells]) => {
      const { type } = writes[write];
      return binaryRows(oids.get(type)!, types[type]!, cells);
    });
    await client.query({ name: rows.map(([write]) => write).join('_'), text, values });
    const { state, seq, head, recordedAtMs } = wallet;
    await client.query(
      `update wallet set balance_paise = $2, held_paise = $3, floor_paise = $4, seq = $5, head = $6,
         recorded_at = to_timestamp($7::float8 / 1000) where id = $1`,
      [
        event.walletId,
        state.balancePaise,
        state.heldPaise,
        state.floorPaise,
        seq,
        head,
        recordedAtMs,
      ],
    );
    if (event.memberUid === null) return;
    await client.query(
      `insert into member_month (wallet_id, member_uid, month, spent_paise, held_paise)
       values ($1, $2, $3, $4, $5) on conflict (wallet_id, member_uid, month) do update
       set spent_paise = member_month.spent_paise + excluded.spent_paise,
           held_paise = member_month.held_paise + excluded.held_paise`,
      [event.walletId, event.memberUid, event.budgetMonth, -event.amountPaise, event.heldPaise],
    );
  }

  return {
    async append(command) {
      await client.query('begin');
      try {
        const book = await load(command);
        const outcome = applyCommand(book, command, requestHash(command));
        if (book.recorded.length > 0) await persist(book);
        await client.query('commit');
        return outcome;
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
    close: () => client.end(),
  };
}
