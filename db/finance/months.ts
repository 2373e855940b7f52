/**
 * The end of a month: the money in the bank, the amounts that may still be taken, the open items, and the
 * sign-off.
 */
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { WrongState } from '../wrong-state.ts';
import type { Database } from '../tables.ts';

export type MonthLock = Selectable<Database['month_lock']>;

/** Thrown when a change would affect a statement or a payment of a month that is signed off. */
class MonthIsLocked extends WrongState {
  constructor(month: string) {
    super(`${month} is locked. Ask a super admin to lift the lock.`);
  }
}

/** @throws {MonthIsLocked} if one of these Indian days is in a month that is signed off. */
export async function refuseLockedDays(
  db: Kysely<Database>,
  days: readonly string[],
): Promise<void> {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const lock = await db
    .selectFrom('month_lock')
    .select('month')
    .where('month', 'in', [...months, ''])
    .where('lifted_at', 'is', null)
    .orderBy('month')
    .executeTakeFirst();
  if (lock) throw new MonthIsLocked(lock.month);
}

export async function readMonthLock(
  db: Kysely<Database>,
  month: string,
): Promise<MonthLock | undefined> {
  return db
    .selectFrom('month_lock')
    .selectAll()
    .where('month', '=', month)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns false if the month is already locked. */
export async function lockMonth(
  trx: Transaction<Database>,
  { month, by, note, figures }: { month: string; by: string; note: string; figures: object },
): Promise<boolean> {
  const row = await trx
    .insertInto('month_lock')
    .values({
      month,
      locked_by: by,
      note,
      figures: JSON.stringify(figures),
      lifted_by: null,
      lifted_at: null,
      lift_reason: null,
    })
    .onConflict((conflict) => conflict.column('month').where('lifted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the month is not locked. */
export async function liftMonthLock(
  trx: Transaction<Database>,
  { month, by, reason }: { month: string; by: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('month_lock')
    .set({ lifted_by: by, lifted_at: new Date(), lift_reason: reason })
    .where('month', '=', month)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface Closing {
  readonly day: string;
  readonly paise: number;
}

/** The closing balance of the newest statement that ends on one of these days and states its balances. */
export async function readClosing(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<Closing | null> {
  const { rows } = await sql<Closing>`
    select to_day as day, closing_balance_paise as paise from settlement_import i
     where source = 'bank' and to_day between ${from} and ${to}
       and closing_balance_paise is not null
       and not exists (select from bank_withdrawal w where w.import_id = i.id)
     order by to_day desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export interface MonthEnd {
  /**
   * The closing balance of the newest statement that ends in the month; null if no such statement states
   * balances.
   */
  readonly closing: Closing | null;
  /**
   * The first `itemsAtMost` unexplained settlements that the bank had not received in full on the day of
   * `closing`, or on the last day if there is no `closing`.
   */
  readonly uncleared: readonly {
    readonly utr: string;
    readonly day: string;
    readonly paise: number;
  }[];
  /** The sum of all uncleared settlements. */
  readonly unclearedPaise: number;
  /** The first `itemsAtMost` amounts that open disputes may still take. */
  readonly atRisk: readonly {
    readonly disputeId: string;
    readonly paise: number;
    readonly openedAt: Date;
  }[];
  /** The sum of all amounts at risk. */
  readonly reservePaise: number;
  readonly openExceptions: number;
  /** Days whose report is not complete. */
  readonly unreportedDays: readonly string[];
}

const itemsAtMost = 100;
/** Days after which an uncleared settlement is not listed, because it is already an exception on its day. */
const unclearedDays = 31;

type WithTotal<Row> = Row & { readonly total: number };

/** `first` and `last` are the month's Indian days; `last` may be today. */
export async function readMonthEnd(
  db: Kysely<Database>,
  { first, last, end }: { first: string; last: string; end: Date },
): Promise<MonthEnd> {
  const closing = await readClosing(db, { from: first, to: last });
  const asOf = closing?.day ?? last;
  const { rows: uncleared } = await sql<WithTotal<MonthEnd['uncleared'][number]>>`
    with settlement as (
      select max(upper(c.utr)) as utr, min(c.settled_on) as day,
             sum(l.credit_paise - l.debit_paise) as paise
        from settlement_current c join settlement_line l on l.id = c.line_id
       where not l.is_gone and c.settlement_id in (
         select settlement_id from settlement_current
          where settled_on between to_char(${first}::date - ${unclearedDays}::int, 'YYYY-MM-DD')
                and ${asOf} and settlement_id <> '')
       group by c.settlement_id
    ), settled as (
      select utr, min(day) as day, sum(paise)::bigint as paise from settlement group by utr
    ), compared as (
      select utr, day, paise - coalesce((
               select sum(b.amount_paise) from bank_money b
                where b.refs @> array[utr] and b.settlement_utr = utr and b.is_gateway
                  and b.day <= ${asOf}), 0)::bigint
             - coalesce((select sum(e.amount_paise) from bank_entry e
                          where e.utr = settled.utr and e.status = 'approved'), 0)::bigint as paise
        from settled where day <= ${asOf} and utr is not null
    )
    select utr, day, paise, (sum(paise) over ())::bigint as total from compared where paise <> 0
     order by day, utr limit ${itemsAtMost}`.execute(db);
  const { rows: atRisk } = await sql<WithTotal<MonthEnd['atRisk'][number]>>`
    select id as "disputeId", opened_at as "openedAt", amount_paise - deducted_paise as paise,
           (sum(amount_paise - deducted_paise) over ())::bigint as total
      from payment_dispute
     where opened_at < ${end} and (status = 'open' or updated_at >= ${end})
       and amount_paise > deducted_paise
     order by opened_at, id limit ${itemsAtMost}`.execute(db);
  const { rows: open } = await sql<{ count: number }>`
    select count(*) as count from payment_exception
     where resolved_at is null and opened_at < ${end}
       and (found_on is null or found_on <= ${last})`.execute(db);
  const { rows: days } = await sql<{ day: string }>`
    select day from settlement_day
     where day between ${first} and ${last} and complete_at is null order by day`.execute(db);
  return {
    closing,
    uncleared,
    unclearedPaise: uncleared[0]?.total ?? 0,
    atRisk,
    reservePaise: atRisk[0]?.total ?? 0,
    openExceptions: open[0]!.count,
    unreportedDays: days.map(({ day }) => day),
  };
}
