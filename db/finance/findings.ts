/** Stores the findings of a day's comparison among the exceptions of payments: `payment_exception`. */
import { sql, type Kysely } from 'kysely';
import { findingClasses, type Finding } from '@sachet/shared/finance/settlement/reconcile';
import { withLock } from '../locks.ts';
import type { Database } from '../tables.ts';
import { reconcileDays, type ReconciledIndianDay } from './reconcile.ts';

/**
 * Compares these days, stores the findings and returns them. Only one comparison reads and stores at a time;
 * otherwise an older reading could close what a newer one has just opened.
 */
export async function compareDays(
  db: Kysely<Database>,
  days: Iterable<string>,
  nowMs = Date.now(),
): Promise<Finding[]> {
  return db.connection().execute((connection) =>
    withLock(connection, 'comparison', async () => {
      const all: Finding[] = [];
      for await (const compared of reconcileDays(connection, days, nowMs)) {
        await recordFindings(connection, compared);
        all.push(...compared.findings);
      }
      return all;
    }),
  );
}

/**
 * Opens new findings, and reopens findings that had disappeared, or that were resolved and have changed. The
 * worker resolves open findings that no longer occur. A finding that a person has resolved stays resolved
 * while the evidence is the same. Nothing is deleted.
 */
async function recordFindings(
  db: Kysely<Database>,
  { day, findings }: Pick<ReconciledIndianDay, 'day' | 'findings'>,
): Promise<void> {
  const found = JSON.stringify(findings.map(toRow));
  await sql`
      with found as (
        select * from jsonb_to_recordset(${found}::jsonb)
          as f(kind text, subject text, payment_id text, detail jsonb)
      ), again as (
        update payment_exception x
           set detail = f.detail, found_on = ${day}, gone_at = null,
               resolved_at = null, resolved_by = null, note = null
          from found f
         where (x.kind, x.subject) = (f.kind, f.subject) and x.resolved_at is not null
           and (x.gone_at is not null
                -- An unknown type has one finding for all of its days, each with other evidence.
                or (x.detail <> f.detail and (x.found_on = ${day} or x.kind <> 'unknown_type')))
        returning x.id
      ), still as (
        update payment_exception x set detail = f.detail, found_on = ${day}
          from found f
         where (x.kind, x.subject) = (f.kind, f.subject) and x.resolved_at is null
      ), opened as (
        insert into payment_exception (kind, subject, payment_id, detail, found_on)
        select kind, subject, payment_id, detail, ${day} from found
        on conflict (kind, subject) do nothing
      ), gone as (
        update payment_exception x
           set gone_at = now(),
               resolved_by = case when resolved_at is null then 'worker' else resolved_by end,
               note = case when resolved_at is null then 'No longer found.' else note end,
               resolved_at = coalesce(resolved_at, now())
         where x.found_on = ${day} and x.gone_at is null and x.kind = any(${[...findingClasses]})
           and not exists (
             select from found f where (f.kind, f.subject) = (x.kind, x.subject))
        returning x.id
      )
      insert into payment_exception_entry (exception_id, actor, action)
      select id, 'worker', 'found_again' from again
      union all
      select id, 'worker', 'gone' from gone`.execute(db);
}

/** The row of a finding, with the evidence of all sides in paise. */
function toRow({ class: kind, subject, day, paymentId, differencePaise, evidence }: Finding) {
  const { ledger, gateway, bank, agreedFeePaise } = evidence;
  const detail = {
    day,
    ...(differencePaise === 0 ? {} : { differencePaise }),
    ...(ledger.length > 0 ? { ledger } : {}),
    ...(gateway.length > 0 ? { gateway } : {}),
    ...(bank ? { bank } : {}),
    ...(agreedFeePaise === undefined ? {} : { agreedFeePaise }),
  };
  return { kind, subject, payment_id: paymentId, detail };
}

/** Days with open findings, oldest first. */
export async function readDaysWithFindings(db: Kysely<Database>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_exception')
    .select('found_on')
    .distinct()
    .where('found_on', 'is not', null)
    .where('resolved_at', 'is', null)
    .orderBy('found_on')
    .limit(limit)
    .execute();
  return rows.map(({ found_on }) => found_on!);
}

/** The number of open and resolved findings of each day; days without findings are missing. */
export async function countRecordedFindings(
  db: Kysely<Database>,
  days: readonly string[],
): Promise<Map<string, { open: number; resolved: number }>> {
  const rows = await db
    .selectFrom('payment_exception')
    .select(({ fn }) => [
      'found_on',
      sql<number>`count(*) filter (where resolved_at is null)`.as('open'),
      fn.count<number>('resolved_at').as('resolved'),
    ])
    .where('found_on', 'in', days)
    .groupBy('found_on')
    .execute();
  return new Map(rows.map(({ found_on, open, resolved }) => [found_on!, { open, resolved }]));
}
