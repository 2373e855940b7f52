-- People and organisations. Personal data lives here and nowhere in the ledger.

create table organization (
  id         text primary key,
  name       text not null check (length(name) between 1 and 120),
  created_at timestamptz not null default now()
);

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
  check ((account_type = 'organization') = (organization_id is not null))
);

create index user_profile_organization on user_profile (organization_id)
  where organization_id is not null;
create index user_profile_wallet on user_profile (wallet_id);

-- The sign-up bonus is once per person: a digest of the phone number or e-mail address, kept when
-- the account is deleted, so that deleting and signing up again earns nothing.
create table bonus_claim (
  person_digest bytea primary key check (length(person_digest) = 32),
  uid           text not null,
  claimed_at    timestamptz not null default now()
);

grant select, insert, update on organization, user_profile to sachet_app;
grant select, insert on bonus_claim to sachet_app;
