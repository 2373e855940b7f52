-- Admins: the audit trail, large credits by two admins, notices, and reports of content.

-- Actions of admins, as a hash chain in the order of the ids. Ids only: a person can be erased and the trail
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
  -- Names the request, so that a request with a key is carried out once, whichever wallet it names.
  request_key text,
  hash        bytea not null check (length(hash) = 32)
);

create index admin_audit_target on admin_audit (target_uid, id);
create unique index admin_audit_request on admin_audit (request_key) where request_key is not null;
-- The admin action that an event belongs to.
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

-- Every change of a budget, or of a person's own monthly cap, is in the trail. Its actor is the one that the
-- transaction names (`nameActor`), or else the login. The trigger runs at the commit, because
-- it locks the trail's head.
create function audit_budget() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.budget_paise, new.kept_paise) is not distinct from (old.budget_paise, old.kept_paise) then
      return null;
    end if;
  elsif new.budget_paise = 0 and new.kept_paise is null then
    return null;
  end if;
  insert into admin_audit (actor, action, target_uid, details)
  values (coalesce(nullif(current_setting('sachet.actor', true), ''), 'login:' || session_user),
    'set-budget', new.member_uid,
    jsonb_build_object('walletId', new.wallet_id, 'paise', new.budget_paise, 'keptPaise', new.kept_paise,
      'fromPaise', case when tg_op = 'UPDATE' then old.budget_paise end));
  return null;
end $$;

create constraint trigger member_budget_audit after insert or update on member_budget
  deferrable initially deferred for each row execute function audit_budget();

-- The limit is written by the operator who migrates: the servers' login can read it and cannot raise it.
create table credits_limit (
  one         boolean primary key default true check (one),
  -- The amount that one admin may adjust alone within 24 hours, over all wallets.
  limit_paise bigint not null check (limit_paise >= 0)
);
insert into credits_limit (limit_paise) values (500000);

-- Whether there is a super admin besides this person who can sign in. The database knows those whom the operator
-- granted the role; `listed` are the uids of the accounts that have verified an address of SUPER_ADMIN_EMAILS,
-- which only the API knows. They need no profile. A super admin whom another one disabled counts for seven more
-- days: an admin cannot become the only one by disabling the other.
create function has_second_super_admin(person text, listed text[]) returns boolean
language sql stable as $$
  select exists (
    select from (select uid from super_admin union select unnest(listed)) s left join user_profile u using (uid)
     where s.uid <> person and u.deleted_at is null
       and (u.disabled_at is null or u.disabled_at > clock_timestamp() - interval '7 days'))
$$;

-- Proposals of one super admin that another must approve: credits for a wallet, the refund of a charge, a role in
-- an organization that the person does not belong to, terms of the campaign, or a gift code. A super admin who is the only one
-- approves their own.
create table admin_proposal (
  id              text primary key,
  kind            text   not null check (kind in ('credits', 'refund', 'role', 'campaign', 'gift_code')),
  -- Only for credits, refunds and roles: the person that it is about.
  target_uid      text,
  wallet_id       text   references wallet (id),
  amount_paise    bigint check (amount_paise <> 0),
  -- Only for credits that book a finding of the comparison with the gateway.
  exception_id    bigint references payment_exception (id),
  -- Only for `refund`: the charge, in the same wallet.
  charge_seq      bigint,
  -- Only for `role`: the role of the target, and the organization.
  organization_id text   references organization (id),
  role            text   check (role in ('user', 'admin')),
  -- Only for campaigns and gift codes, as `db/admin/proposals.ts` describes them.
  terms           jsonb,
  reason          text   not null,
  proposed_by     text   not null,
  proposed_at     timestamptz not null default clock_timestamp(),
  expires_at      timestamptz not null default clock_timestamp() + interval '24 hours',
  status          text   not null default 'waiting'
    check (status in ('waiting', 'approved', 'refused', 'withdrawn', 'expired')),
  -- Null while it waits, and if it expired.
  decided_by      text,
  decided_at      timestamptz,
  -- Why it was refused.
  note            text,
  -- Names the request, as in the audit trail.
  request_key     text   not null unique,
  constraint admin_proposal_credits
    check ((kind in ('credits', 'refund')) = (wallet_id is not null and amount_paise is not null)),
  constraint admin_proposal_booking check (exception_id is null or kind = 'credits'),
  constraint admin_proposal_refund check ((kind = 'refund') = (charge_seq is not null)),
  constraint admin_proposal_role
    check ((kind = 'role') = (organization_id is not null and role is not null)),
  constraint admin_proposal_terms check ((kind in ('campaign', 'gift_code')) = (terms is not null)),
  constraint admin_proposal_target check ((kind in ('credits', 'refund', 'role')) = (target_uid is not null)),
  check ((status = 'waiting') = (decided_at is null)),
  check ((status in ('waiting', 'expired')) = (decided_by is null)),
  check (status <> 'refused' or note is not null),
  -- A trigger checks who approves.
  constraint admin_proposal_second_admin check (status <> 'refused' or decided_by <> proposed_by),
  -- Neither the proposer nor the approver is the beneficiary.
  constraint admin_proposal_beneficiary
    check (proposed_by <> target_uid and (status <> 'approved' or decided_by <> target_uid)),
  constraint admin_proposal_own check (status <> 'withdrawn' or decided_by = proposed_by),
  constraint admin_proposal_in_time check (status <> 'approved' or decided_at < expires_at),
  constraint admin_proposal_out_of_time check (status <> 'expired' or decided_at >= expires_at)
);

create index admin_proposal_waiting on admin_proposal (expires_at) where status = 'waiting';
create index admin_proposal_decided on admin_proposal (decided_at desc) where status <> 'waiting';
-- The same role is proposed only once at a time.
create unique index admin_proposal_same_role on admin_proposal (target_uid, organization_id, role)
  where kind = 'role' and status = 'waiting';
create unique index admin_proposal_one_campaign on admin_proposal (kind)
  where kind = 'campaign' and status = 'waiting';
create index admin_proposal_approver on admin_proposal (decided_by, wallet_id) where status = 'approved';

-- The database sets times and checks transitions.
create function guard_admin_proposal() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting' then
    raise exception 'proposal % is already %', old.id, old.status
      using errcode = 'restrict_violation';
  end if;
  if new.status = 'approved' and new.decided_by = new.proposed_by
      and has_second_super_admin(new.decided_by, '{}') then
    raise exception 'another super admin must approve proposal %', old.id
      using errcode = 'check_violation', constraint = 'admin_proposal_not_alone';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;

create trigger admin_proposal_guard before update on admin_proposal
  for each row execute function guard_admin_proposal();

-- Amounts that a person put into a wallet, or took from it, by hand: credits, refunds of charges, corrections of
-- payments, and payments that only the gateway's report has.
create function adjusts_by_hand(kind text, actor text) returns boolean
language sql immutable parallel safe return
  kind in ('AdjustedByAdmin', 'GatewayCorrected')
  or (kind in ('TopUpCredited', 'ChargeRefunded') and actor like 'admin:%');

-- Whether a second person approved exactly this booking of an exception.
create function is_approved_booking(event ledger_event) returns boolean
language sql stable as $$
  select event.kind <> 'AdjustedByAdmin' and exists (
    select from admin_proposal p join payment_exception x on x.id = p.exception_id
     where p.status = 'approved' and p.wallet_id = event.wallet_id
       and p.amount_paise = event.amount_paise and x.payment_id = event.payment_id
       and (event.kind = 'TopUpCredited' or event.idempotency_key like '%:' || p.id))
$$;

-- Gift codes that super admins make. Only the SHA-256 of a code is stored: it is shown once.
create table gift_code (
  id           text        primary key,
  code_hash    bytea       not null unique check (length(code_hash) = 32),
  amount_paise bigint      not null check (amount_paise between 100 and 1000000),
  uses         integer     not null check (uses between 1 and 10000),
  used         integer     not null default 0,
  note         text        not null check (length(note) between 1 and 200),
  made_by      text        not null references user_profile (uid),
  made_at      timestamptz not null default now(),
  expires_at   timestamptz not null,
  -- Null for a code that its maker made alone, within the limit.
  proposal_id  text        unique references admin_proposal (id),
  -- When an admin ended it.
  ended_at     timestamptz,
  -- Concurrent redemptions cannot exceed it.
  constraint gift_code_uses check (used between 0 and uses)
);

create index gift_code_newest on gift_code (made_at desc);
create index gift_code_maker on gift_code (made_by, made_at);

-- Once per account.
create table gift_redemption (
  code_id     text        not null references gift_code (id),
  uid         text        not null references user_profile (uid),
  wallet_id   text        not null references wallet (id),
  redeemed_at timestamptz not null default now(),
  primary key (code_id, uid)
);

-- The amount that this actor adjusted without a second admin since 24 hours before `until`, over all wallets;
-- in paise, debits count like credits, and a gift code counts with all its uses. Later events count as well,
-- because two wallets' clocks differ.
create function adjusted_alone(by_actor text, until timestamptz) returns bigint
language sql stable as $$
  select (coalesce((
    select sum(abs(amount_paise)) from ledger_event
     where actor = by_actor and adjusts_by_hand(kind, actor) and recorded_at > until - interval '24 hours'
       and idempotency_key not like 'credit-proposal:%' and not is_approved_booking(ledger_event)
  ), 0) + coalesce((
    select sum(amount_paise * uses) from gift_code
     where by_actor = 'admin:' || made_by and proposal_id is null and made_at > until - interval '24 hours'
  ), 0))::bigint
$$;

-- Whether this person can spend from the wallet, or could: their own, and that of an organization that they
-- belong to or belonged to. A person who has left one has a row in `member_budget`.
create function spends_from(person text, wallet text) returns boolean
language sql stable as $$
  select exists (select from wallet w where w.id = wallet and w.owner_kind = 'user' and w.owner_id = person)
      or exists (select from user_profile p where p.uid = person and p.wallet_id = wallet)
      or exists (select from member_budget b where b.wallet_id = wallet and b.member_uid = person)
$$;

-- An event whose key names a proposal needs that proposal, approved for this wallet and amount; the key is
-- unique in the wallet, so it is used once. Any other adjustment must stay within the limit.
create function check_adjustment() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  approver text;
begin
  -- Amounts of one admin are added up over all wallets, one transaction at a time. A ledger command never waits
  -- for another wallet, so it fails instead, and the ledger repeats it.
  perform lock_now(:lock_adjustments, new.actor);
  if new.idempotency_key like 'credit-proposal:%' then
    select decided_by into approver from admin_proposal
      where id = substr(new.idempotency_key, length('credit-proposal:') + 1) and status = 'approved'
        and wallet_id = new.wallet_id and amount_paise = new.amount_paise
        and charge_seq is not distinct from new.reverses_seq;
    if not found then
      raise exception '% is not an approved proposal for this wallet and amount', new.idempotency_key
        using errcode = 'check_violation', constraint = 'credit_not_approved';
    end if;
  elsif is_approved_booking(new) then
    null;
  elsif adjusted_alone(new.actor, new.recorded_at) > (select limit_paise from credits_limit) then
    raise exception 'the adjustment exceeds what one admin may adjust alone'
      using errcode = 'check_violation', constraint = 'credit_needs_approval';
  end if;
  if spends_from(substr(new.actor, length('admin:') + 1), new.wallet_id)
      or spends_from(approver, new.wallet_id) then
    raise exception 'an admin adjusts no wallet that they can spend from'
      using errcode = 'check_violation', constraint = 'credit_own_wallet';
  end if;
  return null;
end $$;

-- Runs after the statement, so that it sees all of a batch; it runs for no other kind of event.
create trigger ledger_event_adjusted after insert on ledger_event
  for each row when (adjusts_by_hand(new.kind, new.actor)) execute function check_adjustment();

-- An admin makes codes for at most the amount that one admin may adjust alone, or as another one approved. Neither
-- of them can redeem such a code.
create function check_gift_code() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(:lock_adjustments, hashtext('admin:' || new.made_by));
  if new.proposal_id is not null then
    if not exists (
      select from admin_proposal p
       where p.id = new.proposal_id and p.kind = 'gift_code' and p.status = 'approved'
         and p.proposed_by = new.made_by and p.terms ->> 'codeHash' = encode(new.code_hash, 'hex')
         and (p.terms ->> 'amountPaise')::bigint = new.amount_paise
         and (p.terms ->> 'uses')::integer = new.uses) then
      raise exception '% does not approve this gift code', new.proposal_id
        using errcode = 'check_violation', constraint = 'gift_code_not_approved';
    end if;
  elsif adjusted_alone('admin:' || new.made_by, now()) > (select limit_paise from credits_limit) then
    raise exception 'the gift code exceeds what one admin may give alone'
      using errcode = 'check_violation', constraint = 'gift_code_limit';
  end if;
  return null;
end $$;

create trigger gift_code_made after insert on gift_code
  for each row execute function check_gift_code();

create function check_gift_redemption() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if exists (
    select from gift_code c left join admin_proposal p on p.id = c.proposal_id
     where c.id = new.code_id
       and (spends_from(c.made_by, new.wallet_id) or spends_from(p.decided_by, new.wallet_id))) then
    raise exception 'an admin cannot redeem their own gift code'
      using errcode = 'check_violation', constraint = 'gift_code_own_wallet';
  end if;
  return null;
end $$;

create trigger gift_redemption_made after insert on gift_redemption
  for each row execute function check_gift_redemption();

create index ledger_event_by_hand on ledger_event (actor, recorded_at)
  where adjusts_by_hand(kind, actor);

-- Notices to admins. `shared/admin/contracts/admin-notices.ts` lists the kinds and parses every row.
create table admin_notice (
  id          bigint generated always as identity primary key,
  kind        text not null,
  -- The subject: at most one notice of a kind about the same subject is open.
  subject     text not null,
  data        jsonb not null,
  raised_at   timestamptz not null default now(),
  resolved_at timestamptz,
  -- When a mail server first accepted its mail.
  mailed_at   timestamptz
);

create unique index admin_notice_open on admin_notice (kind, subject) where resolved_at is null;
create index admin_notice_mailed on admin_notice (kind, subject) where mailed_at is not null;

-- Content that anyone reports as not allowed. Two deadlines begin here: to acknowledge it and, once an order
-- has arrived, to take it down.
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
  -- The status of that mail, requested when an admin acknowledges the report; null if there is no address to
  -- mail.
  mail_status     text check (mail_status in ('queued', 'sent', 'failed', 'too_many')),
  mail_requested_at timestamptz,
  -- The mailbox of its address, for the limit of mails.
  mailbox         text,
  -- When the words and addresses of a closed report were erased.
  erased_at       timestamptz,
  check ((resolved_at is null) = (outcome is null))
);

create index content_report_open on content_report (id) where resolved_at is null;
create index content_report_mailbox on content_report (mailbox, mail_requested_at)
  where mailbox is not null;
create index content_report_to_erase on content_report (resolved_at)
  where resolved_at is not null and erased_at is null;

-- The admins' actions on it.
create table content_report_step (
  id        bigint      generated always as identity primary key,
  report_id text        not null references content_report (id),
  at        timestamptz not null default now(),
  actor     text        not null,
  action    text        not null,
  note      text        not null
);

create index content_report_step_of on content_report_step (report_id, id);

grant select on admin_audit_head, credits_limit, admin_proposal to sachet_app;
grant select, insert on admin_audit, content_report_step, gift_code, gift_redemption to sachet_app;
grant update (used, ended_at) on gift_code to sachet_app;
grant insert (id, kind, target_uid, wallet_id, amount_paise, exception_id, charge_seq, organization_id, role, terms, reason,
  proposed_by, request_key), update (status, decided_by, note) on admin_proposal to sachet_app;
grant select, insert, update on admin_notice, content_report to sachet_app;
