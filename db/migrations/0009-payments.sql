-- Money in: what people want to pay, what the gateway told us, and what finance has to look at.

-- A top-up. The row is made before the gateway hears of it, and its id is the gateway's receipt.
create table payment_order (
  id               text primary key,
  uid              text not null references user_profile (uid),
  wallet_id        text not null references wallet (id),
  amount_paise     bigint not null check (amount_paise > 0),
  currency         text not null default 'INR' check (currency = 'INR'),
  -- Null until the gateway has answered.
  gateway_order_id text unique,
  -- confirming: a bank or the sheet says that it is paid, and it is not money yet.
  status           text not null default 'created'
    check (status in ('created', 'confirming', 'credited', 'failed', 'expired', 'review')),
  -- The gateway's words for the last payment that failed.
  reason           text,
  -- The payment that was credited; a second one of the same order is an exception.
  payment_id       text,
  idempotency_key  text,
  request_hash     bytea check (length(request_hash) = 32),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  -- Nobody who has not paid by then is waited for.
  expires_at       timestamptz not null,
  -- When the reconciler asks the gateway about it; null for never again.
  next_check_at    timestamptz,
  check ((status = 'credited') = (payment_id is not null))
);

create unique index payment_order_request on payment_order (uid, idempotency_key)
  where idempotency_key is not null;
create index payment_order_check on payment_order (next_check_at) where next_check_at is not null;
create index payment_order_person on payment_order (uid, created_at desc);

-- Webhooks as they came, stored before anything is done about them. They name people.
create table gateway_webhook (
  event_id        text primary key,
  kind            text not null,
  body            bytea not null,
  received_at     timestamptz not null default now(),
  attempts        integer not null default 0,
  last_error      text,
  next_attempt_at timestamptz not null default now(),
  processed_at    timestamptz,
  -- ignored: nothing that concerns us. given_up: there is an exception about it.
  outcome         text check (outcome in ('processed', 'ignored', 'given_up')),
  check ((processed_at is null) = (outcome is null))
);

create index gateway_webhook_due on gateway_webhook (next_attempt_at) where processed_at is null;

create table payment_exception (
  id               bigint generated always as identity primary key,
  kind             text not null,
  -- The payment, dispute or webhook that it is about.
  subject          text not null,
  payment_id       text,
  order_id         text references payment_order (id),
  gateway_order_id text,
  -- What the gateway said of it, without the payer's name and address.
  detail           jsonb not null,
  opened_at        timestamptz not null default now(),
  resolved_at      timestamptz,
  resolved_by      text,
  note             text,
  unique (kind, subject)
);

create index payment_exception_open on payment_exception (opened_at) where resolved_at is null;
create index payment_exception_payment on payment_exception (payment_id);

grant select, insert, update on payment_order, gateway_webhook, payment_exception to sachet_app;
