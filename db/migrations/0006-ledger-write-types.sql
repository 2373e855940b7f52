-- What the ledger's write path sends: rows of these types, many in one parameter. They are the wire
-- between the write path and the database, not the tables' own row types, so that a column added to
-- a table does not break a server that does not know it yet. A type is never changed: a new one is
-- made beside it.

create type ledger_write_event as (
  wallet_id text, seq bigint, position bigint, encoding_version smallint, kind text,
  amount_paise bigint, held_paise bigint, balance_after bigint, held_after bigint,
  counter_account text, actor text, member_uid text, budget_month text, generation_id text,
  conversation_id text, order_id text, payment_id text, hold_id text, reverses_seq bigint,
  hold_expires_at timestamptz, reason text, effective_at timestamptz, recorded_at timestamptz,
  idempotency_key text, request_hash bytea, hash bytea
);

create type ledger_write_wallet as (
  id text, balance_paise bigint, held_paise bigint, floor_paise bigint, seq bigint, head bytea,
  recorded_at timestamptz
);

create type ledger_write_hold as (
  id text, wallet_id text, amount_paise bigint, status text, counter_account text, member_uid text,
  budget_month text, generation_id text, conversation_id text, expires_at timestamptz
);

create type ledger_write_charge as (
  wallet_id text, seq bigint, amount_paise bigint, refunded_paise bigint, counter_account text,
  member_uid text, budget_month text, generation_id text, conversation_id text
);

create type ledger_write_payment as (
  id text, wallet_id text, order_id text, credited_paise bigint, refunded_paise bigint,
  disputed_paise bigint
);

create type ledger_write_member_month as (
  wallet_id text, member_uid text, month text, spent_paise bigint, held_paise bigint
);
