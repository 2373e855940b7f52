-- Friends who bring friends, and the devices that are notified when work is ready.

-- The campaign's terms, which super admins change. While it is off, links bring nothing and credits wait.
create table referral_campaign (
  is_only          boolean primary key default true check (is_only),
  is_on            boolean not null default true,
  friend_paise     bigint  not null default 5000 check (friend_paise between 100 and 100000),
  inviter_paise    bigint  not null default 5000 check (inviter_paise between 100 and 100000),
  -- The least that a friend's top-up must be: at least what both get, so that it brings no more than it was.
  minimum_paise    bigint  not null default 20000 check (minimum_paise <= 5000000),
  -- How many friends bring credit to one person.
  friends_at_most  integer not null default 10 check (friends_at_most between 1 and 1000),
  day_budget_paise bigint  not null default 500000 check (day_budget_paise <= 10000000),
  updated_at       timestamptz,
  updated_by       text,
  -- The proposal that approved these terms; null within the limit of one admin.
  proposal_id      text    references admin_proposal (id),
  constraint referral_minimum check (minimum_paise >= friend_paise + inviter_paise),
  constraint referral_budget check (day_budget_paise >= friend_paise + inviter_paise)
);
insert into referral_campaign default values;

-- One admin alone offers terms that give at most as much a day as the admin may adjust alone. Terms that are off
-- give nothing.
create function check_campaign() returns trigger language plpgsql as $$
begin
  if new.is_on and new.day_budget_paise > (select limit_paise from credits_limit) and not exists (
    select from admin_proposal p
     where p.id = new.proposal_id and p.kind = 'campaign' and p.status = 'approved'
       and p.terms = jsonb_build_object(
         'is_on', new.is_on, 'friend_paise', new.friend_paise, 'inviter_paise', new.inviter_paise,
         'minimum_paise', new.minimum_paise, 'friends_at_most', new.friends_at_most,
         'day_budget_paise', new.day_budget_paise)) then
    raise exception 'these terms exceed what one admin may offer alone'
      using errcode = 'check_violation', constraint = 'campaign_needs_approval';
  end if;
  return new;
end $$;

create trigger referral_campaign_changed before update on referral_campaign
  for each row execute function check_campaign();

-- The code in a person's link. Not secret: it is made to be passed on.
create table referral_link (
  uid  text primary key references user_profile (uid),
  code text not null unique check (code ~ '^[0-9a-z]{10}$')
);

-- A person who signed up with a friend's link, in the transaction of the sign-up, with the terms that were
-- promised then. A row that is `waiting` is work: a sweep finds it.
create table referral (
  friend_uid          text        primary key references user_profile (uid),
  inviter_uid         text        not null references user_profile (uid),
  friend_wallet_id    text        not null references wallet (id),
  inviter_wallet_id   text        not null references wallet (id),
  friend_paise        bigint      not null,
  inviter_paise       bigint      not null,
  minimum_paise       bigint      not null,
  status              text        not null default 'joined'
    check (status in ('joined', 'waiting', 'credited', 'ended')),
  created_at          timestamptz not null default now(),
  -- The friend's first top-up of at least the minimum, and the end of its refund window.
  payment_id          text        unique,
  due_at              timestamptz,
  next_look_at        timestamptz,
  friend_credited_at  timestamptz,
  inviter_credited_at timestamptz,
  -- Why only the friend got credit.
  inviter_without     text        check (inviter_without in ('capped', 'closed', 'unspent')),
  -- Why it brought nothing.
  ended_because       text        check (ended_because in ('refunded', 'same_payer', 'closed', 'unverified')),
  check (friend_uid <> inviter_uid and friend_wallet_id <> inviter_wallet_id),
  check (status = 'joined' or (payment_id is not null and due_at is not null)),
  check ((status = 'waiting') = (next_look_at is not null)),
  check ((status = 'ended') = (ended_because is not null)),
  -- A credit that was given after another process ended the referral would violate this.
  constraint referral_ended check
    (status <> 'ended' or (friend_credited_at is null and inviter_credited_at is null)),
  check (status <> 'credited' or friend_credited_at is not null)
);

create index referral_inviter on referral (inviter_uid, created_at desc);
create index referral_due on referral (next_look_at) where status = 'waiting';

-- Friends who brought credit, by inviter. The check is the cap, so concurrent writers cannot exceed it.
create table referral_count (
  inviter_uid text    primary key references user_profile (uid),
  friends     integer not null check (friends > 0),
  most        integer not null,
  constraint referral_cap check (friends <= most)
);

grant select on referral_campaign to sachet_app;
grant update (is_on, friend_paise, inviter_paise, minimum_paise, friends_at_most, day_budget_paise,
  updated_at, updated_by, proposal_id) on referral_campaign to sachet_app;
grant select, insert on referral_link to sachet_app;
grant select, insert, update on referral, referral_count to sachet_app;

-- The key pair that signs our messages to push services (VAPID), made by the first process that needs it: every
-- subscription is bound to it, so all processes use the same one.
create table push_key (
  is_only     boolean primary key default true check (is_only),
  public_key  text        not null,
  private_key text        not null,
  made_at     timestamptz not null default now()
);

-- A user's browser that is notified. The endpoint is the push service's secret address of that browser.
create table push_subscription (
  id         bigint      generated always as identity primary key,
  uid        text        not null references user_profile (uid),
  endpoint   text        not null unique check (length(endpoint) between 10 and 1000),
  p256dh     text        not null,
  auth       text        not null,
  language   text        not null check (language in ('en', 'hi', 'hg')),
  created_at timestamptz not null default now()
);

create index push_subscription_user on push_subscription (uid, created_at);

-- Finished work whose owner is to be notified. The row is the outbox; a notice that is not sent soon is deleted.
create table ready_notice (
  id            bigint      generated always as identity primary key,
  uid           text        not null,
  kind          text        not null check (kind in ('picture', 'export')),
  -- A generation or an export.
  ref           text        not null,
  made_at       timestamptz not null default now(),
  -- While a worker sends it.
  claimed_until timestamptz,
  unique (kind, ref)
);

create index ready_notice_user on ready_notice (uid, made_at);

-- Notes finished work of users who asked to be notified, in the transaction that finishes it. The arguments are
-- the kind, and the columns of the owner and of the work.
create function note_ready() returns trigger language plpgsql as $$
declare
  owner text := to_jsonb(new) ->> tg_argv[1];
begin
  if exists (select from push_subscription where uid = owner) then
    insert into ready_notice (uid, kind, ref) values (owner, tg_argv[0], to_jsonb(new) ->> tg_argv[2])
    on conflict (kind, ref) do nothing;
  end if;
  return null;
end $$;

create trigger generation_ready after update of status on generation
  for each row when (new.status = 'ready' and old.status <> 'ready' and new.mode in ('image', 'edit_image'))
  execute function note_ready('picture', 'uid', 'id');
create trigger unlock_ready after update of status on unlock
  for each row when (new.status = 'done' and old.status <> 'done')
  execute function note_ready('picture', 'uid', 'generation_id');
create trigger export_ready after update of status on export_file
  for each row when (new.status = 'done' and old.status <> 'done')
  execute function note_ready('export', 'requested_by', 'id');

grant select, insert on push_key to sachet_app;
grant select, insert, update, delete on push_subscription, ready_notice to sachet_app;
