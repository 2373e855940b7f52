/** Payments that could not simply be credited, for finance to resolve. */
import {
  sql,
  type CompiledQuery,
  type Insertable,
  type Kysely,
  type Selectable,
  type Transaction,
} from 'kysely';
import { dayMs, startOfIstDay } from '@sachet/shared/time';
import type { ExceptionKind } from '@sachet/shared/finance/exception';
import { resolveNotices } from '../admin/notices.ts';
import type { Database } from '../tables.ts';

export interface PaymentException {
  readonly kind: ExceptionKind;
  /** The payment, order, dispute or webhook that it is about: at most one exception of each kind. */
  readonly subject: string;
  readonly paymentId?: string | null;
  readonly orderId?: string | null;
  readonly gatewayOrderId?: string | null;
  /** Data from the gateway: ids and amounts in paise, nothing about the payer. */
  readonly detail: Record<string, unknown>;
}

/** Opens the exception, unless there is one of this kind and subject. */
export async function openException(
  db: Kysely<Database>,
  exception: PaymentException,
): Promise<void> {
  await insertion(db, exception).execute();
}

/** `openException` as a statement for a transaction of the ledger. */
export const exceptionStatement = (
  db: Kysely<Database>,
  exception: PaymentException,
): CompiledQuery => insertion(db, exception).compile();

function insertion(db: Kysely<Database>, exception: PaymentException) {
  return db
    .insertInto('payment_exception')
    .values({
      kind: exception.kind,
      subject: exception.subject,
      payment_id: exception.paymentId ?? null,
      order_id: exception.orderId ?? null,
      gateway_order_id: exception.gatewayOrderId ?? null,
      detail: JSON.stringify(exception.detail),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing());
}

/**
 * Opens an exception if the payment's order was already paid. To be run in the transaction that credits the
 * payment.
 */
export function secondPaymentStatement(
  db: Kysely<Database>,
  payment: { orderId: string; paymentId: string; amountPaise: number },
): CompiledQuery {
  const { orderId, paymentId, amountPaise } = payment;
  const kind: ExceptionKind = 'second_payment';
  return sql`
    insert into payment_exception (kind, subject, payment_id, order_id, gateway_order_id, detail)
    select ${kind}, ${paymentId}, ${paymentId}, id, gateway_order_id,
           jsonb_build_object('amountPaise', ${amountPaise}::bigint, 'paidBeforeBy', payment_id)
      from payment_order where id = ${orderId} and payment_id <> ${paymentId}
    on conflict (kind, subject) do nothing`.compile(db);
}

export interface OpenExceptions {
  readonly kind: string;
  readonly number: number;
  /** The sum of their amounts, or of the differences that they cause. */
  readonly paise: number;
}

export async function sumOpenExceptions(db: Kysely<Database>): Promise<OpenExceptions[]> {
  const { rows } = await sql<OpenExceptions>`
    select kind, count(*) as number,
           coalesce(sum(abs(case
             when jsonb_typeof(detail -> 'amountPaise') = 'number'
               then (detail ->> 'amountPaise')::bigint
             when jsonb_typeof(detail -> 'differencePaise') = 'number'
               then (detail ->> 'differencePaise')::bigint
           end)), 0)::bigint as paise
      from payment_exception where resolved_at is null group by kind order by kind`.execute(db);
  return rows;
}

export type ExceptionRow = Selectable<Database['payment_exception']>;

export interface ExceptionFilter {
  readonly state: 'open' | 'resolved';
  /** May be any text. */
  readonly kind?: string | undefined;
  /** The Indian day whose comparison found the exception. */
  readonly day?: string | undefined;
  /** A part of an id, UTR or subject, or an amount in rupees. */
  readonly search?: string | undefined;
}

function filterExceptions(db: Kysely<Database>, { state, kind, day, search }: ExceptionFilter) {
  let query = db
    .selectFrom('payment_exception')
    .where('resolved_at', state === 'open' ? 'is' : 'is not', null);
  if (kind !== undefined) query = query.where(sql<string>`kind`, '=', kind);
  if (day !== undefined) query = query.where('found_on', '=', day);
  if (search === undefined) return query;
  const paise = toPaise(search);
  const like = `%${search.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  return query.where((eb) =>
    eb.or([
      ...(['subject', 'payment_id', 'order_id', 'gateway_order_id'] as const).map((name) =>
        eb(name, 'ilike', like),
      ),
      sql<boolean>`exists (
        select from jsonb_path_query(detail, '$.**.utr ? (@.type() == "string")') utr
         where utr #>> '{}' ilike ${like})`,
      ...(paise === null
        ? []
        : [
            sql<boolean>`exists (
              select from jsonb_path_query(detail, '$.** ? (@.type() == "object").keyvalue() ? (@.key like_regex "Paise$").value') v
               where jsonb_typeof(v) = 'number' and abs((v #>> '{}')::numeric) = ${paise})`,
          ]),
    ]),
  );
}

/** Null for a text that is not an amount. */
function toPaise(text: string): number | null {
  const parts = /^-?₹?(\d[\d,]{0,15})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!parts) return null;
  return Number(`${parts[1]!.replaceAll(',', '')}${(parts[2] ?? '').padEnd(2, '0')}`);
}

export interface ListedException extends ExceptionRow {
  /** The newest exception of the same payment, or of the same subject without a payment. */
  readonly newest: number;
}

/**
 * All exceptions of up to `limit` payments or other subjects, grouped, the newest subject first. `before` is
 * the `newest` of the previous page.
 */
export async function listExceptions(
  db: Kysely<Database>,
  { before, limit, ...filter }: ExceptionFilter & { before: number | null; limit: number },
): Promise<ListedException[]> {
  const found = filterExceptions(db, filter)
    .selectAll()
    .select(sql<string>`coalesce(payment_id, subject)`.as('about'));
  let subjects = db
    .selectFrom(found.as('found'))
    .select(({ fn }) => ['about', fn.max('id').as('newest')])
    .groupBy('about')
    .orderBy('newest', 'desc')
    .limit(limit);
  if (before !== null) subjects = subjects.having(({ fn }) => fn.max('id'), '<', before);
  return db
    .selectFrom(found.as('found'))
    .innerJoin(subjects.as('subjects'), 'subjects.about', 'found.about')
    .selectAll('found')
    .select('subjects.newest')
    .orderBy('subjects.newest', 'desc')
    .orderBy('found.id', 'desc')
    .execute();
}

/** The number of these exceptions, and the sum of their differences. */
export async function sumExceptions(
  db: Kysely<Database>,
  filter: ExceptionFilter,
): Promise<{ count: number; differencePaise: number }> {
  return filterExceptions(db, filter)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum((detail->>'differencePaise')::bigint), 0)::bigint`.as(
        'differencePaise',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export async function countOpenExceptions(db: Kysely<Database>): Promise<number> {
  const { open } = await db
    .selectFrom('payment_exception')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

/** Undefined for an unknown exception, or if another admin was first. */
export async function resolveException(
  trx: Transaction<Database>,
  { id, by, note }: { id: number; by: string; note: string },
): Promise<ExceptionRow | undefined> {
  const resolved = await trx
    .updateTable('payment_exception')
    .set({ resolved_at: new Date(), resolved_by: by, note })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!resolved) return undefined;
  await addEntry(trx, { exception_id: id, actor: by, action: 'resolved', note });
  if (resolved.kind === 'refund_failed') {
    await resolveNotices(trx, { kind: 'refund_failed', subjects: [resolved.subject] });
  }
  return resolved;
}

/**
 * Reopens an exception that a person resolved. Returns undefined if the exception is open, the worker resolved
 * it, or its difference no longer exists.
 */
export async function reopenException(
  trx: Transaction<Database>,
  { id, by, reason }: { id: number; by: string; reason: string },
): Promise<ExceptionRow | undefined> {
  const reopened = await trx
    .updateTable('payment_exception')
    .set({ resolved_at: null, resolved_by: null, note: null })
    .where('id', '=', id)
    .where('resolved_by', '<>', 'worker')
    .where('gone_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (reopened) {
    await addEntry(trx, { exception_id: id, actor: by, action: 'reopened', note: reason });
  }
  return reopened;
}

/** Resolves the exceptions of this payment, or of a part of it, that could not be booked. */
export async function resolveBooked(db: Kysely<Database>, paymentId: string): Promise<void> {
  await sql`
    with resolved as (
      update payment_exception
         set resolved_at = now(), resolved_by = 'worker', note = 'Booked.'
       where payment_id = ${paymentId} and resolved_at is null
         and kind in ('unknown_order', 'amount_mismatch', 'credit_refused', 'unknown_payment',
                      'refund_refused')
      returning id
    )
    insert into payment_exception_entry (exception_id, actor, action, note)
    select id, 'worker', 'resolved', 'Booked.' from resolved`.execute(db);
}

/** Adds a note, sets the assignee, or both. Undefined when there is no such exception. */
export async function annotateException(
  trx: Transaction<Database>,
  { id, by, note, assignee }: { id: number; by: string; note?: string; assignee?: string | null },
): Promise<ExceptionRow | undefined> {
  const before = await loadException(trx, id);
  if (!before) return undefined;
  const entry = { exception_id: id, actor: by };
  if (assignee !== undefined && assignee !== before.assignee) {
    await trx.updateTable('payment_exception').set({ assignee }).where('id', '=', id).execute();
    const action = assignee === null ? 'unassigned' : 'assigned';
    await addEntry(trx, { ...entry, action, assignee });
  }
  if (note !== undefined) await addEntry(trx, { ...entry, action: 'noted', note });
  return loadException(trx, id);
}

async function addEntry(
  trx: Transaction<Database>,
  entry: Insertable<Database['payment_exception_entry']>,
): Promise<void> {
  await trx.insertInto('payment_exception_entry').values(entry).execute();
}

export async function loadException(
  db: Kysely<Database>,
  id: number,
): Promise<ExceptionRow | undefined> {
  return db.selectFrom('payment_exception').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The exception's history, oldest first. */
export async function readExceptionHistory(
  db: Kysely<Database>,
  id: number,
): Promise<Selectable<Database['payment_exception_entry']>[]> {
  return db
    .selectFrom('payment_exception_entry')
    .selectAll()
    .where('exception_id', '=', id)
    .orderBy('id')
    .limit(500)
    .execute();
}

/** Yields exceptions opened on these Indian days, oldest first, in batches. */
export async function* readExceptionsOfDays(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): AsyncGenerator<ExceptionRow[], void> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('payment_exception')
      .selectAll()
      .where('opened_at', '>=', new Date(startOfIstDay(from)))
      .where('opened_at', '<', new Date(startOfIstDay(to) + dayMs))
      .where('id', '>', after)
      .orderBy('id')
      .limit(1_000)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.id;
  }
}
