-- Money in and out at the gateway: orders, webhooks, refunds, and the exceptions that finance resolves.

-- A top-up. The row is inserted before the gateway is asked, and its id is the gateway's receipt.
create table payment_order (
  id               text primary key,
  uid              text not null references user_profile (uid),
  wallet_id        text not null references wallet (id),
  amount_paise     bigint not null check (amount_paise > 0),
  currency         text not null default 'INR' check (currency = 'INR'),
  -- Null until the gateway has answered.
  gateway_order_id text unique,
  -- When the gateway was last asked to create it: while one request waits for the answer, no other asks.
  gateway_asked_at timestamptz,
  -- confirming: a bank or the checkout reports it as paid, and the money is not captured yet.
  status           text not null default 'created'
    check (status in ('created', 'confirming', 'credited', 'failed', 'expired', 'review')),
  -- The gateway's message for the last payment that failed.
  reason           text,
  -- The payment that was credited; a second one of the same order is an exception.
  payment_id       text,
  idempotency_key  text,
  request_hash     bytea check (length(request_hash) = 32),
  -- Digest of the payer's UPI address, if the gateway named one: one person with many accounts is recognized.
  payer_digest     bytea check (length(payer_digest) = 32),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  expires_at       timestamptz not null,
  -- When the reconciler asks the gateway about it; null for never again.
  next_check_at    timestamptz,
  check ((status = 'credited') = (payment_id is not null))
);

create index payment_order_payer on payment_order (payer_digest) where payer_digest is not null;
create unique index payment_order_request on payment_order (uid, idempotency_key)
  where idempotency_key is not null;
create index payment_order_check on payment_order (next_check_at) where next_check_at is not null;
create index payment_order_person on payment_order (uid, created_at desc);
-- Whether a wallet was ever topped up.
create index payment_order_credited on payment_order (wallet_id) where status = 'credited';
-- The number of a user's unpaid orders is checked before each new one.
create index payment_order_open on payment_order (uid, expires_at) where status = 'created';

-- Webhooks as they arrived, stored before they are processed. The body names the payer: it is deleted once it
-- is no longer needed, and the row stays.
create table gateway_webhook (
  -- SHA-256 of the signed body: the gateway's own id is in an unsigned header.
  event_id         text primary key,
  gateway_event_id text,
  kind             text not null,
  body             bytea,
  received_at      timestamptz not null default now(),
  attempts         integer not null default 0,
  last_error       text,
  next_attempt_at  timestamptz not null default now(),
  processed_at     timestamptz,
  -- ignored: it does not concern us. given_up: there is an exception about it.
  outcome          text check (outcome in ('processed', 'ignored', 'given_up')),
  check ((processed_at is null) = (outcome is null)),
  check (body is not null or processed_at is not null)
);

create index gateway_webhook_due on gateway_webhook (next_attempt_at) where processed_at is null;
create index gateway_webhook_kept on gateway_webhook (processed_at) where body is not null;

-- Refunds to payers. The row is its own outbox: reserved and pending ones are work.
create table payment_refund (
  -- Also the gateway's receipt and idempotency key.
  id                text primary key,
  payment_id        text not null,
  wallet_id         text not null references wallet (id),
  hold_id           text not null unique,
  amount_paise      bigint not null check (amount_paise > 0),
  reason            text not null,
  requested_by      text not null,
  -- admin: by the right of an admin. closing: the requester closed their account.
  requested_as      text not null check (requested_as in ('admin', 'closing')),
  status            text not null check (status in ('reserved', 'pending', 'processed', 'failed')),
  gateway_refund_id text unique,
  failure           text,
  idempotency_key   text not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  unique (requested_by, idempotency_key)
);

-- One at a time per wallet: what may be refunded depends on the others.
create unique index payment_refund_open on payment_refund (wallet_id)
  where status in ('reserved', 'pending');
create index payment_refund_payment on payment_refund (payment_id);
create index payment_refund_unfinished on payment_refund (updated_at)
  where status in ('reserved', 'pending');

-- Disputes as the gateway last reported them: it cannot list those of a payment.
create table payment_dispute (
  id             text primary key,
  payment_id     text not null,
  amount_paise   bigint not null check (amount_paise >= 0),
  -- Paise that have left our account at the gateway because of it.
  deducted_paise bigint not null check (deducted_paise >= 0),
  currency       text not null,
  status         text not null check (status in ('open', 'won', 'lost', 'closed')),
  opened_at      timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);

create index payment_dispute_payment on payment_dispute (payment_id);
create index payment_dispute_open on payment_dispute (opened_at) where status = 'open';

-- Cases for finance: about payments, and about settlements that do not match.
create table payment_exception (
  id               bigint generated always as identity primary key,
  kind             text not null,
  -- The payment, dispute or webhook that it is about.
  subject          text not null,
  payment_id       text,
  order_id         text references payment_order (id),
  gateway_order_id text,
  -- The gateway's data, without the payer's name and address.
  detail           jsonb not null,
  opened_at        timestamptz not null default now(),
  resolved_at      timestamptz,
  resolved_by      text,
  note             text,
  assignee         text references user_profile (uid),
  -- The Indian day whose comparison found it; null if a payment's own events opened it.
  found_on         text,
  -- When a comparison last no longer found it.
  gone_at          timestamptz,
  unique (kind, subject)
);

create index payment_exception_open on payment_exception (opened_at) where resolved_at is null;
create index payment_exception_payment on payment_exception (payment_id);
create index payment_exception_found on payment_exception (found_on) where found_on is not null;

-- The history of an exception, oldest first.
create table payment_exception_entry (
  id           bigint generated always as identity primary key,
  exception_id bigint      not null references payment_exception (id),
  at           timestamptz not null default clock_timestamp(),
  -- `user:UID` or `worker`.
  actor        text        not null,
  action       text        not null
    check (action in ('found_again', 'gone', 'noted', 'assigned', 'unassigned', 'resolved', 'reopened')),
  note         text,
  assignee     text,
  check ((action = 'noted') <= (note is not null)),
  check ((action = 'assigned') = (assignee is not null))
);

create index payment_exception_entry_of on payment_exception_entry (exception_id, id);

select make_append_only('payment_exception_entry');

grant select, insert on payment_exception_entry to sachet_app;
grant select, insert, update on payment_order, gateway_webhook, payment_refund, payment_dispute,
  payment_exception
  to sachet_app;
