-- The ledger. Everything below `ledger_event` is a projection of it and can be rebuilt.
-- Amounts are integer paise. No foreign keys among these tables: the write path holds the wallet's
-- row while it writes, `verify` compares every row with the events, and a check per row would cost
-- more than all else that a row costs. The application's role may read all of this, and write it only in
-- the ways granted at the end.

create table wallet (
  id            text primary key,
  owner_kind    text   not null check (owner_kind in ('user', 'organization')),
  owner_id      text   not null,
  balance_paise bigint not null default 0,
  held_paise    bigint not null default 0 check (held_paise >= 0),
  -- 0, or below it what a dispute has overdrawn and nobody has covered yet.
  floor_paise   bigint not null default 0 check (floor_paise <= 0),
  seq           bigint not null default 0,
  -- Hash of the newest event; 32 zero bytes before the first.
  head          bytea  not null default decode(repeat('00', 32), 'hex') check (length(head) = 32),
  -- When the newest event was recorded: the clock of a wallet never runs backwards.
  recorded_at   timestamptz not null default '-infinity',
  created_at    timestamptz not null default now(),
  unique (owner_kind, owner_id),
  check (balance_paise - held_paise >= floor_paise)
) with (fillfactor = 50);

create sequence ledger_position;

create table ledger_event (
  wallet_id        text        not null,
  seq              bigint      not null check (seq > 0),
  position         bigint      not null,
  encoding_version smallint    not null,
  kind             text        not null,
  amount_paise     bigint      not null,
  held_paise       bigint      not null,
  balance_after    bigint      not null,
  held_after       bigint      not null,
  counter_account  text,
  actor            text        not null,
  member_uid       text,
  budget_month     text,
  generation_id    text,
  conversation_id  text,
  order_id         text,
  payment_id       text,
  hold_id          text,
  reverses_seq     bigint,
  hold_expires_at  timestamptz,
  reason           text,
  effective_at     timestamptz not null,
  recorded_at      timestamptz not null,
  idempotency_key  text        not null,
  request_hash     bytea       not null check (length(request_hash) = 32),
  hash             bytea       not null check (length(hash) = 32),
  primary key (wallet_id, seq),
  unique (wallet_id, idempotency_key),
  check ((member_uid is null) = (budget_month is null))
);

create unique index ledger_event_position on ledger_event (position);
create unique index ledger_event_payment_credited on ledger_event (payment_id)
  where kind = 'TopUpCredited';
create index ledger_event_payment on ledger_event (payment_id) where payment_id is not null;
create index ledger_event_reversal on ledger_event (wallet_id, reverses_seq)
  where reverses_seq is not null;

-- Append-only is the database's promise: these refuse the table's owner too.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op
    using errcode = 'restrict_violation';
end $$;

create trigger ledger_event_append_only before update or delete on ledger_event
  for each row execute function refuse_change();
create trigger ledger_event_no_truncate before truncate on ledger_event
  for each statement execute function refuse_change();

-- Reserved money.
create table hold (
  id              text primary key,
  wallet_id       text   not null,
  amount_paise    bigint not null check (amount_paise > 0),
  status          text   not null check (status in ('open', 'captured', 'voided', 'expired')),
  counter_account text   not null,
  member_uid      text   not null,
  budget_month    text   not null,
  generation_id   text,
  conversation_id text,
  expires_at      timestamptz not null
) with (fillfactor = 70);

create index hold_open on hold (expires_at) where status = 'open';

-- What was paid for, and how much of it was given back.
create table charge (
  wallet_id       text   not null,
  seq             bigint not null,
  amount_paise    bigint not null check (amount_paise > 0),
  refunded_paise  bigint not null default 0 check (refunded_paise between 0 and amount_paise),
  counter_account text   not null,
  member_uid      text   not null,
  budget_month    text   not null,
  generation_id   text,
  conversation_id text,
  primary key (wallet_id, seq)
);

create index charge_generation on charge (generation_id) where generation_id is not null;

-- Money that came in from outside.
create table payment (
  id             text primary key,
  wallet_id      text   not null,
  order_id       text   not null,
  credited_paise bigint not null check (credited_paise > 0),
  refunded_paise bigint not null default 0 check (refunded_paise >= 0),
  disputed_paise bigint not null default 0 check (disputed_paise >= 0),
  check (refunded_paise + disputed_paise <= credited_paise)
);

-- A member's spending of one IST calendar month, for budgets; summed, of a lifetime.
create table member_month (
  wallet_id   text   not null,
  member_uid  text   not null,
  month       text   not null check (month ~ '^\d{4}-\d\d$'),
  spent_paise bigint not null default 0,
  held_paise  bigint not null default 0,
  primary key (wallet_id, member_uid, month)
) with (fillfactor = 70);

create index member_month_member on member_month (member_uid);

-- Not a projection: what an organisation's admin allows. 0 and no row mean unlimited.
create table member_budget (
  wallet_id    text   not null,
  member_uid   text   not null,
  budget_paise bigint not null check (budget_paise >= 0),
  primary key (wallet_id, member_uid)
);

grant select, insert on wallet, ledger_event to sachet_app;
grant update (balance_paise, held_paise, floor_paise, seq, head, recorded_at) on wallet to sachet_app;
grant usage on sequence ledger_position to sachet_app;
grant select, insert, update on hold, charge, payment, member_month, member_budget to sachet_app;
