-- People and organizations. Personal data is stored here and nowhere in the ledger.

create extension if not exists pg_trgm;

create table organization (
  id         text primary key,
  name       text not null check (length(name) between 1 and 120),
  created_at timestamptz not null default now()
);

create index organization_search on organization using gin (lower(name) gin_trgm_ops);

create table user_profile (
  uid             text primary key,
  account_type    text not null check (account_type in ('individual', 'organization')),
  role            text not null default 'user' check (role in ('user', 'admin')),
  organization_id text references organization (id),
  wallet_id       text not null references wallet (id),
  first_name      text not null check (length(first_name) between 1 and 80),
  last_name       text not null check (length(last_name) between 1 and 80),
  phone_number    text,
  email           text,
  email_verified  boolean not null default false,
  disabled_at     timestamptz,
  created_at      timestamptz not null default now(),
  -- Identifies the call that created the profile, so that a repeated call gets the same answer.
  sign_up_id      text,
  -- Why the sign-up, or the address that was verified later, brought no bonus; null if it did.
  bonus_withheld  text
    check (bonus_withheld in
      ('claimed', 'disposable_address', 'restored')),
  -- When the user last confirmed that they have read the content rules.
  rules_seen_at   timestamptz,
  -- The user is notified when less than this is available; 0 for never.
  low_balance_paise bigint not null default 0 check (low_balance_paise >= 0),
  -- Whether the wallet's tax documents are mailed to the user.
  bill_mails      boolean not null default true,
  -- The language in which the user last used the product, for mails.
  language        text not null default 'en' check (language in ('en', 'hi', 'hg')),
  -- Erased by an admin or closed by the user; the uid that the ledger and the audit trail refer to stays.
  deleted_at      timestamptz,
  -- When the last of their words were erased; a sweep finds the rows that are still pending.
  erased_at       timestamptz,
  -- The text that admins search in; a column, so that the planner has statistics of it.
  search_text     text not null generated always as (
    lower(uid || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone_number, ''))
  ) stored,
  check ((account_type = 'organization') = (organization_id is not null)),
  constraint user_profile_deleted
    check (deleted_at is null or (disabled_at is not null and email is null and phone_number is null)),
  constraint user_profile_erased check (erased_at is null or deleted_at is not null)
);

-- From these the planner estimates how many rows contain a part of an address.
alter table user_profile alter column search_text set statistics 1000;

create index user_profile_organization on user_profile (organization_id)
  where organization_id is not null;
create index user_profile_wallet on user_profile (wallet_id);
create index user_profile_email on user_profile (email) where email is not null;
create index user_profile_newest on user_profile (created_at desc, uid desc)
  where deleted_at is null;
create index user_profile_disabled on user_profile (created_at desc, uid desc)
  where deleted_at is null and disabled_at is not null;
create index user_profile_to_erase on user_profile (deleted_at)
  where deleted_at is not null and erased_at is null;
create index user_profile_search on user_profile using gin (search_text gin_trgm_ops)
  where deleted_at is null;

-- The brand of a person or an organization, for bought pictures and prompts.
create table brand_kit (
  id              text primary key,
  uid             text unique references user_profile (uid),
  organization_id text unique references organization (id),
  name            text not null check (length(name) between 1 and 80),
  phone           text not null check (length(phone) <= 80),
  address         text not null check (length(address) <= 180),
  main_color      text not null check (main_color ~ '^#[0-9a-f]{6}$'),
  second_color    text not null check (second_color ~ '^#[0-9a-f]{6}$'),
  tone            text,
  logo_key        text,
  updated_by      text not null references user_profile (uid),
  updated_at      timestamptz not null default now(),
  -- Its person was erased, or its organization closed: the sweep deletes the logo, then the row.
  deleted_at      timestamptz,
  check (num_nonnulls(uid, organization_id) = 1)
);

create index brand_kit_to_erase on brand_kit (deleted_at) where deleted_at is not null;

-- Granted and revoked by the operator (`npm run admin`): the API can only read these.
create table super_admin (
  uid        text primary key references user_profile (uid),
  granted_at timestamptz not null default now()
);
create table finance_user (
  uid        text primary key references user_profile (uid),
  granted_at timestamptz not null default now()
);

-- The sign-up bonus is once per person: a digest of the phone number or mailbox, kept when the account is
-- deleted. A person who never verified the address gives way to one who does.
create table bonus_claim (
  person_digest bytea       not null check (length(person_digest) = 32),
  is_verified   boolean     not null,
  uid           text        not null,
  claimed_at    timestamptz not null default now(),
  primary key (person_digest, is_verified)
);
select make_append_only('bonus_claim');

-- Amounts given away on one day in India. The check is the limit, so concurrent writers cannot exceed it.
create table daily_allowance (
  day         date   not null,
  -- 'unverified_spending' counts the locked bonuses that purchases release, 'verified_bonus' those that a
  -- verified address releases. Two others are parts of 'free_work': 'unpaid_free_work' counts people who have
  -- not paid, 'unverified_free_work' those of them who are not verified. The rest of the day's sum is reserved
  -- for people who have paid.
  name        text   not null check (name in
    ('unverified_spending', 'verified_bonus', 'referral', 'free_work', 'unpaid_free_work', 'unverified_free_work')),
  -- Paise of bonuses and of credits for bringing friends, or micro-dollars of free work.
  used        bigint not null check (used >= 0),
  most        bigint not null,
  primary key (day, name),
  constraint unverified_spending_within_limit
    check (name <> 'unverified_spending' or used <= most),
  constraint verified_bonus_within_limit check (name <> 'verified_bonus' or used <= most),
  constraint referral_within_limit check (name <> 'referral' or used <= most),
  constraint free_work_within_limit check (name <> 'free_work' or used <= most),
  constraint unpaid_free_work_within_limit check (name <> 'unpaid_free_work' or used <= most),
  constraint unverified_free_work_within_limit
    check (name <> 'unverified_free_work' or used <= most)
) with (fillfactor = 50);

-- The amount that each free call took from the day's sum. A call that cost nothing gives it back once.
create table free_work_taken (
  -- The generation, the chat turn, or the improvement of a prompt.
  work_id  text   primary key,
  -- The day in India.
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

-- Requests in the current minute if there is no Redis to count them in (api/limits/rate-limits.ts). Unlogged:
-- after a crash the counts start again. The columns are the library's.
create unlogged table rate_limit (
  key    text primary key,
  points integer not null default 0,
  -- Milliseconds since the epoch.
  expire bigint
) with (fillfactor = 50);

-- The outbox of mails. A row commits with what its mail is about, and is deleted once the mail is sent, refused,
-- unwanted or given up.
create table mail (
  id        bigint generated always as identity primary key,
  kind      text        not null check (kind in ('document', 'invitation', 'notice', 'report')),
  -- The id of the document, organization, notice or report that the mail is about.
  about     text        not null,
  -- The uid of a document's recipient, otherwise the address. Empty for a notice whose mail the worker has not
  -- addressed to the operators yet.
  recipient text        not null default '',
  language  text        not null default 'en' check (language in ('en', 'hi', 'hg')),
  asked_at  timestamptz not null default clock_timestamp(),
  -- When a worker may take it. Later than now while a worker sends it, or after failed attempts.
  due_at    timestamptz not null default clock_timestamp(),
  attempts  integer     not null default 0,
  unique (kind, about, recipient)
);
create index mail_due on mail (due_at);

create table organization_invite (
  id                bigint generated always as identity primary key,
  organization_id   text not null references organization (id),
  -- As `shared/organizations/contracts/organization.ts` normalises it: trimmed and lowercased.
  email             text not null check (length(email) between 3 and 254),
  invited_by        text not null references user_profile (uid),
  invited_at        timestamptz not null default now(),
  -- The status of its last mail, which waits in `mail` while it is `queued`.
  mail_status       text not null default 'queued' check (mail_status in ('queued', 'sent', 'failed')),
  -- When its mails were sent or given up.
  mail_attempts     integer not null default 0,
  mail_requested_at timestamptz not null default now(),
  accepted_at       timestamptz,
  accepted_by       text references user_profile (uid),
  cancelled_at      timestamptz,
  expires_at        timestamptz not null,
  -- When the invited person declined; such an invitation is also cancelled.
  declined_at       timestamptz,
  reported_at       timestamptz,
  -- The monthly budget of its person; 0 for unlimited.
  budget_paise      bigint not null check (budget_paise >= 0),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or cancelled_at is null),
  constraint organization_invite_declined check (declined_at is null or cancelled_at is not null),
  constraint organization_invite_reported check (reported_at is null or declined_at is not null)
);

create unique index organization_invite_open on organization_invite (organization_id, email)
  where accepted_at is null and cancelled_at is null;
create index organization_invite_open_email on organization_invite (email)
  where accepted_at is null and cancelled_at is null;
create index organization_invite_recent on organization_invite (organization_id, invited_at);
create index organization_invite_accepted on organization_invite (accepted_by)
  where accepted_by is not null;
create index organization_invite_email on organization_invite (email);

-- The secrets in the mails' links: each mail has its own, and only its SHA-256 is stored. While the
-- invitation is open, any of them accepts it; the link that stops further mails works for longer.
create table invite_secret (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  invite_id   bigint      not null references organization_invite (id),
  made_at     timestamptz not null default now(),
  -- Links that stop further mails have a separate secret: mail programs and their logs pass it around, so it
  -- must not join.
  purpose     text        not null check (purpose in ('join', 'stop'))
);
create index invite_secret_invite on invite_secret (invite_id);
create index invite_secret_age on invite_secret (made_at);

-- Requested mails, counted for a day's limits and then deleted. The recipient is the SHA-256 of the canonical
-- address.
create table invite_mail_request (
  id               bigint generated always as identity primary key,
  organization_id  text        not null references organization (id),
  requested_by     text        not null references user_profile (uid),
  recipient_digest bytea       not null check (length(recipient_digest) = 32),
  requested_at     timestamptz not null default now()
);
create index invite_mail_request_age on invite_mail_request (requested_at);

-- Addresses that refuse invitations: from one organization, or (null) from any.
create table invite_block (
  id               bigint generated always as identity primary key,
  recipient_digest bytea       not null check (length(recipient_digest) = 32),
  organization_id  text        references organization (id),
  blocked_at       timestamptz not null default now(),
  unique nulls not distinct (recipient_digest, organization_id)
);

-- A wallet whose owner has closed the account: the rest of its money is sent back or given up. The row is its
-- own outbox.
create table wallet_closing (
  wallet_id    text primary key references wallet (id),
  -- The person whose account was closed.
  uid          text        not null references user_profile (uid),
  -- The owner's choice for money that was paid in and not spent.
  remainder    text        not null check (remainder in ('send_back', 'give_up')),
  requested_at timestamptz not null default now(),
  next_look_at timestamptz not null default now(),
  -- When the wallet was empty. A later payment clears it again.
  cleared_at   timestamptz
);
create index wallet_closing_due on wallet_closing (next_look_at) where cleared_at is null;
create index wallet_closing_cleared on wallet_closing (cleared_at) where cleared_at is not null;

grant select on super_admin, finance_user to sachet_app;
grant select, insert on invite_block to sachet_app;
grant select, insert on bonus_claim to sachet_app;
grant select, insert, delete on free_work_taken, invite_secret, invite_mail_request
  to sachet_app;
grant select, insert, update on organization, user_profile, daily_allowance, wallet_free_work,
  organization_invite, wallet_closing to sachet_app;
grant select, insert, update, delete on rate_limit, brand_kit, mail to sachet_app;
