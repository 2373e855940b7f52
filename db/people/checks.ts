/** The checks of what is given to people. */
import { Limits } from '@sachet/shared/configuration/limits';
import { istZone } from '@sachet/shared/time';
import { ask, type Check } from '../ledger/check.ts';

const limits = Limits.parse(undefined);
/** The allowance of a day for all unverified people. */
const allowancePaise = limits.unverifiedSpendingRupeesPerDay * 100;
/** The bonuses of a day that verified addresses release. */
const verifiedPaise = limits.verifiedBonusRupeesPerDay * 100;

export const givenChecks = {
  allowance_exceeded: {
    toDo: 'A login raised the day’s allowance in `daily_allowance`. Change the password of the servers’ login.',
    // A release names the day whose allowance it took. The servers' login could raise the row's limit.
    now: ask(`
      select e.day as subject, e.paise || ' paise released, ' || coalesce(a.used, 0) || ' taken of ' ||
               ${allowancePaise} as detail
      from (
        select substr(reason, 11) as day, -sum(locked_paise) as paise from ledger_event
        where kind = 'BonusReleased' and reason like 'allowance %'
          and recorded_at > now() - interval '2 days' group by 1
      ) e
      left join daily_allowance a on a.day::text = e.day and a.name = 'unverified_spending'
      where e.paise > least(coalesce(a.used, 0), ${allowancePaise})
      union all
      select e.day || ' ' || e.name, e.paise || ' paise given of ' || e.most
      from (
        select to_char(recorded_at at time zone '${istZone}', 'YYYY-MM-DD') as day,
               'verified_bonus' as name, -sum(locked_paise) as paise, ${verifiedPaise} as most
        from ledger_event
        where kind = 'BonusReleased' and reason = 'verified'
          and recorded_at > now() - interval '2 days' group by 1
        union all
        -- The budget may have been lowered since; no terms gave more than these.
        select to_char(recorded_at at time zone '${istZone}', 'YYYY-MM-DD'), 'referral',
               sum(amount_paise), greatest(
                 (select max(limit_paise) from credits_limit),
                 (select max((terms ->> 'day_budget_paise')::bigint) from admin_proposal
                   where kind = 'campaign' and status = 'approved'))
        from ledger_event
        where kind = 'ReferralCredited' and recorded_at > now() - interval '2 days' group by 1
      ) e where e.paise > e.most`),
  },
} as const satisfies Record<string, Check>;
