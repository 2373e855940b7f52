-- Two of the five indexes that an event of a hold stands in say nothing that those of the holds do not say
-- too. These are to take the place of the two, with entries for all other events only; the two go with 0056,
-- when nothing looks by them any more.

-- Whether the key says no more than which hold is placed or ended: then the unique index of that is enough.
-- No other command may have such a key (`isWellFormed`).
create or replace function ledger_key_names_hold(kind text, hold_id text, idempotency_key text) returns boolean
language sql immutable parallel safe return coalesce(
  idempotency_key = case kind
    when 'HoldPlaced' then 'hold:' when 'HoldCaptured' then 'capture:'
    when 'HoldVoided' then 'void:' when 'HoldExpired' then 'expire:' end || hold_id,
  false);
-- concurrently
drop index concurrently if exists ledger_event_other_key;
-- concurrently
create unique index concurrently ledger_event_other_key
  on ledger_event (ledger_key(wallet_id, idempotency_key))
  where not ledger_key_names_hold(kind, hold_id, idempotency_key);
-- concurrently

-- A picture's first hold has the id of its generation.
drop index concurrently if exists ledger_event_other_generation;
-- concurrently
create index concurrently ledger_event_other_generation on ledger_event (generation_id)
  where generation_id is not null and generation_id is distinct from hold_id;
-- concurrently

-- The events that name this generation. Postgres plans it as a part of the statement that calls it.
create or replace function ledger_events_of_generation(id text) returns setof ledger_event
language sql stable parallel safe as $$
  select * from ledger_event where hold_id = $1 and held_paise > 0 and generation_id = $1
  union all
  select * from ledger_event where hold_id = $1 and held_paise < 0 and generation_id = $1
  union all
  select * from ledger_event where generation_id = $1 and generation_id is distinct from hold_id
$$;
