-- Invitations, super admins, and what a sign-up leaves to be done.

-- An invitation is its own outbox: `queued` is a mail that a sweep finds again.
create table organization_invite (
  id                bigint generated always as identity primary key,
  organization_id   text not null references organization (id),
  -- As `shared/contracts/organization.ts` normalises it: trimmed and lowercased.
  email             text not null check (length(email) between 3 and 254),
  invited_by        text not null references user_profile (uid),
  invited_at        timestamptz not null default now(),
  mail_status       text not null default 'queued' check (mail_status in ('queued', 'sent', 'failed')),
  -- Mails that were tried to their end: sent, or given up.
  mail_attempts     integer not null default 0,
  mail_requested_at timestamptz not null default now(),
  accepted_at       timestamptz,
  accepted_by       text references user_profile (uid),
  cancelled_at      timestamptz,
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or cancelled_at is null)
);

create unique index organization_invite_open on organization_invite (organization_id, email)
  where accepted_at is null and cancelled_at is null;
create index organization_invite_open_email on organization_invite (email)
  where accepted_at is null and cancelled_at is null;
create index organization_invite_to_mail on organization_invite (mail_requested_at)
  where mail_status = 'queued' and accepted_at is null and cancelled_at is null;
create index organization_invite_recent on organization_invite (organization_id, invited_at);

alter table user_profile
  -- Names the call that made the profile: it is told so even when its commit's answer was lost.
  add column sign_up_id text,
  -- The bonus waits until the e-mail address is verified (BONUS_REQUIRES_VERIFICATION).
  add column bonus_awaits_verification boolean not null default false;

create index user_profile_email on user_profile (email) where email is not null;

-- Granted and revoked by the operator (`npm run admin`), never by the API: it can only read this.
create table super_admin (
  uid        text primary key references user_profile (uid),
  granted_at timestamptz not null default now()
);

-- What admins did. Ids only: a person can be erased and the trail stays whole.
create table admin_audit (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  -- `user:{uid}`, or `operator` for the command line.
  actor      text not null,
  action     text not null,
  target_uid text
);

create index admin_audit_target on admin_audit (target_uid, id);

create trigger admin_audit_append_only before update or delete on admin_audit
  for each row execute function refuse_change();
create trigger admin_audit_no_truncate before truncate on admin_audit
  for each statement execute function refuse_change();

grant select, insert, update on organization_invite to sachet_app;
grant select on super_admin to sachet_app;
grant select, insert on admin_audit to sachet_app;
