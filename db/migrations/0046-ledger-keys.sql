-- More than half of what an event takes on disk is its indexes, and most of that is the text in them. These
-- are to take the place of two of them; those go with 0048, when nothing looks for them any more.

-- What is unique of a command, in 16 bytes. MD5 serves: two keys that agree in it can be made on purpose,
-- and then one's own second command is refused; one that agrees with somebody else's key cannot be found.
create or replace function ledger_key(wallet_id text, idempotency_key text) returns uuid
language sql immutable parallel safe return md5(wallet_id || E'\n' || idempotency_key)::uuid;
-- concurrently
drop index concurrently if exists ledger_event_key;
-- concurrently
create unique index concurrently ledger_event_key
  on ledger_event (ledger_key(wallet_id, idempotency_key));
-- concurrently

-- Placed once and ended once. Each kind comes in the order of its ids, at the end of an index of its own.
drop index concurrently if exists ledger_event_hold_placed;
-- concurrently
create unique index concurrently ledger_event_hold_placed on ledger_event (hold_id) where held_paise > 0;
-- concurrently
drop index concurrently if exists ledger_event_hold_ended;
-- concurrently
create unique index concurrently ledger_event_hold_ended on ledger_event (hold_id) where held_paise < 0;
-- concurrently

-- As it was, by the new index.
create or replace view hold as
  select placed.hold_id as id, placed.wallet_id, placed.held_paise as amount_paise,
         coalesce((
           select case ended.kind when 'HoldVoided' then 'voided' when 'HoldExpired' then 'expired'
                    else 'captured' end
           from ledger_event ended where ended.hold_id = placed.hold_id and ended.held_paise < 0
         ), 'open') as status,
         placed.counter_account, placed.member_uid, placed.budget_month, placed.generation_id,
         placed.conversation_id, placed.hold_expires_at as expires_at, placed.upgrades_seq, placed.ctid
  from ledger_event placed where placed.held_paise > 0;
