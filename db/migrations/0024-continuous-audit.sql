-- The auditor: how far each wallet's chain was proved, what was found, and that it is at work.

-- The event up to which a wallet was proved, and what the next one must build upon. No foreign key: the
-- write path's lock on the wallet's row must not be waited for.
create table wallet_proof (
  wallet_id     text primary key,
  seq           bigint      not null check (seq > 0),
  head          bytea       not null check (length(head) = 32),
  balance_paise bigint      not null,
  held_paise    bigint      not null,
  recorded_at   timestamptz not null,
  proved_at     timestamptz not null default now()
);

create table audit_finding (
  id          bigint generated always as identity primary key,
  -- Which check found it (`db/auditor`), and in what: a wallet, an event, a hold…
  check_name  text        not null,
  subject     text        not null,
  detail      text        not null,
  found_at    timestamptz not null default now(),
  -- Gone at the check's next look.
  resolved_at timestamptz
);

-- The same thing is found once until it is gone; then it can come back.
create unique index audit_finding_open on audit_finding (check_name, subject)
  where resolved_at is null;

-- One row: when the auditor last proved everything new, and how long ago it last tried.
create table auditor_state (
  is_only      boolean primary key default true check (is_only),
  last_pass_at timestamptz,
  -- Null until a pass has left nothing unproved.
  caught_up_at timestamptz
);
insert into auditor_state default values;

-- Which kinds there are is said in shared/contracts/admin-notices.ts, which parses every row.
alter table admin_notice drop constraint admin_notice_kind_check;

grant select, insert, update on wallet_proof, audit_finding to sachet_app;
grant select, update on auditor_state to sachet_app;
