-- Friends who bring friends, and the devices that are notified when work is ready.

-- The campaign's terms, which super admins change. While it is off, links bring nothing and credits wait.
create table referral_campaign (
  is_only          boolean primary key default true check (is_only),
  is_on            boolean not null default true,
  friend_paise     bigint  not null default 5000 check (friend_paise between 100 and 100000),
  inviter_paise    bigint  not null default 5000 check (inviter_paise between 100 and 100000),
  -- The least that a friend's top-up must be. Nobody gets more out of it than was paid in.
  minimum_paise    bigint  not null default 20000 check (minimum_paise <= 5000000),
  -- How many friends bring credit to one person.
  friends_at_most  integer not null default 10 check (friends_at_most between 1 and 1000),
  day_budget_paise bigint  not null default 500000 check (day_budget_paise <= 10000000),
  updated_at       timestamptz,
  updated_by       text,
  constraint referral_minimum check (minimum_paise >= friend_paise + inviter_paise),
  constraint referral_budget check (day_budget_paise >= friend_paise + inviter_paise)
);
insert into referral_campaign default values;

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
  inviter_without     text        check (inviter_without in ('capped', 'closed')),
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
  updated_at, updated_by) on referral_campaign to sachet_app;
grant select, insert on referral_link to sachet_app;
grant select, insert, update on referral, referral_count to sachet_app;
