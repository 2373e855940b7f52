drop index concurrently if exists payment_order_credited;
-- concurrently
-- Whether a wallet was ever topped up.
create index concurrently payment_order_credited on payment_order (wallet_id) where status = 'credited';
-- concurrently
set local lock_timeout = '1s';

-- Parts of 'free_work': 'unpaid_free_work' counts people who have not paid, 'unverified_free_work' those
-- of them who are not verified. What is left of the day's sum is reserved for people who have paid.
alter table daily_allowance
  drop constraint daily_allowance_name_check,
  add constraint daily_allowance_name_check check (name in
    ('bonus', 'unverified_bonus', 'free_work', 'unpaid_free_work', 'unverified_free_work')),
  add constraint unpaid_free_work_within_limit check (name <> 'unpaid_free_work' or used <= most),
  add constraint unverified_free_work_within_limit
    check (name <> 'unverified_free_work' or used <= most);

-- The amount that each free call took from the day's sum. A call that cost nothing gives it back once.
create table free_work_taken (
  -- The generation, the chat turn, or the improvement of a prompt.
  work_id  text   primary key,
  -- In India.
  day      date   not null,
  microusd bigint not null check (microusd >= 0),
  -- Rows of daily_allowance.
  shares   text[] not null
);

create index free_work_taken_day on free_work_taken (day);

-- Free calls of a wallet that could pay for their result, begun after the day's sum was used up.
create table wallet_free_work (
  day       date    not null,
  wallet_id text    not null references wallet (id),
  used      integer not null,
  most      integer not null,
  primary key (day, wallet_id),
  constraint wallet_free_work_within_limit check (used <= most)
) with (fillfactor = 50);

-- Replies that their provider broke off after their first words, and that were free nevertheless.
create table free_broken_reply (
  uid     text    not null references user_profile (uid),
  -- In India.
  day     date    not null,
  used    integer not null,
  allowed integer not null,
  primary key (uid, day),
  constraint free_broken_reply_left check (used <= allowed)
);

-- Set with the row above: from here on the reply is free, even if the process crashes before its end. A
-- turn that is 'stopped' and has an error was broken off by its provider and counts.
alter table chat_turn add column forgiven_at timestamptz;

grant select, insert, delete on free_work_taken to sachet_app;
grant select, insert, update on wallet_free_work, free_broken_reply to sachet_app;
