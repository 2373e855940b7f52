-- Files of the books that finance asked for. The row is the work: a worker takes it, a sweep finds it
-- again, and erases row and file when their time has come.
create table export_file (
  id           text        primary key,
  -- As `shared/contracts/admin-exports.ts` has it.
  request      jsonb       not null,
  requested_by text        not null,
  requested_at timestamptz not null default now(),
  -- `deleted`: somebody does not want it any more; the sweep erases it.
  status       text        not null default 'requested'
    check (status in ('requested', 'running', 'done', 'failed', 'deleted')),
  -- Of a worker: which of its attempts this is, and when it last showed that it lives.
  attempt      integer     not null default 0,
  beat_at      timestamptz not null default now(),
  -- Of 1.
  progress     real        not null default 0 check (progress between 0 and 1),
  rows         bigint      not null default 0,
  bytes        bigint,
  sha256       bytea check (length(sha256) = 32),
  error        text,
  expires_at   timestamptz,
  check (status <> 'done' or (bytes is not null and sha256 is not null)),
  check (status <> 'failed' or error is not null)
);

create index export_file_requested on export_file (requested_at);

grant select, insert, update, delete on export_file to sachet_app;
