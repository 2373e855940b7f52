/** Invariants of the tables. Each query returns the rows that violate one. */
import type { PoolClient } from 'pg';
import type { AuditCheck } from '@sachet/shared/ledger/contracts/admin-ledger';
import { istZone } from '@sachet/shared/time';
import { Limits } from '@sachet/shared/configuration/limits';
import type { Finding } from './findings.ts';

/** A sweep runs every 15 seconds by default. A row that is still there after this time was missed. */
const sweepsMissed = `interval '10 minutes'`;

const limits = Limits.parse(undefined);
/** The allowance of a day for all unverified people. */
const allowancePaise = limits.unverifiedSpendingRupeesPerDay * 100;
/** The bonuses of a day that verified addresses release. */
const verifiedPaise = limits.verifiedBonusRupeesPerDay * 100;

interface Invariant {
  readonly check: AuditCheck;
  /** Rows of `subject` and `detail`. */
  readonly query: string;
}

const invariants: readonly Invariant[] = [
  {
    check: 'hold_overdue',
    query: `
      select id as subject, amount_paise || ' paise since ' || expires_at as detail
      from open_hold where expires_at < now() - ${sweepsMissed}`,
  },
  {
    check: 'held_differs',
    query: `
      select coalesce(w.id, h.wallet_id) as subject,
             coalesce(w.held_paise, 0) || ' paise held, open holds of ' || coalesce(h.paise, 0)
               as detail
      from (select id, held_paise from wallet where held_paise <> 0) w
      full join (
        select wallet_id, sum(amount_paise) as paise from open_hold group by 1
      ) h on h.wallet_id = w.id
      where w.held_paise is distinct from h.paise`,
  },
  {
    // A release names the day whose allowance it took. The servers' login could raise the row's limit.
    check: 'allowance_exceeded',
    query: `
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
      ) e where e.paise > e.most`,
  },
  {
    // The number of counted replies decides which reply opens a block.
    check: 'chat_differs',
    query: `
      select c.id as subject,
             c.turn_count || ' replies and ' || c.paid_blocks || ' blocks, by its turns ' ||
               t.replies || ' and by its charges ' || e.blocks as detail
      from conversation c, lateral (
        select coalesce(max(number) + 1, 0) as replies from chat_turn
        where conversation_id = c.id and status in ('done', 'stopped') offset 0
      ) t, lateral (
        select count(*) as blocks from ledger_event
        where conversation_id = c.id and kind = 'HoldCaptured' offset 0
      ) e
      where c.updated_at > now() - interval '1 day' and c.deleted_at is null
        and (c.turn_count, c.paid_blocks) is distinct from (t.replies, e.blocks)`,
  },
  {
    check: 'over_refunded',
    query: `
      select c.wallet_id || '#' || c.seq as subject,
             c.refunded_paise || ' paise given back of ' || c.amount_paise as detail
      from (
        select distinct wallet_id, reverses_seq from ledger_event where reverses_seq is not null
      ) r, lateral (
        select * from charge where wallet_id = r.wallet_id and seq = r.reverses_seq offset 0
      ) c
      where c.refunded_paise not between 0 and c.amount_paise
      union all
      select p.id, p.refunded_paise || ' refunded and ' || p.disputed_paise ||
             ' disputed of ' || p.credited_paise || ' paise'
      from (
        select distinct payment_id from ledger_event
        where kind in ('RefundReturned', 'DisputeWon')
      ) r, lateral (select * from payment where id = r.payment_id offset 0) p
      where least(p.refunded_paise, p.disputed_paise) < 0`,
  },
  {
    check: 'paid_work_stuck',
    query: `
      select hold_id as subject, status || ' since ' || created_at as detail
      from unlock where status in ('pending', 'stored') and created_at < now() - interval '30 minutes'
      union all
      select id, status || ' since ' || lease_until
      from chat_turn where status = 'streaming' and lease_until < now() - ${sweepsMissed}`,
  },
  {
    check: 'webhook_unprocessed',
    query: `
      select event_id as subject, kind || ' of ' || received_at as detail
      from gateway_webhook where processed_at is null and received_at < now() - interval '6 hours'`,
  },
  {
    check: 'refund_unfinished',
    query: `
      select id as subject, status || ' since ' || created_at as detail
      from payment_refund where status in ('reserved', 'pending')
        and created_at < now() - interval '7 days'`,
  },
  {
    check: 'exception_open',
    query: `
      select id::text as subject, kind || ' since ' || opened_at as detail
      from payment_exception where resolved_at is null and opened_at < now() - interval '3 days' and kind <> 'disputed'`,
  },
  {
    check: 'verification_faults',
    query: `
      select 'verification ' || id as subject,
             coalesce(error, (result ->> 'faultCount') || ' faults') as detail
      from (
        select * from ledger_verification where finished_at is not null order by id desc limit 1
      ) newest
      where status = 'failed' or (result ->> 'faultCount')::int > 0`,
  },
  {
    check: 'verification_late',
    query: `
      select 'newest' as subject,
             'the newest of ' || coalesce(max(finished_at)::text, 'never') as detail
      from ledger_verification where status = 'done'
      having coalesce(max(finished_at), '-infinity') < now() - interval '26 hours'
        and exists (select from ledger_event where recorded_at < now() - interval '26 hours')`,
  },
  {
    // A checkpoint that is older than the newest events although a newer one was due.
    check: 'checkpoint_late',
    query: `
      select 'newest' as subject, 'the newest of ' || c.created_at as detail
      from (select number, created_at from ledger_checkpoint order by number desc limit 1) c
      where c.created_at < now() - interval '2 hours' and exists (
        select from wallet where recorded_at between c.created_at and now() - interval '2 hours'
      )`,
  },
  {
    // A wallet's sequence has no gaps, so the counted events of all wallets must equal the sum of their
    // sequence numbers.
    check: 'day_totals_differ',
    query: `
      select 'ledger_day' as subject,
             d.events || ' events, ' || d.amount || ' and ' || d.held || ' held; the wallets have ' ||
               p.events || ', ' || p.balance || ' and ' || p.held || ' held (paise)' as detail
      from (select coalesce(sum(events), 0) as events, coalesce(sum(amount_paise), 0) as amount,
                   coalesce(sum(held_paise), 0) as held from ledger_day) d,
           (select coalesce(sum(seq), 0) as events, coalesce(sum(balance_paise), 0) as balance,
                   coalesce(sum(held_paise), 0) as held from ledger_day_progress) p
      where (d.events, d.amount, d.held) is distinct from (p.events, p.balance, p.held)`,
  },
  {
    // If daily sums were never computed, none is late.
    check: 'day_totals_late',
    query: `
      select w.id as subject, 'counted up to ' || coalesce(p.seq, 0) || ' of ' || w.seq as detail
      from wallet w left join ledger_day_progress p on p.wallet_id = w.id
      where w.seq > coalesce(p.seq, 0) and w.recorded_at < now() - ${sweepsMissed}
        and exists (select from ledger_day_progress)`,
  },
  {
    // The newest day that must be closed: yesterday in India, some hours after its end. Only if checkpoints
    // are signed.
    check: 'day_close_late',
    query: `
      select due.day as subject, 'the newest close is of ' || coalesce(newest.day, 'no day') as detail
      from (select to_char(((now() - interval '6 hours') at time zone '${istZone}')::date - 1,
                           'YYYY-MM-DD') as day) due,
           (select max(day) as day from ledger_day_close) newest
      where coalesce(newest.day, '') < due.day and exists (select from ledger_checkpoint)
        and due.day >= (
          select to_char(recorded_at at time zone '${istZone}', 'YYYY-MM-DD')
          from ledger_event order by position limit 1)`,
  },
];

/** More findings of one kind add no information. */
const mostListed = 200;

export async function findBrokenInvariants(client: PoolClient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { check, query } of invariants) {
    const { rows } = await client.query<Omit<Finding, 'check'>>(`${query} limit ${mostListed}`);
    findings.push(...rows.map((row) => ({ check, ...row })));
  }
  return findings;
}

export const invariantChecks: readonly AuditCheck[] = invariants.map(({ check }) => check);
