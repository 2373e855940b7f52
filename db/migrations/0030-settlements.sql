-- Finance: who may see the books, what the gateway says it has settled, and what does not agree.

-- What moved money at the gateway, by the day on which it was recorded.
drop index concurrently if exists ledger_event_gateway;
-- concurrently
create index concurrently ledger_event_gateway on ledger_event (recorded_at)
  where kind in ('TopUpCredited', 'TopUpRefunded', 'TopUpDisputed', 'DisputeWon');
-- concurrently

-- Granted and revoked by the operator (`npm run admin`), never by the API: it can only read this.
create table finance_user (
  uid        text primary key references user_profile (uid),
  granted_at timestamptz not null default now()
);
grant select on finance_user to sachet_app;

-- The gateway's reports by Indian day. The row is the work: a sweep finds what is due.
create table settlement_day (
  day            text primary key check (day ~ '^20\d\d-\d\d-\d\d$'),
  -- Null for never again.
  next_import_at timestamptz,
  -- Incomplete imports since the last complete one.
  failures       integer     not null default 0 check (failures >= 0),
  -- When the last complete import was, and how many lines it had.
  complete_at    timestamptz,
  lines          integer,
  -- Why the last import was incomplete.
  problem        text
);

create index settlement_day_due on settlement_day (next_import_at)
  where next_import_at is not null;

-- One reading of a day's report, or of a file.
create table settlement_import (
  id           bigint generated always as identity primary key,
  source       text        not null check (source in ('gateway', 'file', 'bank')),
  day          text,
  file_name    text,
  file_digest  bytea check (length(file_digest) = 32),
  requested_by text        not null,
  outcome      text        not null check (outcome in ('complete', 'incomplete')),
  problem      text,
  lines        integer     not null,
  new_lines    integer     not null,
  -- Those that stood there otherwise, and those that stood there and are gone.
  changed_lines integer    not null,
  started_at   timestamptz not null,
  finished_at  timestamptz not null default now(),
  check ((source = 'gateway') = (day is not null)),
  check ((source = 'gateway') = (file_digest is null)),
  check ((outcome = 'incomplete') = (problem is not null))
);

create unique index settlement_import_file on settlement_import (source, file_digest)
  where file_digest is not null;

-- The gateway's lines as they came. One that has changed is a new version beside the old one.
create table settlement_line (
  id            bigint generated always as identity primary key,
  kind          text        not null check (kind in ('payment', 'refund', 'transfer', 'adjustment')),
  entity_id     text        not null,
  -- Of the settlement that it is in; empty until it is settled. A second settlement of one entity is
  -- another line, not another version.
  settlement_id text        not null,
  version       integer     not null check (version > 0),
  -- It stood in an earlier report of its day and is gone from a complete later one.
  is_gone       boolean     not null,
  digest        bytea       not null check (length(digest) = 32),
  amount_paise  bigint      not null check (amount_paise >= 0),
  debit_paise   bigint      not null check (debit_paise >= 0),
  credit_paise  bigint      not null check (credit_paise >= 0),
  fee_paise     bigint      not null check (fee_paise >= 0),
  tax_paise     bigint      not null check (tax_paise >= 0),
  currency      text        not null,
  on_hold       boolean     not null,
  created_on    text        not null,
  settled_on    text,
  utr           text,
  payment_id    text,
  dispute_id    text,
  raw           jsonb       not null,
  recorded_at   timestamptz not null default now(),
  unique (kind, entity_id, settlement_id, version)
);

create trigger settlement_line_append_only before update or delete on settlement_line
  for each row execute function refuse_change();
create trigger settlement_line_no_truncate before truncate on settlement_line
  for each statement execute function refuse_change();

-- Which version stands. Can be computed from the lines.
create table settlement_current (
  kind          text   not null,
  entity_id     text   not null,
  settlement_id text   not null,
  line_id       bigint not null unique references settlement_line (id),
  created_on    text   not null,
  settled_on    text,
  utr           text,
  payment_id    text,
  dispute_id    text,
  primary key (kind, entity_id, settlement_id)
);

create index settlement_current_created on settlement_current (created_on);
create index settlement_current_settled on settlement_current (settled_on);
create index settlement_current_utr on settlement_current (utr);
create index settlement_current_payment on settlement_current (payment_id);
create index settlement_current_dispute on settlement_current (dispute_id);

-- What the bank says has arrived.
create table bank_line (
  id           bigint generated always as identity primary key,
  utr          text        not null,
  day          text        not null,
  amount_paise bigint      not null,
  raw          jsonb       not null,
  recorded_at  timestamptz not null default now(),
  -- The same line of a statement that is imported twice.
  unique (utr, day, amount_paise)
);

create trigger bank_line_append_only before update or delete on bank_line
  for each row execute function refuse_change();
create trigger bank_line_no_truncate before truncate on bank_line
  for each statement execute function refuse_change();

grant select, insert on settlement_import, settlement_line, bank_line to sachet_app;
grant select, insert, update on settlement_day, settlement_current to sachet_app;

-- Exceptions of payments and of settlements are one list. What a comparison finds is found again
-- where it comes back.
alter table payment_exception
  add column assignee text references user_profile (uid),
  -- The Indian day whose comparison found it; null for what a payment's own story opened.
  add column found_on text,
  -- When a comparison last found it no more.
  add column gone_at  timestamptz;

create index payment_exception_found on payment_exception (found_on) where found_on is not null;

-- All that happened to an exception, oldest first.
create table payment_exception_entry (
  id           bigint generated always as identity primary key,
  exception_id bigint      not null references payment_exception (id),
  at           timestamptz not null default clock_timestamp(),
  -- `admin:UID` or `worker`.
  actor        text        not null,
  action       text        not null
    check (action in ('found_again', 'gone', 'noted', 'assigned', 'unassigned', 'resolved')),
  note         text,
  assignee     text,
  check ((action = 'noted') <= (note is not null)),
  check ((action = 'assigned') = (assignee is not null))
);

create index payment_exception_entry_of on payment_exception_entry (exception_id, id);

create trigger payment_exception_entry_append_only before update or delete on payment_exception_entry
  for each row execute function refuse_change();
create trigger payment_exception_entry_no_truncate before truncate on payment_exception_entry
  for each statement execute function refuse_change();

insert into payment_exception_entry (exception_id, at, actor, action, note)
select id, resolved_at, coalesce(resolved_by, 'operator'), 'resolved', note
  from payment_exception where resolved_at is not null order by resolved_at, id;

grant select, insert on payment_exception_entry to sachet_app;
