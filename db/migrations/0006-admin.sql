-- Admins: the audit trail, large credits by two admins, notices, and reports of content.

-- What admins did, as a hash chain in the order of the ids. Ids only: a person can be erased and the trail
-- stays whole.
create table admin_audit (
  id          bigint primary key,
  at          timestamptz not null default now(),
  -- `user:{uid}`, or `operator` for the command line.
  actor       text not null,
  action      text not null,
  target_uid  text,
  -- Ids, amounts and names of fields; nothing personal.
  details     jsonb not null default '{}',
  -- Names the request, so that one with a key is done once whatever wallet it names.
  request_key text,
  hash        bytea not null check (length(hash) = 32)
);

create index admin_audit_target on admin_audit (target_uid, id);
create unique index admin_audit_request on admin_audit (request_key) where request_key is not null;
-- The admin action that an event came with.
create index admin_audit_ledger_event on admin_audit ((details ->> 'idempotencyKey'))
  where details ? 'idempotencyKey';
create index admin_audit_refund on admin_audit ((details ->> 'refundId')) where details ? 'refundId';

-- The head of the chain. Its row is the lock that keeps two writers from forking it.
create table admin_audit_head (
  one     boolean primary key default true check (one),
  last_id bigint not null,
  -- 32 zero bytes before the first row.
  hash    bytea  not null check (length(hash) = 32)
);
insert into admin_audit_head (last_id, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The canonical text of a row, as `shared/ledger/encoding.ts` writes it: every field with its length in
-- bytes, null as `-`.
create function admin_audit_text(audit admin_audit) returns text language sql stable as $$
  select string_agg(
    coalesce(octet_length(convert_to(field, 'UTF8')) || ':' || field, '-'), '' order by place
  ) from unnest(array[
    'sachet.admin.audit', '1', audit.id::text, (extract(epoch from audit.at) * 1000000)::bigint::text,
    audit.actor, audit.action, audit.target_uid, audit.details::text, audit.request_key
  ]) with ordinality as fields (field, place)
$$;

create function chain_admin_audit() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  head admin_audit_head;
begin
  select * into strict head from admin_audit_head for update;
  new.id := head.last_id + 1;
  new.at := clock_timestamp();
  new.hash := sha256(head.hash || sha256(convert_to(admin_audit_text(new), 'UTF8')));
  update admin_audit_head set last_id = new.id, hash = new.hash;
  return new;
end $$;

create trigger admin_audit_chain before insert on admin_audit
  for each row execute function chain_admin_audit();
select make_append_only('admin_audit');

-- The limit is written by the operator who migrates: the servers' login can read it and not raise it.
create table credits_limit (
  one         boolean primary key default true check (one),
  -- What one admin may add to one wallet and take from it alone, within 24 hours.
  limit_paise bigint not null check (limit_paise >= 0)
);
insert into credits_limit (limit_paise) values (500000);

-- What one super admin wants to add to a wallet or take from it, and another one has to approve.
create table credit_proposal (
  id           text primary key,
  wallet_id    text   not null references wallet (id),
  target_uid   text   not null,
  amount_paise bigint not null check (amount_paise <> 0),
  reason       text   not null,
  proposed_by  text   not null,
  proposed_at  timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null default clock_timestamp() + interval '24 hours',
  status       text   not null default 'waiting'
    check (status in ('waiting', 'approved', 'refused', 'withdrawn', 'expired')),
  -- Null while it waits, and if nobody decided in time.
  decided_by   text,
  decided_at   timestamptz,
  -- Why it was refused.
  note         text,
  -- Names the request, as in the audit trail.
  request_key  text   not null unique,
  check ((status = 'waiting') = (decided_at is null)),
  check ((status in ('waiting', 'expired')) = (decided_by is null)),
  check (status <> 'refused' or note is not null),
  constraint credit_proposal_second_admin
    check (status not in ('approved', 'refused') or decided_by <> proposed_by),
  constraint credit_proposal_own check (status <> 'withdrawn' or decided_by = proposed_by),
  constraint credit_proposal_in_time check (status <> 'approved' or decided_at < expires_at),
  constraint credit_proposal_out_of_time check (status <> 'expired' or decided_at >= expires_at)
);

create index credit_proposal_waiting on credit_proposal (expires_at) where status = 'waiting';
create index credit_proposal_decided on credit_proposal (decided_at desc) where status <> 'waiting';

-- The database decides times and transitions.
create function guard_credit_proposal() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting' then
    raise exception 'credit proposal % is already %', old.id, old.status
      using errcode = 'restrict_violation';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;

create trigger credit_proposal_guard before update on credit_proposal
  for each row execute function guard_credit_proposal();

-- What this actor adjusted without a second admin in the 24 hours up to `until`; in paise, debits count
-- like credits.
create function adjusted_alone(wallet text, by_actor text, until timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(abs(amount_paise)), 0)::bigint from ledger_event
   where wallet_id = wallet and actor = by_actor and kind = 'AdjustedByAdmin'
     and recorded_at > until - interval '24 hours' and recorded_at <= until
     and idempotency_key not like 'credit-proposal:%'
$$;

-- An event whose key names a proposal needs that proposal, approved for this wallet and amount; the key is
-- unique in the wallet, so it is used once. Any other adjustment must stay within the limit.
create function check_adjustment() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if new.idempotency_key like 'credit-proposal:%' then
    perform from credit_proposal
      where id = substr(new.idempotency_key, length('credit-proposal:') + 1) and status = 'approved'
        and wallet_id = new.wallet_id and amount_paise = new.amount_paise;
    if not found then
      raise exception '% is not an approved proposal for this wallet and amount', new.idempotency_key
        using errcode = 'check_violation', constraint = 'credit_not_approved';
    end if;
  elsif adjusted_alone(new.wallet_id, new.actor, new.recorded_at)
      > (select limit_paise from credits_limit) then
    raise exception 'the adjustment exceeds what one admin may adjust alone'
      using errcode = 'check_violation', constraint = 'credit_needs_approval';
  end if;
  return null;
end $$;

-- After the statement, so that it sees all of a batch; it runs for no other kind of event.
create trigger ledger_event_adjusted after insert on ledger_event
  for each row when (new.kind = 'AdjustedByAdmin') execute function check_adjustment();

-- What admins must know. `shared/contracts/admin-notices.ts` lists the kinds and parses every row.
create table admin_notice (
  id          bigint generated always as identity primary key,
  kind        text not null,
  -- What it is about: at most one of a kind about the same subject is open.
  subject     text not null,
  data        jsonb not null,
  raised_at   timestamptz not null default now(),
  resolved_at timestamptz,
  mail_status text not null default 'queued' check (mail_status in ('queued', 'sent', 'failed')),
  -- The addresses whose mail server has given its final answer.
  mailed_to   text[] not null default '{}'
);

create unique index admin_notice_open on admin_notice (kind, subject) where resolved_at is null;
create index admin_notice_to_mail on admin_notice (id)
  where mail_status = 'queued' and resolved_at is null;

-- Content that anyone reports as not allowed. Two deadlines begin here: to acknowledge it and, once an
-- order has come, to take it down.
create table content_report (
  id              text        primary key,
  -- As the reporter wrote it: a link, an id, or words.
  about           text        not null,
  -- The generation it names; null if it names none.
  generation_id   text        references generation (id),
  reason          text        not null,
  details         text        not null,
  contact         text,
  created_at      timestamptz not null default now(),
  acknowledged_at timestamptz,
  ordered_at      timestamptz,
  resolved_at     timestamptz,
  outcome         text check (outcome in ('taken_down', 'dismissed')),
  -- The reporter's language, for the mail that acknowledges the report.
  language        text        not null default 'en' check (language in ('en', 'hi', 'hg')),
  -- That mail, requested when an admin acknowledges the report. The row is its outbox; null if there is no
  -- address to mail.
  mail_status     text check (mail_status in ('queued', 'sent', 'failed', 'too_many')),
  mail_requested_at timestamptz,
  -- The mailbox of its address, for the limit of mails.
  mailbox         text,
  -- When the words and addresses of a closed report were erased.
  erased_at       timestamptz,
  check ((resolved_at is null) = (outcome is null))
);

create index content_report_open on content_report (id) where resolved_at is null;
create index content_report_mail on content_report (mail_requested_at) where mail_status = 'queued';
create index content_report_mailbox on content_report (mailbox, mail_requested_at)
  where mailbox is not null;
create index content_report_to_erase on content_report (resolved_at)
  where resolved_at is not null and erased_at is null;

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

grant select on admin_audit_head, credits_limit, credit_proposal to sachet_app;
grant select, insert on admin_audit, content_report_step to sachet_app;
grant insert (id, wallet_id, target_uid, amount_paise, reason, proposed_by, request_key),
  update (status, decided_by, note) on credit_proposal to sachet_app;
grant select, insert, update on admin_notice, content_report to sachet_app;
