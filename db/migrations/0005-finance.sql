-- The books: the gateway's settlements, the bank, sums by day, and the credits that paid for each purchase.

-- The gateway's reports by Indian day. The row is the work: a sweep finds the days that are due.
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

-- One reading of a day's report or of a file.
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
  -- Known lines that have changed, and lines that have disappeared.
  changed_lines integer    not null,
  -- First and last day of a bank statement, and its closing balance.
  from_day      text,
  to_day        text,
  closing_balance_paise bigint,
  touched_days  text[] not null default '{}',
  started_at   timestamptz not null,
  finished_at  timestamptz not null default now(),
  check ((source = 'gateway') = (day is not null)),
  check ((source = 'gateway') = (file_digest is null)),
  check ((outcome = 'incomplete') = (problem is not null))
);

create unique index settlement_import_file on settlement_import (source, file_digest)
  where source = 'file';

-- The gateway's lines as they arrived. A changed line is a new version beside the old one.
create table settlement_line (
  id            bigint generated always as identity primary key,
  -- An unknown type is stored as `other:` and the gateway's name of it.
  kind          text        not null
    check (kind in ('payment', 'refund', 'transfer', 'adjustment') or kind like 'other:%'),
  entity_id     text        not null,
  -- The settlement that contains it; empty until it is settled. A second settlement of one entity is
  -- another line, not another version.
  settlement_id text        not null,
  version       integer     not null check (version > 0),
  -- It was in an earlier report of its day and is missing from a complete later one.
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
  -- The method of a payment: its fee depends on it.
  method        text,
  raw           jsonb       not null,
  recorded_at   timestamptz not null default now(),
  unique (kind, entity_id, settlement_id, version)
);

select make_append_only('settlement_line');

-- The current version of each line; can be computed from the lines. No foreign key: the statement that writes
-- a line writes this row too, and the check took two fifths of its time.
create table settlement_current (
  kind          text   not null,
  entity_id     text   not null,
  settlement_id text   not null,
  line_id       bigint not null,
  created_on    text   not null,
  settled_on    text,
  utr           text,
  payment_id    text,
  dispute_id    text,
  primary key (kind, entity_id, settlement_id)
);

create index settlement_current_created on settlement_current (created_on);
create index settlement_current_settled on settlement_current (settled_on);
create index settlement_current_payments on settlement_current (utr, kind, entity_id);
create index settlement_current_adjusted on settlement_current (payment_id)
  where kind = 'adjustment' and dispute_id is null;
create index settlement_current_dispute on settlement_current (dispute_id)
  where dispute_id is not null;

-- The number of payments under each of the bank's references and their sum before fees, so that a page
-- about a settlement of 50,000 payments does not add them up.
create table settlement_sum (
  utr          text   primary key,
  payments     bigint not null,
  amount_paise bigint not null
);

-- The gateway's fees by Indian day: a page about a year does not read its lines.
create table settlement_day_sum (
  day           text   primary key,
  -- Without the GST on them.
  fee_paise     bigint not null,
  tax_paise     bigint not null,
  -- Of lines that belong to no payment: amounts taken minus amounts given.
  charges_paise bigint not null
);

-- In the transaction of the lines: the lines of each entity are added as they are now and subtracted as they
-- were. An unsettled line does not count beside a settled line of its entity, as in the comparison.
-- Without sequential scans: otherwise Postgres may read all lines for each entity.
create function add_settlement_sums() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  with entity as materialized (
    select distinct kind, entity_id from added
  ), version as materialized (
    select e.kind, e.entity_id, l.*, l.id in (select id from added) as is_added
      from entity e cross join lateral (
        select id, settlement_id, version, is_gone, created_on, utr, payment_id, dispute_id,
               amount_paise, fee_paise, tax_paise, debit_paise, credit_paise
          from settlement_line s
         where (s.kind, s.entity_id) = (e.kind, e.entity_id) offset 0) l
  ), line as (
    select distinct on (side.sign, v.kind, v.entity_id, v.settlement_id) side.sign, v.*
      from version v join (values (1), (-1)) side (sign) on side.sign = 1 or not v.is_added
     order by side.sign, v.kind, v.entity_id, v.settlement_id, v.version desc
  ), changed as materialized (
    select * from (
      select *, bool_or(settlement_id <> '') over (partition by sign, kind, entity_id) as is_settled
        from line where not is_gone
    ) standing where settlement_id <> '' or not is_settled
  ), by_utr as (
    insert into settlement_sum as s (utr, payments, amount_paise)
    select utr, sum(sign), sum(sign * amount_paise) from changed
     where kind = 'payment' and utr is not null
     group by utr order by utr
    on conflict (utr) do update set payments = s.payments + excluded.payments,
                                    amount_paise = s.amount_paise + excluded.amount_paise
  )
  insert into settlement_day_sum as s (day, fee_paise, tax_paise, charges_paise)
  select created_on, sum(sign * (fee_paise - tax_paise)), sum(sign * tax_paise),
         coalesce(sum(sign * (debit_paise - credit_paise)) filter (
           where kind = 'transfer' or kind like 'other:%'
              or (kind = 'adjustment' and payment_id is null and dispute_id is null)), 0)
    from changed group by created_on order by created_on
  on conflict (day) do update set fee_paise = s.fee_paise + excluded.fee_paise,
                                  tax_paise = s.tax_paise + excluded.tax_paise,
                                  charges_paise = s.charges_paise + excluded.charges_paise;
  return null;
end $$;

create trigger settlement_line_sums after insert on settlement_line
  referencing new table as added for each statement execute function add_settlement_sums();

-- The agreed fees by method of payment, each from a day on.
create table fee_term (
  -- As the settlement report names it; `any` for all others, `refund` for refunds.
  method           text    not null check (method in ('any', 'upi', 'card', 'netbanking', 'wallet', 'emi',
                                                      'cardless_emi', 'paylater', 'bank_transfer', 'refund')),
  from_day         text    not null check (from_day ~ '^20\d\d-\d\d-\d\d$'),
  -- Hundredths of a percent of the payment, and of GST on the fee.
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  tax_basis_points integer not null check (tax_basis_points between 0 and 10000),
  primary key (method, from_day)
);

grant select, insert, update on fee_term to sachet_app;

-- The lines of bank statements, of every import as it was read.
create table bank_line (
  id            bigint generated always as identity primary key,
  import_id     bigint  not null references settlement_import (id),
  line          integer not null,
  day           text    not null,
  -- Negative if money left the account.
  amount_paise  bigint  not null,
  narration     text    not null,
  -- Every part of the line that can be a UTR, in upper case.
  refs          text[]  not null,
  names_gateway boolean not null,
  balance_paise bigint,
  -- Digest of day, amount, narration, references and number among equal lines: equal for the same line in another file.
  digest        bytea   not null check (length(digest) = 32),
  unique (import_id, digest)
);

create index bank_line_digest on bank_line (digest, id);
create index bank_line_day on bank_line (day);
create index bank_line_refs on bank_line using gin (refs);

-- An import of a statement that was a mistake: its lines no longer count.
create table bank_withdrawal (
  import_id    bigint primary key references settlement_import (id),
  reason       text        not null,
  withdrawn_by text        not null,
  withdrawn_at timestamptz not null default now()
);

-- A person's correction of a line that the rules misjudge. The newest counts.
create table bank_mark (
  id         bigint generated always as identity primary key,
  digest     bytea       not null check (length(digest) = 32),
  is_gateway boolean     not null,
  note       text        not null,
  marked_by  text        not null,
  marked_at  timestamptz not null default now()
);

create index bank_mark_digest on bank_mark (digest, id desc);

select make_append_only('bank_line');
select make_append_only('bank_withdrawal');
select make_append_only('bank_mark');

-- Why the bank has another sum than the settlement: proposed by one person of finance, approved by another.
-- Once approved, the amount counts among the other charges of the settlement's day.
create table bank_entry (
  id           text primary key,
  utr          text        not null,
  day          text        not null,
  -- Positive if the bank has less than was settled.
  amount_paise bigint      not null check (amount_paise <> 0),
  account      text        not null
    check (account in ('bank_charges', 'rounding', 'other_receipt', 'owed_by_bank')),
  reason       text        not null,
  proposed_by  text        not null,
  proposed_at  timestamptz not null default now(),
  status       text        not null default 'waiting'
    check (status in ('waiting', 'approved', 'refused', 'withdrawn')),
  decided_by   text,
  decided_at   timestamptz,
  note         text,
  check ((status = 'waiting') = (decided_by is null) and (status = 'waiting') = (decided_at is null)),
  constraint bank_entry_second_person
    check (status not in ('approved', 'refused') or decided_by <> proposed_by),
  constraint bank_entry_own check (status <> 'withdrawn' or decided_by = proposed_by),
  check (status <> 'refused' or note is not null)
);

-- Days to compare again, because what they are compared with has changed. A row commits with the change and is
-- deleted after the comparison.
create table comparison_due (
  day      text primary key,
  asked_at timestamptz not null default clock_timestamp()
);

create unique index bank_entry_waiting on bank_entry (utr) where status = 'waiting';
create index bank_entry_approved on bank_entry (utr) where status = 'approved';
create index bank_entry_day on bank_entry (day) where status = 'approved';
create index bank_entry_newest on bank_entry (proposed_at desc, id);

create function guard_bank_entry() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting' then
    raise exception 'bank entry % is already %', old.id, old.status
      using errcode = 'restrict_violation';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;

create trigger bank_entry_guard before update on bank_entry
  for each row execute function guard_bank_entry();

-- A month that a person of finance has signed off: its statements and payments can no longer change.
create table month_lock (
  id          bigint generated always as identity primary key,
  month       text        not null check (month ~ '^20\d\d-\d\d$'),
  locked_by   text        not null,
  locked_at   timestamptz not null default now(),
  note        text        not null,
  -- The month's figures at that time, in the format of `shared/finance/contracts/admin-settlements.ts`.
  figures     jsonb       not null,
  -- Lifted by a super admin, with a reason.
  lifted_by   text,
  lifted_at   timestamptz,
  lift_reason text,
  check ((lifted_by is null) = (lifted_at is null) and (lifted_by is null) = (lift_reason is null))
);

create unique index month_lock_current on month_lock (month) where lifted_at is null;

-- The columns of an unknown bank as a person has assigned them.
create table bank_layout (
  -- The names of its columns.
  header     text primary key,
  roles      jsonb       not null,
  date_order text check (date_order in ('day-first', 'month-first')),
  set_by     text        not null,
  set_at     timestamptz not null default now()
);

create index settlement_current_reference on settlement_current (upper(utr)) where utr is not null;
create index settlement_current_settlement on settlement_current (settlement_id)
  where settlement_id <> '';

-- Each line once, even if several statements have it. A line is the gateway's money if it carries the UTR of
-- a settlement or names the gateway, unless a person says otherwise. A line with several UTRs belongs to the
-- last one, as a settlement with several UTRs does, so that no money counts twice.
create view bank_money as
  select l.*, s.utr as settlement_utr,
         coalesce(m.is_gateway, s.utr is not null or l.names_gateway) as is_gateway
  from bank_line l
  left join lateral (
    select ref as utr from unnest(l.refs) ref
    where exists (
      select from settlement_current c join settlement_line settled on settled.id = c.line_id
      where upper(c.utr) = ref and not settled.is_gone
    )
    order by ref desc limit 1
  ) s on true
  left join lateral (
    select is_gateway from bank_mark where digest = l.digest order by id desc limit 1
  ) m on true
  where not exists (select from bank_withdrawal w where w.import_id = l.import_id)
    and not exists (
      select from bank_line earlier
      where earlier.digest = l.digest and earlier.id < l.id
        and not exists (select from bank_withdrawal w where w.import_id = earlier.import_id)
    );

-- Sums of all wallets' events by Indian day, kept by the worker beside the write path. Can be computed from
-- the events up to `ledger_day_progress`.
create table ledger_day (
  -- The day on which the events were recorded, and the day on which they took effect: usually the same.
  day             text   not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  effective_day   text   not null check (effective_day ~ '^\d{4}-\d\d-\d\d$'),
  kind            text   not null,
  -- Empty for events without one.
  counter_account text   not null,
  events          bigint not null,
  -- Signed effects on the wallets' balances and on their held amounts.
  amount_paise    bigint not null,
  held_paise      bigint not null,
  primary key (day, effective_day, kind, counter_account)
) with (fillfactor = 70);

create index ledger_day_effective on ledger_day (effective_day);

-- The last event of each wallet in the sums, and the wallet's state after it. By wallet, because positions
-- commit out of order. No foreign key: the worker must not wait for the write path's lock.
create table ledger_day_progress (
  wallet_id     text   primary key,
  seq           bigint not null check (seq > 0),
  balance_paise bigint not null,
  held_paise    bigint not null
) with (fillfactor = 70);

-- The cost of the calls to each provider on an Indian day.
create table provider_cost_day (
  day           text   not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  provider      text   not null references provider (id),
  calls         bigint not null,
  -- Without the calls whose cost is not known.
  cost_microusd bigint not null,
  unpriced_calls bigint not null,
  primary key (day, provider)
);

-- Rupees per US dollar, from an Indian day on; the first rate also applies to earlier days.
create table usd_rate (
  from_day      text    primary key check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  paise_per_usd integer not null check (paise_per_usd > 0)
);

-- The signed totals of a day of effect. Events that are recorded about that day later are a restatement.
create table ledger_day_close (
  day             text        primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  version         smallint    not null,
  closed_at       timestamptz not null,
  -- The totals contain the events up to the heads of this checkpoint.
  checkpoint_number bigint    not null,
  checkpoint_hash bytea       not null check (length(checkpoint_hash) = 32),
  -- By kind and account: `[{kind, account, events, amountPaise, heldPaise}]`.
  totals          jsonb       not null,
  -- SHA-256 of the previous day's close; 32 zero bytes before the first.
  previous_hash   bytea       not null unique check (length(previous_hash) = 32),
  hash            bytea       not null check (length(hash) = 32),
  key_id          text        not null,
  signature       bytea       not null check (length(signature) = 64)
);

select make_append_only('ledger_day_close');

-- The credits that paid for purchases: a cache of `shared/finance/provenance.ts` over the events, kept by
-- the worker beside the write path. It can be computed again (`npm run ledger -- provenance --rebuild`).

-- The last computed event of each wallet, and the state that the next one starts from. No foreign key: the
-- worker must not wait for the write path's lock.
create table provenance_wallet (
  wallet_id   text primary key,
  seq         bigint not null check (seq >= 0),
  -- Unspent lots in the order of spending, and debts, oldest first.
  lots        jsonb  not null,
  debts       jsonb  not null,
  -- The sums of these.
  paid_paise  bigint not null check (paid_paise >= 0),
  bonus_paise bigint not null check (bonus_paise >= 0),
  debt_paise  bigint not null check (debt_paise >= 0)
);

-- The part of the lot credited by `lot_seq` that `taken_seq` took, or that came back from it.
create table provenance_move (
  wallet_id    text     not null,
  -- The event that moved it.
  seq          bigint   not null,
  -- Orders the moves of one event.
  ordinal      smallint not null,
  lot_seq      bigint   not null,
  taken_seq    bigint   not null,
  is_paid      boolean  not null,
  purpose      text     not null check (purpose in
    ('bought', 'refunded', 'disputed', 'adjusted', 'cleared', 'unclaimed')),
  amount_paise bigint   not null check (amount_paise <> 0),
  primary key (wallet_id, seq, ordinal)
);

create index provenance_move_lot on provenance_move (wallet_id, lot_seq, seq, ordinal);
-- The amounts that an event took when it was recorded are found by its own number: only later moves are here.
create index provenance_move_later on provenance_move (wallet_id, taken_seq, seq)
  where seq <> taken_seq;

-- The changes of each Indian day over all wallets, by the events' time of recording.
create table provenance_day (
  day         text primary key,
  paid_paise  bigint not null,
  bonus_paise bigint not null,
  debt_paise  bigint not null
);

-- Purchases with paid and with given money by Indian day and account, minus refunds. Includes tax.
create table provenance_used (
  day         text   not null,
  -- `revenue:image`, …
  account     text   not null,
  -- All that no given money paid, as on an invoice; also what a wallet owes.
  paid_paise  bigint not null,
  given_paise bigint not null,
  -- The supplier's settings at the charge (`supplier_setting`), which decide whether it is taxed; 0 before the first.
  settings_id bigint not null default 0,
  primary key (day, account, settings_id)
);

-- Files of the books that finance requested. The row is the work: a worker takes it, a sweep finds it again
-- and erases row and file when they expire.
create table export_file (
  id           text        primary key,
  -- As `shared/finance/contracts/admin-exports.ts` has it.
  request      jsonb       not null,
  requested_by text        not null,
  requested_at timestamptz not null default now(),
  -- deleted: its owner deleted it; the sweep erases it.
  status       text        not null default 'requested'
    check (status in ('requested', 'running', 'done', 'failed', 'deleted')),
  -- The worker's attempt, and its last heartbeat.
  attempt      integer     not null default 0,
  beat_at      timestamptz not null default now(),
  -- From 0 to 1.
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

grant select on settlement_day_sum, settlement_sum to sachet_app;
grant select, insert on settlement_import, settlement_line, bank_line, bank_withdrawal, bank_mark,
  ledger_day_close, provenance_move to sachet_app;
grant select, insert, update on bank_layout to sachet_app;
grant select, insert on bank_entry, month_lock to sachet_app;
grant update (status, decided_by, note) on bank_entry to sachet_app;
grant update (lifted_by, lifted_at, lift_reason) on month_lock to sachet_app;
grant select on bank_money to sachet_app;
grant select, insert, update on settlement_day, settlement_current, ledger_day, ledger_day_progress,
  provider_cost_day, usd_rate, provenance_wallet, provenance_day, provenance_used to sachet_app;
grant select, insert, update, delete on export_file, comparison_due to sachet_app;
