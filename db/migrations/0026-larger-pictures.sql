-- A picture that was bought can be bought larger for the difference. The ledger's events name the charge
-- that they build on (encoding version 2), and each unlock says which model made its picture.

alter table ledger_event
  add column upgrades_seq bigint,
  -- An older event's hash does not cover it.
  add constraint ledger_event_upgrades check (upgrades_seq is null or encoding_version >= 2);

create index ledger_event_upgrade on ledger_event (wallet_id, upgrades_seq)
  where upgrades_seq is not null;

alter table hold add column upgrades_seq bigint;

create type ledger_write_event_2 as (
  wallet_id text, seq bigint, position bigint, encoding_version smallint, kind text,
  amount_paise bigint, held_paise bigint, balance_after bigint, held_after bigint,
  counter_account text, actor text, member_uid text, budget_month text, generation_id text,
  conversation_id text, order_id text, payment_id text, hold_id text, reverses_seq bigint,
  hold_expires_at timestamptz, reason text, effective_at timestamptz, recorded_at timestamptz,
  idempotency_key text, request_hash bytea, hash bytea, upgrades_seq bigint
);

create type ledger_write_hold_2 as (
  id text, wallet_id text, amount_paise bigint, status text, counter_account text, member_uid text,
  budget_month text, generation_id text, conversation_id text, expires_at timestamptz,
  upgrades_seq bigint
);

alter table unlock
  -- As the catalogue named it when it was asked for.
  add column model_label text,
  -- The purchase of the same picture that this one builds on; null for one that stands by itself.
  add column upgrades_hold_id text references unlock (hold_id),
  add constraint unlock_upgrades_another check (upgrades_hold_id <> hold_id);

update unlock set model_label = model.label
  from generation, model
 where generation.id = unlock.generation_id
   and model.provider = generation.provider and model.id = unlock.model_id;

-- One at a time is being bought; each purchase is built on once.
drop index unlock_current;
create unique index unlock_current on unlock (generation_id) where status in ('pending', 'stored');
create unique index unlock_upgraded on unlock (upgrades_hold_id) where status <> 'failed';
