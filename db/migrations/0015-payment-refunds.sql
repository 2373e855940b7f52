-- Money that goes back to whoever paid it in. The row is its own outbox: reserved and pending ones
-- are work.
create table payment_refund (
  -- The gateway's receipt and idempotency key too.
  id                text primary key,
  payment_id        text not null,
  wallet_id         text not null references wallet (id),
  hold_id           text not null unique,
  amount_paise      bigint not null check (amount_paise > 0),
  reason            text not null,
  requested_by      text not null,
  status            text not null check (status in ('reserved', 'pending', 'processed', 'failed')),
  gateway_refund_id text unique,
  failure           text,
  idempotency_key   text not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  unique (requested_by, idempotency_key)
);

-- One at a time: what is not to go back is reckoned with all that is under way.
create unique index payment_refund_open on payment_refund (wallet_id)
  where status in ('reserved', 'pending');
create index payment_refund_payment on payment_refund (payment_id);
create index payment_refund_unfinished on payment_refund (updated_at)
  where status in ('reserved', 'pending');

grant select, insert, update on payment_refund to sachet_app;
