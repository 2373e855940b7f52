-- The ledger. `ledger_event` holds the facts; every other table here is a projection of it and can be
-- rebuilt, unless its comment says otherwise. Amounts are integer paise.
--
-- There are no foreign keys among these tables: the write path holds the wallet's lock while it writes,
-- `verify` compares every row with the events, and a check per row would cost more than the row.

-- A server reads `kysely_migration` to check whether it has the schema that it needs.
grant select on kysely_migration to sachet_app;

create table wallet (
  id            text primary key,
  owner_kind    text   not null check (owner_kind in ('user', 'organization')),
  owner_id      text   not null,
  balance_paise bigint not null default 0,
  held_paise    bigint not null default 0 check (held_paise >= 0),
  -- 0, or the negative amount by which refunds and disputes at the gateway overdraw the wallet.
  floor_paise   bigint not null default 0 check (floor_paise <= 0),
  seq           bigint not null default 0,
  -- Hash of the newest event; 32 zero bytes before the first.
  head          bytea  not null default decode(repeat('00', 32), 'hex') check (length(head) = 32),
  -- When the newest event was recorded: the clock of a wallet never runs backwards.
  recorded_at   timestamptz not null default '-infinity',
  created_at    timestamptz not null default now(),
  -- The part of the balance that can be neither spent nor withdrawn until an event releases it, and the user
  -- whose bonus it is.
  locked_paise  bigint not null default 0 check (locked_paise >= 0),
  locked_for    text,
  -- Not a projection: counts changes that decisions depend on and that are not events. A process that decides
  -- from memory makes the write check this number and `head`.
  terms_version bigint not null default 0,
  unique (owner_kind, owner_id),
  check (balance_paise - held_paise >= floor_paise),
  check ((locked_paise > 0) = (locked_for is not null))
) with (fillfactor = 50);

create index wallet_locked_for on wallet (locked_for) where locked_for is not null;

-- Counts every change except an event's: a repaired row. It runs after the update because
-- the WHEN of a BEFORE trigger locks the row, which would cost every event a lock and its WAL record.
create function change_wallet_terms() returns trigger language plpgsql as $$
begin
  update wallet set terms_version = terms_version + 1 where id = new.id;
  return null;
end $$;

create trigger wallet_terms after update on wallet for each row
  when (new.head = old.head and new.terms_version = old.terms_version)
  execute function change_wallet_terms();

-- Amounts change only together with the head, which is an event's. Only the owner repairs a row (`rebuild`).
create function refuse_wallet_change() returns trigger language plpgsql as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    return null;
  end if;
  raise exception 'the amounts of a wallet change only with an event'
    using errcode = 'restrict_violation';
end $$;

create trigger wallet_amounts after update on wallet for each row
  when (new.head = old.head
    and (new.balance_paise, new.held_paise, new.floor_paise, new.locked_paise, new.locked_for, new.seq,
         new.recorded_at)
      is distinct from (old.balance_paise, old.held_paise, old.floor_paise, old.locked_paise,
         old.locked_for, old.seq, old.recorded_at))
  execute function refuse_wallet_change();

create sequence ledger_position;

create table ledger_event (
  wallet_id        text        not null,
  seq              bigint      not null check (seq > 0),
  position         bigint      not null,
  encoding_version smallint    not null,
  kind             text        not null,
  amount_paise     bigint      not null,
  held_paise       bigint      not null,
  locked_paise     bigint      check (locked_paise <> 0),
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
  upgrades_seq     bigint,
  hold_expires_at  timestamptz,
  reason           text,
  effective_at     timestamptz not null,
  recorded_at      timestamptz not null,
  idempotency_key  text        not null,
  -- The first bytes of the request's SHA-256, which show whether a repeated key has the same request.
  request_hash     bytea       not null check (length(request_hash) = 8),
  hash             bytea       not null check (length(hash) = 32),
  primary key (wallet_id, seq),
  check ((member_uid is null) = (budget_month is null))
);

-- Most of an event's size on disk is its index entries, so each index below has as few and as short entries
-- as its queries allow (docs/ledger.md).

create unique index ledger_event_position on ledger_event (position);

-- The unique key of a command, in 16 bytes. MD5 is enough: a user who makes two keys collide has their own
-- second command refused, and cannot find a key that collides with another user's.
create function ledger_key(wallet_id text, idempotency_key text) returns uuid
language sql immutable parallel safe return md5(wallet_id || E'\n' || idempotency_key)::uuid;

-- Whether the key only names the hold that is placed or ended: then the unique index on that hold is enough.
-- No other command may have such a key (`isWellFormed`).
create function ledger_key_names_hold(kind text, hold_id text, idempotency_key text) returns boolean
language sql immutable parallel safe return coalesce(
  idempotency_key = case kind
    when 'HoldPlaced' then 'hold:' when 'HoldCaptured' then 'capture:'
    when 'HoldVoided' then 'void:' when 'HoldExpired' then 'expire:' end || hold_id,
  false);

create unique index ledger_event_key on ledger_event (ledger_key(wallet_id, idempotency_key))
  where not ledger_key_names_hold(kind, hold_id, idempotency_key);

-- A hold is placed once and ended once. The ids of each kind are appended in order, at the end of its index.
create unique index ledger_event_hold_placed on ledger_event (hold_id) where held_paise > 0;
create unique index ledger_event_hold_ended on ledger_event (hold_id) where held_paise < 0;

create unique index ledger_event_payment_credited on ledger_event (payment_id)
  where kind = 'TopUpCredited';
create index ledger_event_payment on ledger_event (payment_id) where payment_id is not null;
create index ledger_event_order on ledger_event (order_id) where order_id is not null;
create index ledger_event_conversation on ledger_event (conversation_id)
  where conversation_id is not null;
create index ledger_event_reversal on ledger_event (wallet_id, reverses_seq)
  where reverses_seq is not null;
create index ledger_event_upgrade on ledger_event (wallet_id, upgrades_seq)
  where upgrades_seq is not null;
-- A picture's first hold has the id of its generation and is found by the hold.
create index ledger_event_generation on ledger_event (generation_id)
  where generation_id is not null and generation_id is distinct from hold_id;

-- Events that locked or released a bonus: few.
create index ledger_event_locked on ledger_event (wallet_id, seq) where locked_paise is not null;

-- Backdated or postdated events: few, and the only ones that "as of" by effective time has to add.
create index ledger_event_backdated on ledger_event (wallet_id, effective_at)
  where effective_at <> recorded_at;
-- Events that neither buy nor hold: found by kind, account or admin among millions of purchases.
create index ledger_event_rare_kind on ledger_event (kind, position)
  where kind not in ('HoldPlaced', 'HoldCaptured', 'HoldVoided', 'Charged');
create index ledger_event_not_revenue on ledger_event (counter_account, position)
  where counter_account not like 'revenue:%';
create index ledger_event_admin on ledger_event (actor, position) where actor like 'admin:%';
-- Events that moved money at the gateway, by the day they were recorded.
create index ledger_event_gateway on ledger_event (recorded_at)
  where kind in ('TopUpCredited', 'TopUpRefunded', 'RefundReturned', 'TopUpDisputed', 'DisputeWon',
                 'GatewayCorrected');
-- Events are stored in the order they were recorded, so block ranges can locate a moment. Several intervals
-- per range, because a later event may fill the space left in an earlier block.
create index ledger_event_recorded on ledger_event
  using brin (recorded_at timestamptz_minmax_multi_ops, position)
  with (pages_per_range = 32, autosummarize = on);

-- The database itself guarantees append-only: these triggers refuse the table's owner too.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op
    using errcode = 'restrict_violation';
end $$;

-- Takes an advisory lock, or fails immediately: nothing in a ledger command waits for more than its own wallet.
create function lock_now(lock int, key text) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(lock, hashtext(key)) then
    raise exception 'another transaction holds lock % for %', lock, key using errcode = 'lock_not_available';
  end if;
end $$;

create function make_append_only(name text) returns void language plpgsql as $$
begin
  execute format('create trigger %I before update or delete on %I
    for each row execute function refuse_change()', name || '_append_only', name);
  execute format('create trigger %I before truncate on %I
    for each statement execute function refuse_change()', name || '_no_truncate', name);
end $$;

select make_append_only('ledger_event');

-- The events of this generation. Postgres inlines the function into the calling statement.
create function ledger_events_of_generation(id text) returns setof ledger_event
language sql stable parallel safe as $$
  select * from ledger_event where hold_id = $1 and held_paise > 0 and generation_id = $1
  union all
  select * from ledger_event where hold_id = $1 and held_paise < 0 and generation_id = $1
  union all
  select * from ledger_event where generation_id = $1 and generation_id is distinct from hold_id
$$;

-- Open holds. The event that placed a hold has its other facts.
create table open_hold (
  id           text primary key,
  wallet_id    text        not null,
  amount_paise bigint      not null check (amount_paise > 0),
  expires_at   timestamptz not null
  -- Few rows, which are inserted and deleted with every purchase.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create view hold as
  select placed.hold_id as id, placed.wallet_id, placed.held_paise as amount_paise,
         coalesce((
           select case ended.kind when 'HoldVoided' then 'voided' when 'HoldExpired' then 'expired'
                    else 'captured' end
           from ledger_event ended where ended.hold_id = placed.hold_id and ended.held_paise < 0
         ), 'open') as status,
         placed.counter_account, placed.member_uid, placed.budget_month, placed.generation_id,
         placed.conversation_id, placed.hold_expires_at as expires_at, placed.upgrades_seq
  from ledger_event placed where placed.held_paise > 0;

-- Charges, and how much of each was refunded.
create view charge as
  select made.wallet_id, made.seq, -made.amount_paise as amount_paise,
         coalesce((
           select sum(back.amount_paise) from ledger_event back
           where back.wallet_id = made.wallet_id and back.reverses_seq = made.seq
         ), 0)::bigint as refunded_paise,
         made.counter_account, made.member_uid, made.budget_month, made.generation_id,
         made.conversation_id
  from ledger_event made where made.kind in ('HoldCaptured', 'Charged');

-- Money that arrived from outside.
create view payment as
  select credited.payment_id as id, credited.wallet_id, credited.order_id,
         (credited.amount_paise + coalesce((
           select sum(corrected.amount_paise) from ledger_event corrected
           where corrected.payment_id = credited.payment_id and corrected.kind = 'GatewayCorrected'
         ), 0))::bigint as credited_paise,
         coalesce((
           select -sum(back.amount_paise) from ledger_event back
           where back.payment_id = credited.payment_id
             and back.kind in ('TopUpRefunded', 'RefundReturned')
         ), 0)::bigint as refunded_paise,
         coalesce((
           select -sum(back.amount_paise) from ledger_event back
           where back.payment_id = credited.payment_id and back.kind in ('TopUpDisputed', 'DisputeWon')
         ), 0)::bigint as disputed_paise
  from ledger_event credited where credited.kind = 'TopUpCredited';

-- A member's spending in one IST calendar month, for budgets; the sum of all months is their lifetime
-- spending.
create table member_month (
  wallet_id   text   not null,
  member_uid  text   not null,
  month       text   not null check (month ~ '^\d{4}-\d\d$'),
  spent_paise bigint not null default 0,
  held_paise  bigint not null default 0,
  primary key (wallet_id, member_uid, month)
) with (fillfactor = 70);

-- All columns of the primary key: a plan that was cached while the table was small may continue to use this
-- index.
create index member_month_member on member_month (member_uid, wallet_id, month);

-- Not a projection: the budget that an organization's admin sets, or in a person's own wallet their own
-- monthly cap. 0 and no row mean unlimited.
create table member_budget (
  wallet_id    text   not null,
  member_uid   text   not null,
  budget_paise bigint not null check (budget_paise >= 0),
  -- The budget that this person had as a member; null while it is the one above. Set while they have left the
  -- organization or are its admin, and returned to them as a member.
  kept_paise   bigint check (kept_paise >= 0),
  primary key (wallet_id, member_uid)
);

create function change_budget_terms() returns trigger language plpgsql as $$
begin
  update wallet set terms_version = terms_version + 1
  where id in (old.wallet_id, new.wallet_id);
  return null;
end $$;

create trigger member_budget_terms after insert or update or delete on member_budget
  for each row execute function change_budget_terms();

-- The rows that the write path sends, many in one parameter.

create type ledger_write_event as (
  wallet_id text, seq bigint, position bigint, encoding_version smallint, kind text,
  amount_paise bigint, held_paise bigint, locked_paise bigint, balance_after bigint, held_after bigint,
  counter_account text, actor text, member_uid text, budget_month text, generation_id text,
  conversation_id text, order_id text, payment_id text, hold_id text, reverses_seq bigint,
  upgrades_seq bigint, hold_expires_at timestamptz, reason text, effective_at timestamptz,
  recorded_at timestamptz, idempotency_key text, request_hash bytea, hash bytea
);

create type ledger_write_wallet as (
  id text, balance_paise bigint, held_paise bigint, floor_paise bigint, locked_paise bigint,
  locked_for text, seq bigint, head bytea,
  recorded_at timestamptz, terms_version bigint,
  -- The head that the row must still have.
  known_head bytea
);

create type ledger_write_open_hold as (
  id text, wallet_id text, amount_paise bigint, expires_at timestamptz
);

create type ledger_write_member_month as (
  wallet_id text, member_uid text, month text, spent_paise bigint, held_paise bigint
);

-- Ends a write whose wallets have changed since they were read.
create function refuse_stale_write() returns boolean language plpgsql as $$
begin
  raise exception 'a wallet has changed' using errcode = 'serialization_failure';
end $$;

-- Signed statements of every wallet's head. A truncated tail, a rewritten history and a restored backup each
-- contradict one of them.
create table ledger_checkpoint (
  number        bigint primary key check (number > 0),
  version       smallint    not null,
  created_at    timestamptz not null,
  wallet_count  bigint      not null,
  event_count   bigint      not null,
  balance_paise bigint      not null,
  held_paise    bigint      not null,
  merkle_root   bytea       not null check (length(merkle_root) = 32),
  -- SHA-256 of the previous checkpoint; 32 zero bytes before the first.
  previous_hash bytea       not null check (length(previous_hash) = 32),
  hash          bytea       not null check (length(hash) = 32),
  key_id        text        not null,
  signature     bytea       not null check (length(signature) = 64)
);

-- The heads that changed since the previous checkpoint; a wallet's head at checkpoint n is its newest row up
-- to n.
create table ledger_checkpoint_head (
  wallet_id         text   not null references wallet (id),
  checkpoint_number bigint not null references ledger_checkpoint (number),
  seq               bigint not null,
  head              bytea  not null,
  balance_paise     bigint not null,
  held_paise        bigint not null,
  primary key (wallet_id, checkpoint_number)
);

-- The public keys that checkpoints are or were signed with, for users who check a receipt. Written by the
-- worker, which has the signing key.
create table ledger_public_key (
  key_id       text primary key,
  public_key   bytea       not null check (length(public_key) = 32),
  published_at timestamptz not null default now()
);

-- Restores from a backup, each a signed statement of the checkpoints that it gives up.
create table ledger_restore (
  number     bigint      primary key check (number > 0),
  -- The mark of `backup restore` in the cluster's settings; null if another tool restored it.
  mark       text unique,
  created_at timestamptz not null,
  -- The financial years from the restored moment to this one: numbers of documents that were issued in the
  -- meantime are lost, and must not be issued again.
  first_year text        not null check (first_year ~ '^\d{4}$'),
  last_year  text        not null check (last_year ~ '^\d{4}$'),
  -- `RestoreStatement` of `shared/ledger/restore.ts`.
  statement  jsonb       not null,
  hash       bytea       not null check (length(hash) = 32),
  signature  bytea       not null check (length(signature) = 64)
);

-- The mark of a restore that is not recorded yet: nothing may be signed or numbered until it is.
create function pending_restore() returns text language sql stable as $$
  select given.mark from nullif(current_setting('sachet.restored', true), '') as given (mark)
   where given.mark is not null
     and not exists (select from ledger_restore r where r.mark = given.mark)
$$;

select make_append_only('ledger_restore');
select make_append_only('ledger_checkpoint');
select make_append_only('ledger_checkpoint_head');
select make_append_only('ledger_public_key');

-- The auditor: how far each wallet's chain was verified, the findings, and whether it runs.

-- The event up to which a wallet was verified, and the state that the next one must continue from. No foreign
-- key: the auditor must not wait for the write path's lock on the wallet's row.
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
  -- The check that found it (`db/checks`), and its subject: a wallet, an event, a hold.
  check_name  text        not null,
  subject     text        not null,
  wallet_id   text,
  seq         bigint,
  detail      text        not null,
  found_at    timestamptz not null default now(),
  -- When the check no longer found it.
  resolved_at timestamptz
);

-- A fault is reported once until it is resolved; then it can come back.
create unique index audit_finding_open on audit_finding (check_name, subject)
  where resolved_at is null;

-- One row: when the auditor last verified everything new, and when it last ran.
create table auditor_state (
  is_only      boolean primary key default true check (is_only),
  last_pass_at timestamptz,
  -- Null until a pass has left nothing unverified.
  caught_up_at timestamptz,
  -- The beginning of the next slice of old events, what this round has read, and the end of the last round.
  slice_wallet     text        not null default '',
  slice_seq        bigint      not null default 0,
  round_events     bigint      not null default 0,
  round_started_at timestamptz not null default now(),
  round_ended_at   timestamptz,
  -- The findings of slices, which each pass verifies again: broken links, and wallets with another end.
  doubted_links    jsonb       not null default '[]',
  doubted_wallets  text[]      not null default '{}'
);
insert into auditor_state default values;

-- One run of `verify`, requested by an admin and carried out by a worker. The row is the work: a sweep finds
-- it again.
create table ledger_verification (
  id           bigint generated always as identity primary key,
  status       text        not null default 'requested'
    check (status in ('requested', 'running', 'done', 'failed')),
  requested_by text        not null,
  requested_at timestamptz not null default now(),
  started_at   timestamptz,
  finished_at  timestamptz,
  -- The worker's attempt, and its last heartbeat.
  attempt      integer     not null default 0,
  beat_at      timestamptz not null default now(),
  step         text check (step in ('chains', 'projections')),
  done         bigint      not null default 0,
  total        bigint      not null default 0,
  -- Findings and counts, as `shared/ledger/contracts/admin-ledger.ts` has them.
  result       jsonb,
  error        text,
  check ((status = 'done') = (result is not null)),
  check ((status = 'failed') = (error is not null)),
  check ((status in ('done', 'failed')) = (finished_at is not null))
);

-- Only one at a time.
create unique index ledger_verification_current on ledger_verification ((true))
  where status in ('requested', 'running');

grant select, insert on wallet, ledger_event, ledger_restore, ledger_checkpoint, ledger_checkpoint_head,
  ledger_public_key to sachet_app;
grant update (balance_paise, held_paise, floor_paise, seq, head, recorded_at, locked_paise, locked_for,
  terms_version) on wallet to sachet_app;
grant usage on sequence ledger_position to sachet_app;
grant select on hold, charge, payment to sachet_app;
grant select, insert, delete on open_hold to sachet_app;
grant select, insert, update on member_month, member_budget, wallet_proof, audit_finding,
  ledger_verification to sachet_app;
grant select, update on auditor_state to sachet_app;
