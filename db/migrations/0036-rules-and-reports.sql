-- When somebody last said that they have read what is not allowed; null until then.
alter table user_profile add column rules_seen_at timestamptz;

-- Deleted by us: gone for everybody at once, and kept as evidence before it is erased.
alter table generation add column taken_down_at timestamptz;

-- What anybody reports as not allowed. Two clocks begin here: to acknowledge it, and, once an order
-- has come, to take it down.
create table content_report (
  id              text        primary key,
  -- As it was given: a link, an id, or words.
  about           text        not null,
  -- What that names of ours; null where it names nothing.
  generation_id   text        references generation (id),
  reason          text        not null,
  details         text        not null,
  contact         text,
  created_at      timestamptz not null default now(),
  acknowledged_at timestamptz,
  ordered_at      timestamptz,
  resolved_at     timestamptz,
  outcome         text check (outcome in ('taken_down', 'dismissed')),
  check ((resolved_at is null) = (outcome is null))
);

create index content_report_open on content_report (id) where resolved_at is null;

-- What admins did about it.
create table content_report_step (
  id        bigint      generated always as identity primary key,
  report_id text        not null references content_report (id),
  at        timestamptz not null default now(),
  actor     text        not null,
  action    text        not null,
  note      text        not null
);

create index content_report_step_of on content_report_step (report_id, id);

grant select, insert, update on content_report to sachet_app;
grant select, insert on content_report_step to sachet_app;
