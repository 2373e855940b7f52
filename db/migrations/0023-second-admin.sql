-- Webhooks by what was signed; large credits by two admins.

-- The header that `event_id` came from is not signed: a replay under another id was a new event, and
-- another event under a known id was none. From here on the row is named by the digest of its body,
-- which stays when the body is forgotten.
alter table gateway_webhook add column gateway_event_id text;

-- Of those that came twice under two ids the first gets the name. Those whose body is forgotten keep
-- the name they had.
update gateway_webhook w
   set gateway_event_id = nullif(w.event_id, signed.name),
       event_id = case when signed.nth = 1 then signed.name else w.event_id end
  from (
    select event_id, name, row_number() over (partition by name order by received_at, event_id) as nth
      from (
        select event_id, received_at, 'sha256_' || encode(sha256(body), 'hex') as name
          from gateway_webhook where body is not null
      ) as named
  ) as signed
 where w.event_id = signed.event_id;

update gateway_webhook set gateway_event_id = event_id
 where body is null and event_id not like 'sha256\_%';

-- Large credits by two admins. The limit is written by whoever migrates: the servers' login can read
-- it and not raise it.
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
  -- Null while it waits, and where nobody decided in time.
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

-- Times and the order of things are the database's word.
create function guard_credit_proposal() returns trigger language plpgsql as $$
begin
  if old.status <> 'waiting' then
    raise exception 'credit proposal % is % already', old.id, old.status
      using errcode = 'restrict_violation';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;

create trigger credit_proposal_guard before update on credit_proposal
  for each row execute function guard_credit_proposal();

grant select on credits_limit, credit_proposal to sachet_app;
grant insert (id, wallet_id, target_uid, amount_paise, reason, proposed_by, request_key),
  update (status, decided_by, note) on credit_proposal to sachet_app;

create index ledger_event_adjusted on ledger_event (wallet_id, actor, recorded_at)
  where kind = 'AdjustedByAdmin';

-- What this actor moved by hand without a second admin in the 24 hours up to `until`; in paise, what
-- was taken counts like what was given.
create function adjusted_alone(wallet text, by_actor text, until timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(abs(amount_paise)), 0)::bigint from ledger_event
   where wallet_id = wallet and actor = by_actor and kind = 'AdjustedByAdmin'
     and recorded_at > until - interval '24 hours' and recorded_at <= until
     and idempotency_key not like 'credit-proposal:%'
$$;

-- An event that carries a proposal's name needs that proposal, approved for this wallet and amount;
-- its name, unique in the wallet, makes it one. Any other one must stay within the limit.
create function check_adjustment() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if new.idempotency_key like 'credit-proposal:%' then
    perform from credit_proposal
      where id = substr(new.idempotency_key, length('credit-proposal:') + 1) and status = 'approved'
        and wallet_id = new.wallet_id and amount_paise = new.amount_paise;
    if not found then
      raise exception '% is no approved proposal of this', new.idempotency_key
        using errcode = 'check_violation', constraint = 'credit_not_approved';
    end if;
  elsif adjusted_alone(new.wallet_id, new.actor, new.recorded_at)
      > (select limit_paise from credits_limit) then
    raise exception 'more than one admin may adjust alone'
      using errcode = 'check_violation', constraint = 'credit_needs_approval';
  end if;
  return null;
end $$;

-- After the statement, so that it sees all of a batch; no other kind of event gets as far as this.
create trigger ledger_event_adjusted after insert on ledger_event
  for each row when (new.kind = 'AdjustedByAdmin') execute function check_adjustment();
