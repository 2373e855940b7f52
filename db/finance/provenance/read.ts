/** Traces the origin and the use of money, from the rows that `project.ts` stores. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { istDay, startOfIstDay } from '@sachet/shared/time';
import { promotionKinds, type EventKind } from '@sachet/shared/ledger/event';
import type { Debt, Lot, Purpose } from '@sachet/shared/finance/provenance';
import type { EventKey } from '../../ledger/rows.ts';
import type { Database } from '../../tables.ts';
import { mostEventsAtOnce, projectWallet, readMoves } from './project.ts';

/**
 * Projects the new events of these wallets. Returns false if there are too many to wait for: the worker then
 * continues with the rest.
 */
export async function catchUp(
  db: Kysely<Database>,
  walletIds: readonly string[],
): Promise<boolean> {
  const { rows: behind } = await sql<{ id: string; events: number }>`
    select w.id, w.seq - coalesce(p.seq, 0) as events
      from wallet w left join provenance_wallet p on p.wallet_id = w.id
     where w.id = any(${[...new Set(walletIds)]}) and w.seq > coalesce(p.seq, 0)`.execute(db);
  let left = mostEventsAtOnce;
  for (const { id, events } of behind) {
    await projectWallet(db, id, Math.min(events, left));
    if (events > left) return false;
    left -= events;
  }
  return true;
}

/** The fields of an event that are shown beside an amount. */
export interface ProvenanceEventRow {
  readonly wallet_id: string;
  readonly seq: number;
  readonly kind: EventKind;
  readonly recorded_at: Date;
  readonly amount_paise: number;
  readonly counter_account: string | null;
  readonly generation_id: string | null;
  readonly conversation_id: string | null;
  readonly payment_id: string | null;
  readonly reverses_seq: number | null;
}

const eventColumns = sql.raw(
  [
    'wallet_id',
    'seq',
    'kind',
    'recorded_at',
    'amount_paise',
    'counter_account',
    'generation_id',
    'conversation_id',
    'payment_id',
    'reverses_seq',
  ]
    .map((name) => `e.${name}`)
    .join(', '),
);

async function readEvents(
  db: Kysely<Database>,
  walletId: string,
  seqs: readonly number[],
): Promise<Map<number, ProvenanceEventRow>> {
  const { rows } = await sql<ProvenanceEventRow>`
    select ${eventColumns} from ledger_event e
     where e.wallet_id = ${walletId} and e.seq = any(${seqs})`.execute(db);
  return new Map(rows.map((row) => [row.seq, row]));
}

export async function readProvenanceEvent(
  db: Kysely<Database>,
  { walletId, seq }: EventKey,
): Promise<ProvenanceEventRow | undefined> {
  return (await readEvents(db, walletId, [seq])).get(seq);
}

/** The charges of this generation, oldest first: a picture can be bought again, larger. */
export async function readGenerationCharges(
  db: Kysely<Database>,
  generationId: string,
): Promise<ProvenanceEventRow[]> {
  const { rows } = await sql<ProvenanceEventRow>`
    select ${eventColumns} from ledger_events_of_generation(${generationId}) e
     where e.kind in ('Charged', 'HoldCaptured')
     order by e.position limit 100`.execute(db);
  return rows;
}

export async function findPaymentCredit(
  db: Kysely<Database>,
  paymentId: string,
): Promise<ProvenanceEventRow | undefined> {
  const { rows } = await sql<ProvenanceEventRow>`
    select ${eventColumns} from ledger_event e
     where e.payment_id = ${paymentId} and e.kind = 'TopUpCredited'`.execute(db);
  return rows[0];
}

/** The credits that paid for an event. */
export interface Funding {
  /** In the order in which they were used; returned amounts are not included. */
  readonly parts: readonly { readonly credit: ProvenanceEventRow; readonly paise: number }[];
  /** The amount that no credit has paid yet. */
  readonly owedPaise: number;
}

/** The wallet must be up to date (`catchUp`). */
export async function readFunding(
  db: Kysely<Database>,
  { walletId, seq }: EventKey,
): Promise<Funding> {
  const [moves, state] = await Promise.all([
    readMoves(db, walletId, { takings: [seq] }),
    readState(db, walletId),
  ]);
  const byLot = new Map<number, number>();
  for (const { lot_seq: lot, amount_paise: paise } of moves) {
    byLot.set(lot, (byLot.get(lot) ?? 0) + paise);
  }
  const credits = await readEvents(db, walletId, [...byLot.keys()]);
  return {
    parts: [...byLot]
      .filter(([, paise]) => paise !== 0)
      .map(([lot, paise]) => ({ credit: credits.get(lot)!, paise })),
    owedPaise: state.debts.find((debt) => debt.seq === seq)?.unpaidPaise ?? 0,
  };
}

async function readState(db: Kysely<Database>, walletId: string) {
  const { rows } = await sql<{ lots: Lot[]; debts: Debt[] }>`
    select lots, debts from provenance_wallet where wallet_id = ${walletId}`.execute(db);
  return rows[0] ?? { lots: [], debts: [] };
}

/** A position in the list of moves, for paging. */
export interface MovePlace {
  readonly seq: number;
  readonly ordinal: number;
}

export interface MovedPart {
  readonly place: MovePlace;
  /** Negative if it came back. */
  readonly paise: number;
  readonly purpose: Purpose;
  readonly at: Date;
  readonly taking: ProvenanceEventRow;
}

export interface LotUse {
  readonly unspentPaise: number;
  /** The amounts used for each purpose, without amounts that were given back. */
  readonly paiseByPurpose: Readonly<Partial<Record<Purpose, number>>>;
  /** Newest first. */
  readonly moves: readonly MovedPart[];
  readonly next: MovePlace | null;
}

/** The uses of a credit. The wallet must be up to date (`catchUp`). */
export async function readLotUse(
  db: Kysely<Database>,
  { walletId, seq }: EventKey,
  { before, limit }: { before: MovePlace | null; limit: number },
): Promise<LotUse> {
  const from = before ?? { seq: Number.MAX_SAFE_INTEGER, ordinal: 0 };
  const [state, sums, moves] = await Promise.all([
    readState(db, walletId),
    sql<{ purpose: Purpose; paise: number }>`
      select purpose, sum(amount_paise)::bigint as paise from provenance_move
       where wallet_id = ${walletId} and lot_seq = ${seq} group by purpose`.execute(db),
    sql<MoveRow>`
      select m.seq as move_seq, m.ordinal, m.amount_paise as paise, m.purpose,
             moved.recorded_at as at, ${eventColumns}
        from (select * from provenance_move
               where wallet_id = ${walletId} and lot_seq = ${seq}
                 and (seq, ordinal) < (${from.seq}, ${from.ordinal})
               order by seq desc, ordinal desc limit ${limit + 1}) m
        join ledger_event moved on moved.wallet_id = m.wallet_id and moved.seq = m.seq
        join ledger_event e on e.wallet_id = m.wallet_id and e.seq = m.taken_seq
       order by m.seq desc, m.ordinal desc`.execute(db),
  ]);
  const page = moves.rows.slice(0, limit).map(toMovedPart);
  return {
    unspentPaise: state.lots.find((lot) => lot.seq === seq)?.unspentPaise ?? 0,
    paiseByPurpose: Object.fromEntries(sums.rows.map(({ purpose, paise }) => [purpose, paise])),
    moves: page,
    next: moves.rows.length > limit ? page.at(-1)!.place : null,
  };
}

type MoveRow = ProvenanceEventRow & {
  readonly move_seq: number;
  readonly ordinal: number;
  readonly paise: number;
  readonly purpose: Purpose;
  readonly at: Date;
};

function toMovedPart({ move_seq, ordinal, paise, purpose, at, ...taking }: MoveRow): MovedPart {
  return { place: { seq: move_seq, ordinal }, paise, purpose, at, taking };
}

export interface SettledIn {
  readonly payment_id: string;
  readonly settlement_id: string;
  readonly utr: string;
  readonly settled_on: string | null;
}

/** The bank's references under which these payments were settled. */
export async function readPaymentSettlements(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<SettledIn[]> {
  if (paymentIds.length === 0) return [];
  const { rows } = await sql<SettledIn>`
    select c.entity_id as payment_id, c.settlement_id, c.utr, c.settled_on
      from settlement_current c join settlement_line l on l.id = c.line_id
     where c.kind = 'payment' and c.entity_id = any(${[...new Set(paymentIds)]})
       and c.utr is not null and not l.is_gone
     order by c.settled_on, c.utr`.execute(db);
  return rows;
}

/** A position among the moves of a settlement's payments. */
export interface SettlementPlace extends MovePlace {
  readonly paymentId: string;
}

export interface SettledUse extends MovedPart {
  readonly credit: { readonly walletId: string; readonly seq: number; readonly paymentId: string };
}

export interface SettlementUse {
  readonly utr: string;
  /** The payments in the gateway's report, before fees. */
  readonly payments: number;
  readonly amountPaise: number;
  /** In the order of payments and events. */
  readonly moves: readonly SettledUse[];
  readonly next: SettlementPlace | null;
}

/** The most payments of one page. If these made no purchases, the page is short but has a next page. */
const mostPayments = 500;

/** The reference as the gateway writes it: banks write it in upper case. */
async function findUtr(db: Kysely<Database>, given: string): Promise<string> {
  const { rows } = await sql<{ utr: string }>`
    select utr from settlement_current where upper(utr) = upper(${given}) limit 1`.execute(db);
  return rows[0]?.utr ?? given;
}

/**
 * The purchases that a settlement's payments paid for. Undefined while wallets are too far behind
 * (`catchUp`).
 */
export async function readSettlementUse(
  db: Kysely<Database>,
  givenUtr: string,
  { after, limit }: { after: SettlementPlace | null; limit: number },
): Promise<SettlementUse | undefined> {
  const utr = await findUtr(db, givenUtr);
  const from = after ?? { paymentId: '', seq: 0, ordinal: 0 };
  const [{ rows: sums }, { rows: candidates }] = await Promise.all([
    sql<{ payments: number; amountPaise: number }>`
      select payments, amount_paise as "amountPaise" from settlement_sum where utr = ${utr}`.execute(
      db,
    ),
    sql<{ id: string; wallet_id: string | null; seq: number | null }>`
      select p.id, e.wallet_id, e.seq
        from (select distinct entity_id as id from settlement_current
               where utr = ${utr} and kind = 'payment' and entity_id >= ${from.paymentId}
               order by entity_id limit ${mostPayments + 1}) p
        -- One by one, because a join would make Postgres read all lines of the settlement.
        left join lateral (
          select true as is_settled from settlement_current c join settlement_line l on l.id = c.line_id
           where c.kind = 'payment' and c.entity_id = p.id and c.utr = ${utr} and not l.is_gone
           limit 1) settled on true
        left join ledger_event e
          on is_settled and e.payment_id = p.id and e.kind = 'TopUpCredited'
       order by p.id`.execute(db),
  ]);
  const lots = candidates
    .slice(0, mostPayments)
    .flatMap(({ id, wallet_id: walletId, seq }) =>
      walletId === null || seq === null ? [] : { paymentId: id, walletId, seq },
    );
  const wallets = lots.map(({ walletId }) => walletId);
  if (!(await catchUp(db, wallets))) return undefined;

  const { rows } = await sql<MoveRow & { lot_seq: number; lot_payment_id: string }>`
    select m.lot_seq, m.lot_payment_id, m.seq as move_seq, m.ordinal, m.amount_paise as paise,
           m.purpose, moved.recorded_at as at, ${eventColumns}
      from (
        select lot.n, lot.payment_id as lot_payment_id, pm.*
          from unnest(${wallets}::text[], ${lots.map(({ seq }) => seq)}::bigint[],
                      ${lots.map(({ paymentId }) => paymentId)}::text[])
               with ordinality as lot (wallet_id, seq, payment_id, n)
         cross join lateral (
           select * from provenance_move
            where wallet_id = lot.wallet_id and lot_seq = lot.seq and purpose = 'bought'
              and (lot.payment_id <> ${from.paymentId}
                   or (seq, ordinal) > (${from.seq}::bigint, ${from.ordinal}::int))
            order by seq, ordinal limit ${limit + 1}) pm
         order by lot.n, pm.seq, pm.ordinal limit ${limit + 1}) m
      join ledger_event moved on moved.wallet_id = m.wallet_id and moved.seq = m.seq
      join ledger_event e on e.wallet_id = m.wallet_id and e.seq = m.taken_seq
     order by m.n, m.seq, m.ordinal`.execute(db);
  const moves = rows.slice(0, limit).map(({ lot_seq, lot_payment_id, ...row }): SettledUse => ({
    ...toMovedPart(row),
    credit: { walletId: row.wallet_id, seq: lot_seq, paymentId: lot_payment_id },
  }));
  return { utr, ...(sums[0] ?? { payments: 0, amountPaise: 0 }), moves, next: findNext() };

  function findNext(): SettlementPlace | null {
    const last = moves.at(-1);
    if (rows.length > limit && last) return { paymentId: last.credit.paymentId, ...last.place };
    const unread = candidates[mostPayments];
    return unread ? { paymentId: unread.id, seq: 0, ordinal: 0 } : null;
  }
}

export interface Unspent {
  readonly paidPaise: number;
  readonly bonusPaise: number;
  readonly debtPaise: number;
  /** Events that are not computed yet, which the sums lack. */
  readonly notYet: number;
}

/** The unspent money in all wallets, at this moment, or now if `at` is null. */
export async function readUnspent(db: Kysely<Database>, at: Date | null): Promise<Unspent> {
  const { rows } = await (at ? sumUntil(at) : sumNow).execute(db);
  return rows[0]!;
}

/** A wallet's sequence has no gaps, so the missing events are the difference of both sums. */
const notYet = sql`(
  (select coalesce(sum(seq), 0) from wallet) - (select coalesce(sum(seq), 0) from provenance_wallet)
)::bigint as "notYet"`;

const sumDays = sql`
  select coalesce(sum(paid_paise), 0)::bigint as paid, coalesce(sum(bonus_paise), 0)::bigint as bonus,
         coalesce(sum(debt_paise), 0)::bigint as debt
    from provenance_day`;

const sumNow = sql<Unspent>`
  select paid as "paidPaise", bonus as "bonusPaise", debt as "debtPaise", ${notYet}
    from (${sumDays}) days`;

/** Sums the earlier days, and the computed events of the day itself up to the moment. */
function sumUntil(at: Date): RawBuilder<Unspent> {
  const day = istDay(at.getTime());
  const [from, to] = [new Date(startOfIstDay(day)), new Date(at.getTime() + 1)];
  return sql<Unspent>`
  with days as (${sumDays} where day < ${day}), today as materialized (
    select e.wallet_id, e.seq, e.kind, e.amount_paise from ledger_event e
      join provenance_wallet p on p.wallet_id = e.wallet_id and e.seq <= p.seq
     where e.recorded_at >= ${from} and e.recorded_at < ${to} and e.amount_paise <> 0
  ), credited as (
    select coalesce(sum(amount_paise) filter (where kind = 'TopUpCredited'), 0) as paid,
           coalesce(sum(amount_paise) filter (where kind in (${sql.join(promotionKinds)})
             or (kind = 'AdjustedByAdmin' and amount_paise > 0)), 0) as bonus,
           coalesce(sum(amount_paise), 0) as balance
      from today
  ), moved as (
    select coalesce(sum(m.amount_paise) filter (where m.is_paid), 0) as paid,
           coalesce(sum(m.amount_paise) filter (where not m.is_paid), 0) as bonus
      from today t join provenance_move m on m.wallet_id = t.wallet_id and m.seq = t.seq
  )
  select (d.paid + c.paid - m.paid)::bigint as "paidPaise",
         (d.bonus + c.bonus - m.bonus)::bigint as "bonusPaise",
         (d.debt + c.paid - m.paid + c.bonus - m.bonus - c.balance)::bigint as "debtPaise", ${notYet}
    from days d, credited c, moved m`;
}
