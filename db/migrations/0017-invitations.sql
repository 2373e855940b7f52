-- Joining is a step of its own: an invitation ends, is answered, and is opened with a mailed secret.

alter table organization_invite
  -- Whoever is invited has this long to answer; those that stand open today begin anew.
  add column expires_at  timestamptz not null default now() + interval '14 days',
  -- By the invited person; such an invitation is cancelled as well.
  add column declined_at timestamptz,
  add column reported_at timestamptz,
  add constraint organization_invite_declined check (declined_at is null or cancelled_at is not null),
  add constraint organization_invite_reported check (reported_at is null or declined_at is not null);
alter table organization_invite alter column expires_at drop default;

-- What the links in the mails carry: each mail has its own, and only its SHA-256 is kept. While the
-- invitation stands, any of them accepts it; the link that stops further mails works for longer.
create table invite_secret (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  invite_id   bigint      not null references organization_invite (id),
  made_at     timestamptz not null default now()
);
create index invite_secret_invite on invite_secret (invite_id);
create index invite_secret_age on invite_secret (made_at);

-- Mails that were asked for, counted for the limits of a day and then forgotten. The recipient is
-- the SHA-256 of the canonical address.
create table invite_mail_request (
  id               bigint generated always as identity primary key,
  organization_id  text        not null references organization (id),
  requested_by     text        not null references user_profile (uid),
  recipient_digest bytea       not null check (length(recipient_digest) = 32),
  requested_at     timestamptz not null default now()
);
create index invite_mail_request_age on invite_mail_request (requested_at);

-- Addresses that want no invitation: of one organisation, or (null) of any.
create table invite_block (
  id               bigint generated always as identity primary key,
  recipient_digest bytea       not null check (length(recipient_digest) = 32),
  organization_id  text        references organization (id),
  blocked_at       timestamptz not null default now(),
  unique nulls not distinct (recipient_digest, organization_id)
);

alter table admin_notice drop constraint admin_notice_kind_check;
alter table admin_notice add constraint admin_notice_kind_check check (
  kind in ('provider_low', 'default_deprecated', 'provider_refuses', 'invitation_reported')
);

grant select, insert, delete on invite_secret, invite_mail_request to sachet_app;
grant select, insert on invite_block to sachet_app;
