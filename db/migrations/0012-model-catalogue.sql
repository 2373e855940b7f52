-- The catalogue as admins and syncs keep it, what we have with the providers, notices to admins.

alter table model
  add column shutdown_at timestamptz,
  -- Why it is deprecated: its provider lists it no more, has ended it, or an admin said so.
  add column deprecated_because text
    check (deprecated_because in ('vanished', 'shut_down', 'admin')),
  -- Null where there is no such price, or none is known. 0 is a price.
  alter column input_microusd_per_million_tokens drop not null,
  alter column input_microusd_per_million_tokens drop default,
  alter column output_microusd_per_million_tokens drop not null,
  alter column output_microusd_per_million_tokens drop default,
  alter column microusd_per_image drop not null,
  alter column microusd_per_image drop default;

update model set input_microusd_per_million_tokens = nullif(input_microusd_per_million_tokens, 0),
                 output_microusd_per_million_tokens = nullif(output_microusd_per_million_tokens, 0),
                 microusd_per_image = nullif(microusd_per_image, 0);

-- No price, no sale.
alter table model add constraint model_enabled_has_price check (
  not enabled or (
    (not capabilities && '{text,vision}'
      or input_microusd_per_million_tokens is not null
         and output_microusd_per_million_tokens is not null)
    and (not capabilities && '{image,image-edit}'
      or microusd_per_image is not null
      or output_microusd_per_million_tokens is not null)
    and (not capabilities && '{embedding}' or input_microusd_per_million_tokens is not null)
  )
);

grant insert, update on model to sachet_app;
grant insert, update, delete on model_default to sachet_app;

-- A sync of the catalogue with the providers' lists is its own outbox: at most one stands open.
create table model_sync (
  id           text primary key,
  requested_at timestamptz not null default now(),
  -- `user:{uid}`, or `worker` for the daily one.
  requested_by text not null,
  finished_at  timestamptz,
  -- What was found, once it is finished.
  result       jsonb,
  check ((finished_at is null) = (result is null))
);

create unique index model_sync_open on model_sync ((true)) where finished_at is null;
create index model_sync_latest on model_sync (requested_at desc);

grant select, insert, update on model_sync to sachet_app;

-- Kept by hand: the providers tell nobody.
create table provider_balance (
  provider            text primary key check (provider in ('google', 'openai')),
  balance_cents       bigint,
  -- From when on spending is counted against the balance.
  balance_entered_at  timestamptz,
  threshold_cents     bigint,
  notes               text not null default '',
  updated_at          timestamptz,
  updated_by          text,
  check ((balance_cents is null) = (balance_entered_at is null))
);

insert into provider_balance (provider) values ('google'), ('openai');

grant select, update on provider_balance to sachet_app;

-- Spending is summed over an index alone.
create index provider_call_cost on provider_call (provider, at) include (cost_microusd);
drop index provider_call_spend;

create table admin_notice (
  id          bigint generated always as identity primary key,
  kind        text not null
    check (kind in ('provider_low', 'default_deprecated', 'provider_refuses')),
  -- What it is about: of one kind, at most one about the same thing stands open.
  subject     text not null,
  data        jsonb not null,
  raised_at   timestamptz not null default now(),
  resolved_at timestamptz,
  mail_status text not null default 'queued' check (mail_status in ('queued', 'sent', 'failed')),
  -- The addresses whose mail server has had its last word.
  mailed_to   text[] not null default '{}'
);

create unique index admin_notice_open on admin_notice (kind, subject) where resolved_at is null;
create index admin_notice_to_mail on admin_notice (id)
  where mail_status = 'queued' and resolved_at is null;

grant select, insert, update on admin_notice to sachet_app;
