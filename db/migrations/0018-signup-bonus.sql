-- The sign-up bonus is out of reach until its owner has verified who they are; bonuses and free work
-- have daily budgets.

alter table wallet
  -- Not a projection: what of this wallet nobody can spend or take out until `locked_for`, whose
  -- bonus it is, has verified their address.
  add column locked_paise bigint not null default 0 check (locked_paise >= 0),
  add column locked_for   text,
  add check ((locked_paise > 0) = (locked_for is not null));

create index wallet_locked_for on wallet (locked_for) where locked_for is not null;

grant update (locked_paise, locked_for) on wallet to sachet_app;

alter table user_profile
  -- Why the sign-up brought no bonus; null where it did, or where none was due.
  add column bonus_withheld text
    check (bonus_withheld in ('claimed', 'disposable_address', 'address_block', 'daily_budget')),
  drop column bonus_awaits_verification;

-- A claim of somebody who never verified the address gives way to whoever does.
grant delete on bonus_claim to sachet_app;

-- What is left of the bonus of those who have not verified their address. A bonus is spent first.
with unverified as (
  select u.uid, e.wallet_id, e.amount_paise
    from user_profile u
    join ledger_event e on e.kind = 'SignupBonusCredited' and e.actor = 'user:' || u.uid
   where u.phone_number is null and not u.email_verified and u.deleted_at is null
), remaining as (
  select b.uid, b.wallet_id,
         least(b.amount_paise + coalesce(sum(e.amount_paise), 0),
               w.balance_paise - w.held_paise) as left_paise
    from unverified b
    join wallet w on w.id = b.wallet_id
    left join ledger_event e on e.wallet_id = b.wallet_id
     and e.kind in ('Charged', 'HoldCaptured', 'ChargeRefunded')
   group by b.uid, b.wallet_id, b.amount_paise, w.balance_paise, w.held_paise
)
update wallet w set locked_paise = r.left_paise, locked_for = r.uid
  from remaining r where w.id = r.wallet_id and r.left_paise > 0;

-- Claims were made with the address as it was typed; from now on the mailbox behind it counts
-- (`flows/signup-bonus.ts`). Of people who were deleted only the old digest is left.
with claimed as (
  select c.uid, split_part(u.email, '@', 1) as name, split_part(u.email, '@', 2) as domain
    from bonus_claim c join user_profile u on u.uid = c.uid
   where u.phone_number is null and u.email like '_%@_%'
), mailbox as (
  select uid, case when domain in ('gmail.com', 'googlemail.com')
    then replace(split_part(name, '+', 1), '.', '') || '@gmail.com'
    else split_part(name, '+', 1) || '@' || domain end as address
  from claimed
)
insert into bonus_claim (person_digest, uid)
select distinct on (1) sha256(convert_to('sachet.person' || chr(10) || 'email:' || address, 'UTF8')), uid
  from mailbox order by 1, uid
on conflict (person_digest) do nothing;

-- What was given away on one day in India, against the limit of that day. The check is what stops
-- many at once: a row that would pass its limit cannot be written.
create table daily_allowance (
  day         date   not null,
  -- 'unverified_bonus' is part of 'bonus': people nobody has verified cannot use up all of it.
  name        text   not null check (name in ('bonus', 'unverified_bonus', 'free_work')),
  -- Paise of bonuses, or microusd of free work.
  used        bigint not null check (used >= 0),
  most        bigint not null,
  primary key (day, name),
  constraint bonus_within_limit check (name <> 'bonus' or used <= most),
  constraint unverified_bonus_within_limit check (name <> 'unverified_bonus' or used <= most),
  constraint free_work_within_limit check (name <> 'free_work' or used <= most)
) with (fillfactor = 50);

-- Bonuses by the block of addresses they were asked for from; kept for that day only.
create table daily_address_block (
  day     date    not null,
  block   cidr    not null,
  bonuses integer not null check (bonuses > 0),
  most    integer not null,
  primary key (day, block),
  constraint address_block_within_limit check (bonuses <= most)
);

grant select, insert, update on daily_allowance to sachet_app;
grant select, insert, update, delete on daily_address_block to sachet_app;

alter table admin_notice
  drop constraint admin_notice_kind_check,
  add constraint admin_notice_kind_check
    check (kind in ('provider_low', 'default_deprecated', 'provider_refuses', 'daily_budget_used'));
