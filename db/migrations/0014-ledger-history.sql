-- The ledger for those who audit it. What every purchase writes gets one index more, the hold's; the
-- rest are of events that are rare, and of tables with a row for several events.

-- Of which events a hold was placed and resolved by.
create index ledger_event_hold on ledger_event (hold_id) where hold_id is not null;

-- What is neither bought nor held: found by kind, account or admin however much lies in between.
create index ledger_event_rare_kind on ledger_event (kind, position)
  where kind not in ('HoldPlaced', 'HoldCaptured', 'HoldVoided', 'Charged');
create index ledger_event_not_revenue on ledger_event (counter_account, position)
  where counter_account not like 'revenue:%';
create index ledger_event_admin on ledger_event (actor, position) where actor like 'admin:%';

-- Events lie in the order they were recorded in: where a moment is, block ranges tell.
create index ledger_event_when on ledger_event using brin (recorded_at, position)
  with (pages_per_range = 32, autosummarize = on);

create index hold_generation on hold (generation_id) where generation_id is not null;
create index hold_conversation on hold (conversation_id) where conversation_id is not null;
create index charge_conversation on charge (conversation_id) where conversation_id is not null;
create index payment_by_order on payment (order_id);

-- Which admin action an event came with.
create index admin_audit_ledger_event on admin_audit ((details ->> 'idempotencyKey'))
  where details ? 'idempotencyKey';
create index admin_audit_refund on admin_audit ((details ->> 'refundId')) where details ? 'refundId';

-- One run of `verify`, asked for by an admin and done by a worker. Its row is the work: a sweep finds
-- it again.
create table ledger_verification (
  id           bigint generated always as identity primary key,
  status       text        not null default 'requested'
    check (status in ('requested', 'running', 'done', 'failed')),
  requested_by text        not null,
  requested_at timestamptz not null default now(),
  started_at   timestamptz,
  finished_at  timestamptz,
  -- Of a worker: which of its attempts this is, and when it last showed that it lives.
  attempt      integer     not null default 0,
  beat_at      timestamptz not null default now(),
  step         text check (step in ('chains', 'projections')),
  done         bigint      not null default 0,
  total        bigint      not null default 0,
  -- Faults and counts, as `shared/contracts/admin-ledger.ts` has them.
  result       jsonb,
  error        text,
  check ((status = 'done') = (result is not null)),
  check ((status = 'failed') = (error is not null)),
  check ((status in ('done', 'failed')) = (finished_at is not null))
);

-- One at a time.
create unique index ledger_verification_current on ledger_verification ((true))
  where status in ('requested', 'running');

grant select, insert, update on ledger_verification to sachet_app;
