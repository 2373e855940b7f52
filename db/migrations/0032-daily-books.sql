-- What happened on each Indian day, summed from the events by the worker, beside the write path.

-- Of all wallets. Can be computed from the events up to `ledger_day_progress`.
create table ledger_day (
  -- On which the events were recorded, and on which they took effect: the same for nearly all.
  day             text   not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  effective_day   text   not null check (effective_day ~ '^\d{4}-\d\d-\d\d$'),
  kind            text   not null,
  -- Empty for events that name none.
  counter_account text   not null,
  events          bigint not null,
  -- Signed effects on the wallets' balances and on what they hold.
  amount_paise    bigint not null,
  held_paise      bigint not null,
  primary key (day, effective_day, kind, counter_account)
) with (fillfactor = 70);

create index ledger_day_effective on ledger_day (effective_day);

-- The last event of each wallet that is in the sums, and what the wallet had then. By wallets, because
-- positions commit out of order. No foreign key: the write path's lock must not be waited for.
create table ledger_day_progress (
  wallet_id     text   primary key,
  seq           bigint not null check (seq > 0),
  balance_paise bigint not null,
  held_paise    bigint not null
) with (fillfactor = 70);

-- What the calls to each provider cost on an Indian day.
create table provider_cost_day (
  day           text   not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  provider      text   not null,
  calls         bigint not null,
  cost_microusd bigint not null,
  primary key (day, provider)
);

-- Rupees of a US dollar, from an Indian day on; the first one also holds before its day.
create table usd_rate (
  from_day      text    primary key check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  paise_per_usd integer not null check (paise_per_usd > 0)
);

-- A day of effect whose totals were signed. What is recorded about it afterwards is a restatement.
create table ledger_day_close (
  day             text        primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  version         smallint    not null,
  closed_at       timestamptz not null,
  -- The events that were known: those up to the heads which this checkpoint saw.
  checkpoint_number bigint    not null,
  checkpoint_hash bytea       not null check (length(checkpoint_hash) = 32),
  -- By kind and account: `[{kind, account, events, amountPaise, heldPaise}]`.
  totals          jsonb       not null,
  -- SHA-256 of the close of the day before; 32 zero bytes before the first.
  previous_hash   bytea       not null unique check (length(previous_hash) = 32),
  hash            bytea       not null check (length(hash) = 32),
  key_id          text        not null,
  signature       bytea       not null check (length(signature) = 64)
);

create trigger ledger_day_close_append_only before update or delete on ledger_day_close
  for each row execute function refuse_change();
create trigger ledger_day_close_no_truncate before truncate on ledger_day_close
  for each statement execute function refuse_change();

grant select, insert, update on ledger_day, ledger_day_progress, provider_cost_day, usd_rate
  to sachet_app;
grant select, insert on ledger_day_close to sachet_app;
