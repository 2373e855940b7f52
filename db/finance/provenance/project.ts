/**
 * Updates the projection of `shared/finance/provenance` from the events. Runs after the events are committed,
 * wallet by wallet, each time from the last computed event.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import { istDay } from '@sachet/shared/time';
import {
  emptyProvenance,
  projectProvenance,
  sumUnspent,
  type EarlierTaking,
  type Move,
  type ProvenanceEffect,
  type ProvenanceEvent,
  type ProvenanceState,
} from '@sachet/shared/finance/provenance';
import { readSuppliers, supplierAt, type DatedSupplier } from '../../tax/suppliers.ts';
import { shareLockUntilCommit } from '../../locks.ts';
import type { Database } from '../../tables.ts';

/** Events per transaction, which other computations of the wallet wait for. */
const eventsPerStep = 2_000;
const walletsPerBatch = 200;

/** Runs until every event is projected. Returns the number of projected events. */
export async function projectNewEvents(
  db: Kysely<Database>,
  failed: (error: unknown, walletId: string) => void,
): Promise<number> {
  const broken = new Set<string>();
  let events = 0;
  for (;;) {
    const behind = await findBehind(db, [...broken]);
    for (const walletId of behind) {
      try {
        events += await projectWallet(db, walletId);
      } catch (error) {
        // A wallet whose events cannot be understood must not delay the others.
        broken.add(walletId);
        failed(error, walletId);
      }
    }
    if (behind.length < walletsPerBatch) return events;
  }
}

async function findBehind(db: Kysely<Database>, besides: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from wallet w left join provenance_wallet p on p.wallet_id = w.id
     where w.seq > coalesce(p.seq, 0) and w.id <> all(${besides}::text[])
     limit ${walletsPerBatch}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The most events for which a request waits. */
export const mostEventsAtOnce = 20_000;

/**
 * Projects the wallet's events up to the newest, or up to `most` of them. Returns the number of new events.
 */
export async function projectWallet(
  db: Kysely<Database>,
  walletId: string,
  atMost = Infinity,
): Promise<number> {
  let events = 0;
  while (events < atMost) {
    const limit = Math.min(eventsPerStep, atMost - events);
    const done = await db.transaction().execute((trx) => projectStep(trx, walletId, limit));
    events += done;
    if (done < limit) break;
  }
  return events;
}

async function projectStep(
  trx: Transaction<Database>,
  walletId: string,
  limit: number,
): Promise<number> {
  const state = await lockState(trx, walletId);
  // Settings that are being stored have begun before these events, and are not visible yet.
  await shareLockUntilCommit(trx, 'supplier');
  const suppliers = await readSuppliers(trx);
  const events = await readEventsAfter(trx, walletId, state.seq, limit);
  if (events.length === 0) return 0;
  const earlier = await readEarlierTakings(trx, walletId, { before: state.seq + 1, events });
  const { state: next, moves, effects } = projectProvenance(state, events, earlier);
  await insertMoves(trx, walletId, moves);
  const sums = sumUnspent(next);
  await trx
    .updateTable('provenance_wallet')
    .set({
      seq: next.seq,
      lots: JSON.stringify(next.lots),
      debts: JSON.stringify(next.debts),
      paid_paise: sums.paidPaise,
      bonus_paise: sums.bonusPaise,
      debt_paise: sums.debtPaise,
    })
    .where('wallet_id', '=', walletId)
    .execute();
  // This comes last, because all wallets share these rows.
  await addToDays(trx, events, effects);
  await addToUsed(trx, sumUsed(events, moves, suppliers));
  return events.length;
}

async function lockState(trx: Transaction<Database>, walletId: string): Promise<ProvenanceState> {
  const { rows } = await sql<ProvenanceState>`
    insert into provenance_wallet (wallet_id, seq, lots, debts, paid_paise, bonus_paise, debt_paise)
    values (${walletId}, 0, '[]', '[]', 0, 0, 0)
    on conflict (wallet_id) do update set seq = provenance_wallet.seq
    returning seq, lots, debts`.execute(trx);
  return rows[0] ?? emptyProvenance;
}

export type TimedEvent = ProvenanceEvent & {
  readonly recordedAt: Date;
  /** When the charge was recorded that a refund reverses; otherwise as `recordedAt`. */
  readonly chargedAt: Date;
};

export async function readEventsAfter(
  db: Kysely<Database>,
  walletId: string,
  seq: number,
  limit: number,
): Promise<TimedEvent[]> {
  const { rows } = await sql<TimedEvent>`
    select e.seq, e.kind, e.amount_paise as "amountPaise", e.payment_id as "paymentId",
           e.reverses_seq as "reversesSeq", e.counter_account as "counterAccount",
           e.recorded_at as "recordedAt", coalesce(charge.recorded_at, e.recorded_at) as "chargedAt"
      from ledger_event e
      left join ledger_event charge on charge.wallet_id = ${walletId} and charge.seq = e.reverses_seq
     where e.wallet_id = ${walletId} and e.seq > ${seq}
     order by e.seq limit ${limit}`.execute(db);
  return rows;
}

/** The earlier uses of money that these events give back. */
export async function readEarlierTakings(
  db: Kysely<Database>,
  walletId: string,
  { before, events }: { before: number; events: readonly ProvenanceEvent[] },
): Promise<EarlierTaking[]> {
  const charges = events
    .map(({ reversesSeq }) => reversesSeq)
    .filter((seq) => seq !== null && seq < before);
  const payments = events
    .filter(({ kind }) => kind === 'DisputeWon' || kind === 'RefundReturned')
    .map(({ paymentId }) => paymentId);
  if (charges.length === 0 && payments.length === 0) return [];
  const { rows: takings } = await sql<Omit<EarlierTaking, 'moves'>>`
    select seq, 'bought' as purpose, null as "paymentId"
      from ledger_event where wallet_id = ${walletId} and seq = any(${charges})
    union all
    select seq, case kind when 'TopUpDisputed' then 'disputed' else 'refunded' end, payment_id
      from ledger_event
     where wallet_id = ${walletId} and seq < ${before} and payment_id = any(${payments})
       and (kind in ('TopUpDisputed', 'TopUpRefunded')
            or kind = 'GatewayCorrected' and amount_paise < 0)`.execute(db);
  const moves = await readMoves(db, walletId, {
    takings: takings.map(({ seq }) => seq),
    before,
  });
  return takings.map((taking) => ({
    ...taking,
    moves: moves
      .filter((move) => move.taken_seq === taking.seq)
      .map((move) => ({
        seq: move.seq,
        lot: {
          seq: move.lot_seq,
          kind: move.is_paid ? 'paid' : 'bonus',
          paymentId: move.is_paid ? move.payment_id : null,
        },
        taking,
        amountPaise: move.amount_paise,
      })),
  }));
}

export interface StoredMove {
  readonly seq: number;
  readonly lot_seq: number;
  readonly taken_seq: number;
  readonly is_paid: boolean;
  readonly amount_paise: number;
  /** The payment of the lot's credit. */
  readonly payment_id: string | null;
}

/** All moves of these uses before an event, in order. */
export async function readMoves(
  db: Kysely<Database>,
  walletId: string,
  { takings, before = null }: { takings: readonly number[]; before?: number | null },
): Promise<StoredMove[]> {
  const { rows } = await sql<StoredMove>`
    select m.seq, m.lot_seq, m.taken_seq, m.is_paid, m.amount_paise, credit.payment_id
      from (
        select * from provenance_move
         where wallet_id = ${walletId} and seq = any(${takings}) and taken_seq = seq
        union all
        select * from provenance_move
         where wallet_id = ${walletId} and taken_seq = any(${takings}) and seq <> taken_seq
      ) m
      join ledger_event credit on credit.wallet_id = ${walletId} and credit.seq = m.lot_seq
     where ${before}::bigint is null or m.seq < ${before}::bigint
     order by m.seq, m.ordinal`.execute(db);
  return rows;
}

/** Numbers the moves of each event. */
export function toRows(moves: readonly Move[]) {
  let last = 0;
  let ordinal = 0;
  return moves.map(({ seq, lot, taking, amountPaise }) => {
    ordinal = seq === last ? ordinal + 1 : 0;
    last = seq;
    return {
      seq,
      ordinal,
      lot_seq: lot.seq,
      taken_seq: taking.seq,
      is_paid: lot.kind === 'paid',
      purpose: taking.purpose,
      amount_paise: amountPaise,
    };
  });
}

async function insertMoves(
  trx: Transaction<Database>,
  walletId: string,
  moves: readonly Move[],
): Promise<void> {
  if (moves.length === 0) return;
  const rows = toRows(moves);
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) =>
    rows.map((row) => row[name]);
  await sql`
    insert into provenance_move
      (wallet_id, seq, ordinal, lot_seq, taken_seq, is_paid, purpose, amount_paise)
    select ${walletId}, * from unnest(
      ${column('seq')}::bigint[], ${column('ordinal')}::smallint[], ${column('lot_seq')}::bigint[],
      ${column('taken_seq')}::bigint[], ${column('is_paid')}::boolean[],
      ${column('purpose')}::text[], ${column('amount_paise')}::bigint[])`.execute(trx);
}

async function addToDays(
  trx: Transaction<Database>,
  events: readonly TimedEvent[],
  effects: readonly ProvenanceEffect[],
): Promise<void> {
  const recordedAt = new Map(events.map((event) => [event.seq, event.recordedAt.getTime()]));
  const days = new Map<string, { paid: number; bonus: number; debt: number }>();
  for (const { seq, paidPaise, bonusPaise, debtPaise } of effects) {
    const day = istDay(recordedAt.get(seq)!);
    const { paid, bonus, debt } = days.get(day) ?? { paid: 0, bonus: 0, debt: 0 };
    days.set(day, { paid: paid + paidPaise, bonus: bonus + bonusPaise, debt: debt + debtPaise });
  }
  if (days.size === 0) return;
  // Sorted in one order for all transactions, so that they cannot deadlock.
  const sorted = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into provenance_day as d (day, paid_paise, bonus_paise, debt_paise)
    select * from unnest(
      ${sorted.map(([day]) => day)}::text[], ${sorted.map(([, { paid }]) => paid)}::bigint[],
      ${sorted.map(([, { bonus }]) => bonus)}::bigint[], ${sorted.map(([, { debt }]) => debt)}::bigint[])
    on conflict (day) do update set
      paid_paise = d.paid_paise + excluded.paid_paise,
      bonus_paise = d.bonus_paise + excluded.bonus_paise,
      debt_paise = d.debt_paise + excluded.debt_paise`.execute(trx);
}

export interface Used {
  readonly day: string;
  readonly account: string;
  /** 0 before the first settings. */
  readonly settingsId: number;
  readonly paidPaise: number;
  readonly givenPaise: number;
}

/**
 * The purchases of these events, minus their refunds, with given money and with paid money, which is all other,
 * as on an invoice: also what a wallet owes for a purchase. `suppliers` as `readSuppliers` sorts them.
 */
export function sumUsed(
  events: readonly TimedEvent[],
  moves: readonly Move[],
  suppliers: readonly DatedSupplier[],
): Used[] {
  const movesBySeq = Map.groupBy(moves, ({ seq }) => seq);
  const sums = new Map<string, Used>();
  for (const event of events) {
    const { seq, counterAccount: account, amountPaise, recordedAt, chargedAt } = event;
    if (amountPaise === 0 || !account?.startsWith('revenue:')) continue;
    const givenPaise = (movesBySeq.get(seq) ?? [])
      // A refund can also pay the debt of another purchase.
      .filter(
        ({ lot, taking }) => lot.kind === 'bonus' && taking.seq === (event.reversesSeq ?? seq),
      )
      .reduce((sum, move) => sum + move.amountPaise, 0);
    const day = istDay(recordedAt.getTime());
    const settingsId = supplierAt(suppliers, chargedAt.getTime())?.id ?? 0;
    const key = `${day} ${account} ${settingsId}`;
    const known = sums.get(key) ?? { day, account, settingsId, paidPaise: 0, givenPaise: 0 };
    sums.set(key, {
      ...known,
      paidPaise: known.paidPaise - amountPaise - givenPaise,
      givenPaise: known.givenPaise + givenPaise,
    });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, used]) => used);
}

async function addToUsed(trx: Transaction<Database>, used: readonly Used[]): Promise<void> {
  if (used.length === 0) return;
  await sql`
    insert into provenance_used as d (day, account, settings_id, paid_paise, given_paise)
    select * from unnest(
      ${used.map(({ day }) => day)}::text[], ${used.map(({ account }) => account)}::text[],
      ${used.map(({ settingsId }) => settingsId)}::bigint[],
      ${used.map(({ paidPaise }) => paidPaise)}::bigint[],
      ${used.map(({ givenPaise }) => givenPaise)}::bigint[])
    on conflict (day, account, settings_id) do update set
      paid_paise = d.paid_paise + excluded.paid_paise,
      given_paise = d.given_paise + excluded.given_paise`.execute(trx);
}
