-- What one admin adjusts alone adds up over all wallets, an admin adjusts no wallet that they can spend from,
-- and a second admin decides about roles as about credits.
drop index concurrently if exists ledger_event_adjusted_by;
-- concurrently
create index concurrently ledger_event_adjusted_by on ledger_event (actor, recorded_at)
  where kind = 'AdjustedByAdmin';
-- concurrently

-- needs code of 0062-second-admin-for-roles
set local lock_timeout = '1s';
drop index ledger_event_adjusted;

alter table credit_proposal rename to admin_proposal;
alter index credit_proposal_pkey rename to admin_proposal_pkey;
alter index credit_proposal_waiting rename to admin_proposal_waiting;
alter index credit_proposal_decided rename to admin_proposal_decided;
alter trigger credit_proposal_guard on admin_proposal rename to admin_proposal_guard;
alter function guard_credit_proposal() rename to guard_admin_proposal;
alter table admin_proposal rename constraint credit_proposal_request_key_key to admin_proposal_request_key_key;
alter table admin_proposal rename constraint credit_proposal_second_admin to admin_proposal_second_admin;
alter table admin_proposal rename constraint credit_proposal_own to admin_proposal_own;
alter table admin_proposal rename constraint credit_proposal_in_time to admin_proposal_in_time;
alter table admin_proposal rename constraint credit_proposal_out_of_time to admin_proposal_out_of_time;

alter table admin_proposal
  add column kind text not null default 'credits' check (kind in ('credits', 'role')),
  -- Of `role`: what the target becomes, and where.
  add column organization_id text references organization (id),
  add column role text check (role in ('user', 'admin')),
  alter column wallet_id drop not null,
  alter column amount_paise drop not null,
  add constraint admin_proposal_credits
    check ((kind = 'credits') = (wallet_id is not null and amount_paise is not null)),
  add constraint admin_proposal_role
    check ((kind = 'role') = (organization_id is not null and role is not null)),
  -- Proposer, approver and beneficiary are three people. Older proposals stay as they are.
  add constraint admin_proposal_beneficiary
    check (proposed_by <> target_uid and (status <> 'approved' or decided_by <> target_uid)) not valid;
alter table admin_proposal alter column kind drop default;
grant insert (kind, organization_id, role) on admin_proposal to sachet_app;

-- The same role is proposed once at a time.
create unique index admin_proposal_same_role on admin_proposal (target_uid, organization_id, role)
  where kind = 'role' and status = 'waiting';
create index admin_proposal_approver on admin_proposal (decided_by, wallet_id) where status = 'approved';

create or replace function guard_admin_proposal() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting' then
    raise exception 'proposal % is % already', old.id, old.status
      using errcode = 'restrict_violation';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;

drop function adjusted_alone(text, text, timestamptz);

-- What this actor moved by hand without a second admin since 24 hours before `until`, over all wallets; in
-- paise, what was taken counts like what was given. Later events count as well: two wallets' clocks differ.
create function adjusted_alone(by_actor text, until timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(abs(amount_paise)), 0)::bigint from ledger_event
   where actor = by_actor and kind = 'AdjustedByAdmin' and recorded_at > until - interval '24 hours'
     and idempotency_key not like 'credit-proposal:%'
$$;

-- Whether this person can spend from the wallet, or could: their own, and that of an organization that they
-- belong to or belonged to. Everybody who has left one has a row in `member_budget`.
create function spends_from(person text, wallet text) returns boolean
language sql stable as $$
  select exists (select from wallet w where w.id = wallet and w.owner_kind = 'user' and w.owner_id = person)
      or exists (select from user_profile p where p.uid = person and p.wallet_id = wallet)
      or exists (select from member_budget b where b.wallet_id = wallet and b.member_uid = person)
$$;

create or replace function check_adjustment() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  approver text;
begin
  -- Adjustments come one after the other until their commits: those of one admin may be of any wallets.
  perform pg_advisory_xact_lock(7207062);
  if new.idempotency_key like 'credit-proposal:%' then
    select decided_by into approver from admin_proposal
      where id = substr(new.idempotency_key, length('credit-proposal:') + 1) and status = 'approved'
        and wallet_id = new.wallet_id and amount_paise = new.amount_paise;
    if not found then
      raise exception '% is no approved proposal of this', new.idempotency_key
        using errcode = 'check_violation', constraint = 'credit_not_approved';
    end if;
  elsif adjusted_alone(new.actor, new.recorded_at) > (select limit_paise from credits_limit) then
    raise exception 'more than one admin may adjust alone'
      using errcode = 'check_violation', constraint = 'credit_needs_approval';
  end if;
  if spends_from(substr(new.actor, length('admin:') + 1), new.wallet_id)
      or spends_from(approver, new.wallet_id) then
    raise exception 'an admin adjusts no wallet that they can spend from'
      using errcode = 'check_violation', constraint = 'credit_own_wallet';
  end if;
  return null;
end $$;

-- One notice for both kinds of proposals.
update admin_notice set kind = 'proposal_waiting', data = data || '{"proposal": "credits"}'
 where kind = 'credits_proposed';
