/**
 * `provider_cost_day`: the cost of each provider's calls on an Indian day, and the dollar rate of that day.
 */
import { sql, type Kysely } from 'kysely';
import { istDay, istZone, startOfIstDay, addDays } from '@sachet/shared/time';
import { ask } from '../ledger/check.ts';
import type { Database } from '../tables.ts';

/**
 * A call is stored with the start time of its transaction, which may be yesterday, so the day before the
 * newest one is summed again. No transaction lasts a day.
 */
const daysAgain = 1;
/** Days per statement. */
const daysAtMost = 31;

/** Sums all days since the last sum. Also sums the last summed day and the day before it again. */
export async function sumProviderCosts(db: Kysely<Database>, nowMs = Date.now()): Promise<void> {
  const { rows } = await sql<{ first: Date | null; last: string | null }>`
    select (select min((select min(c.at) from provider_call c where c.provider = p.id))
              from provider p) as first,
           (select max(day) from provider_cost_day) as last`.execute(db);
  const { first, last } = rows[0]!;
  if (first === null) return;
  const today = istDay(nowMs);
  let from = last === null ? istDay(first.getTime()) : addDays(last, -daysAgain);
  while (from <= today) {
    const to = [addDays(from, daysAtMost - 1), today].toSorted()[0]!;
    await sumDays(db, { from, to });
    from = addDays(to, 1);
  }
}

/** Also inserts rows for days without calls, which show up to which day the costs are known. */
async function sumDays(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    with called as (
      select provider, (at at time zone ${istZone})::date as day, count(*) as calls,
             sum(cost_microusd)::bigint as cost_microusd,
             count(*) filter (where cost_microusd is null) as unpriced_calls
        from provider_call
       where at >= ${new Date(startOfIstDay(from))}
         and at < ${new Date(startOfIstDay(addDays(to, 1)))}
       group by 1, 2
    )
    insert into provider_cost_day (day, provider, calls, cost_microusd, unpriced_calls)
    select to_char(d, 'YYYY-MM-DD'), p.id, coalesce(calls, 0), coalesce(cost_microusd, 0),
           coalesce(unpriced_calls, 0)
      from generate_series(${from}::date, ${to}::date, '1 day') d
     cross join provider p
      left join called c on c.day = d and c.provider = p.id
    on conflict (day, provider) do update
       set calls = excluded.calls, cost_microusd = excluded.cost_microusd,
           unpriced_calls = excluded.unpriced_calls
     where (provider_cost_day.calls, provider_cost_day.cost_microusd, provider_cost_day.unpriced_calls)
           is distinct from (excluded.calls, excluded.cost_microusd, excluded.unpriced_calls)`.execute(
    db,
  );
}

/** Days whose sums are final and differ from the calls. */
export const findProviderCostDifferences = ask(`
    select concat_ws(' ', d.day, d.provider) as subject, 'differs from the calls' as detail
      from provider_cost_day d left join (
        select to_char(day, 'YYYY-MM-DD') as day, provider, calls, cost_microusd, unpriced_calls from (
          select (at at time zone '${istZone}')::date as day, provider, count(*) as calls,
                 sum(cost_microusd)::bigint as cost_microusd,
                 count(*) filter (where cost_microusd is null) as unpriced_calls
            from provider_call group by 1, 2) summed
      ) c using (day, provider)
     where d.day::date < (select max(day)::date - ${daysAgain} from provider_cost_day)
       and (d.calls, d.cost_microusd, d.unpriced_calls) is distinct from
           (coalesce(c.calls, 0), coalesce(c.cost_microusd, 0), coalesce(c.unpriced_calls, 0))
     order by 1`);

/** Stores the rate of the dollar from today on, if it has changed. */
export async function recordUsdRate(
  db: Kysely<Database>,
  { paisePerUsd, day }: { paisePerUsd: number; day: string },
): Promise<void> {
  await sql`
    insert into usd_rate (from_day, paise_per_usd)
    select ${day}, ${paisePerUsd}
     where ${paisePerUsd} is distinct from (
       select paise_per_usd from usd_rate order by from_day desc limit 1)
    on conflict (from_day) do update set paise_per_usd = excluded.paise_per_usd`.execute(db);
}
