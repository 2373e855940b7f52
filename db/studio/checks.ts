/** The checks of what was sold: no result, no charge. */
import { ask, type Check } from '../ledger/check.ts';
import { sweepsMissed, workers } from '../ledger/checks.ts';
import { askOfEvents } from '../ledger/wallet-batch.ts';

export const studioChecks = {
  charge_without_result: {
    toDo: 'Give the charge back at /admin/users, and read the job’s log for the cause.',
    // Unless the charge was refunded in full.
    ofWallets: askOfEvents(`
      select e.wallet_id || '#' || e.seq as subject, e.wallet_id, e.seq,
             'nothing was delivered for ' || coalesce(e.generation_id, e.conversation_id, 'it') as detail
      from ledger_event e join fresh on e.wallet_id = fresh.id and e.seq > fresh.end_seq
      left join charge c on c.wallet_id = e.wallet_id and c.seq = e.seq
      left join generation g on g.id = e.generation_id
      left join unlock u on u.hold_id = e.hold_id
      left join chat_turn t on t.hold_id = e.hold_id
      where e.kind in ('HoldCaptured', 'Charged')
        and c.refunded_paise is distinct from c.amount_paise
        and case
              when t.id is not null then t.status not in ('done', 'stopped')
              when e.kind = 'HoldCaptured' then u.status is distinct from 'done'
                or (u.image_key is null and g.deleted_at is null)
              else g.id is null or (g.content is null and g.deleted_at is null)
            end
      order by e.wallet_id, e.seq`),
  },
  upgrade_unfounded: {
    toDo: 'Compare the charges at /admin/ledger, and give back or charge the difference.',
    // The smaller copy must be of the same picture, in the same wallet, and all charges together must equal
    // the picture's whole price.
    ofWallets: askOfEvents(`
      select e.wallet_id || '#' || e.seq as subject, e.wallet_id, e.seq,
             'a larger copy of ' || coalesce(e.generation_id, 'nothing') || ' without the smaller one''s ' ||
               'charge, or for less than the difference' as detail
      from ledger_event e join fresh on e.wallet_id = fresh.id and e.seq > fresh.end_seq
      left join ledger_event b on b.wallet_id = e.wallet_id and b.seq = e.upgrades_seq
      left join unlock u on u.hold_id = e.hold_id
      left join unlock s on s.hold_id = u.upgrades_hold_id
      left join generation g on g.id = e.generation_id
      where e.kind = 'HoldCaptured' and (e.upgrades_seq is not null or s.hold_id is not null)
        and (
          b.seq < e.seq and b.kind = 'HoldCaptured' and b.generation_id = e.generation_id
          and b.hold_id = s.hold_id and s.final_size < u.final_size
          and (g.prices ->> u.final_size::text)::numeric * 100 <= (
            select -sum(c.amount_paise) from ledger_events_of_generation(e.generation_id) c
            where c.kind in ('HoldCaptured', 'Charged') and c.wallet_id = e.wallet_id and c.seq <= e.seq
          )
        ) is not true
      order by e.wallet_id, e.seq`),
  },
  paid_work_stuck: {
    toDo: `${workers} Nothing is charged without a result.`,
    now: ask(`
      select hold_id as subject, wallet_id, status || ' since ' || created_at as detail
      from unlock where status in ('pending', 'stored') and created_at < now() - interval '30 minutes'
      union all
      select id, null, status || ' since ' || lease_until
      from chat_turn where status = 'streaming' and lease_until < now() - ${sweepsMissed}`),
  },
  chat_differs: {
    toDo: 'Compare the charges with the conversation at /admin/ledger, and give back what was too much.',
    // The number of counted replies decides which reply opens a block.
    now: ask(`
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
        and (c.turn_count, c.paid_blocks) is distinct from (t.replies, e.blocks)`),
  },
} as const satisfies Record<string, Check>;
