/** The checks of the books that are computed from the events. */
import { istZone } from '@sachet/shared/time';
import { ask, inSnapshot, type Check } from '../ledger/check.ts';
import { changedRows, forgedSignature, sweepsMissed, workers } from '../ledger/checks.ts';
import { checkDayCloses } from './check-day-closes.ts';
import { findDayTotalDifferences } from './day-totals.ts';
import { findProvenanceDifferences } from './provenance/verify.ts';
import { findProviderCostDifferences } from './provider-costs.ts';

export const financeChecks = {
  day_totals_differ: {
    toDo: changedRows,
    whole: inSnapshot(findDayTotalDifferences),
    // A wallet's sequence has no gaps, so the counted events of all wallets must equal the sum of their
    // sequence numbers.
    now: ask(`
      select 'ledger_day' as subject,
             d.events || ' events, ' || d.amount || ' and ' || d.held || ' held; the wallets have ' ||
               p.events || ', ' || p.balance || ' and ' || p.held || ' held (paise)' as detail
      from (select coalesce(sum(events), 0) as events, coalesce(sum(amount_paise), 0) as amount,
                   coalesce(sum(held_paise), 0) as held from ledger_day) d,
           (select coalesce(sum(seq), 0) as events, coalesce(sum(balance_paise), 0) as balance,
                   coalesce(sum(held_paise), 0) as held from ledger_day_progress) p
      where (d.events, d.amount, d.held) is distinct from (p.events, p.balance, p.held)`),
  },
  day_totals_late: {
    toDo: workers,
    // If daily sums were never computed, none is late.
    now: ask(`
      select w.id as subject, w.id as wallet_id, 'counted up to ' || coalesce(p.seq, 0) || ' of ' || w.seq as detail
      from wallet w left join ledger_day_progress p on p.wallet_id = w.id
      where w.seq > coalesce(p.seq, 0) and w.recorded_at < now() - ${sweepsMissed}
        and exists (select from ledger_day_progress)`),
  },
  provider_costs_differ: {
    toDo: 'The sums of a day differ from `provider_call`. Find out who wrote either; invoices of providers decide.',
    whole: inSnapshot((client) => findProviderCostDifferences(client)),
  },
  day_close_forged: { toDo: forgedSignature, whole: inSnapshot(checkDayCloses) },
  day_close_late: {
    toDo: workers,
    // The newest day that must be closed: yesterday in India, some hours after its end. Only if checkpoints
    // are signed.
    now: ask(`
      select due.day as subject, 'the newest close is of ' || coalesce(newest.day, 'no day') as detail
      from (select to_char(((now() - interval '6 hours') at time zone '${istZone}')::date - 1,
                           'YYYY-MM-DD') as day) due,
           (select max(day) as day from ledger_day_close) newest
      where coalesce(newest.day, '') < due.day and exists (select from ledger_checkpoint)
        and due.day >= (
          select to_char(recorded_at at time zone '${istZone}', 'YYYY-MM-DD')
          from ledger_event order by position limit 1)`),
  },
  provenance_differs: {
    toDo:
      'Rows that are computed from events differ. Find out who wrote them, then run ' +
      '`ledger provenance --rebuild`, which verifies the events first.',
    whole: findProvenanceDifferences,
  },
  exception_open: {
    toDo: 'Finance decides at /admin/payments.',
    now: ask(`
      select id::text as subject, kind || ' since ' || opened_at as detail
      from payment_exception where resolved_at is null and opened_at < now() - interval '3 days' and kind <> 'disputed'`),
  },
} as const satisfies Record<string, Check>;
