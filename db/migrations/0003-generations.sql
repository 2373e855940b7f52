-- Models on offer, and what was made with them.

create table model (
  id           text not null,
  provider     text not null check (provider in ('google', 'openai')),
  label        text not null,
  tier         text not null check (tier in ('quality', 'speed')),
  capabilities text[] not null,
  status       text not null check (status in ('enabled', 'candidate', 'deprecated')),
  enabled      boolean not null,
  last_seen_at timestamptz,
  primary key (provider, id)
);

create table model_default (
  purpose  text primary key check (purpose in (
    'text_quality', 'text_speed', 'vision_quality', 'vision_speed', 'image_generate', 'image_edit'
  )),
  provider text not null,
  model_id text not null,
  foreign key (provider, model_id) references model (provider, id)
);

insert into model (id, provider, label, tier, capabilities, status, enabled) values
  ('gpt-5.2',            'openai', 'GPT-5.2',            'quality', '{text,vision}',      'enabled', true),
  ('gpt-5-mini',         'openai', 'GPT-5 mini',         'speed',   '{text,vision}',      'enabled', true),
  ('gpt-image-2',        'openai', 'GPT Image 2',        'quality', '{image,image-edit}', 'enabled', true),
  ('gpt-image-1-mini',   'openai', 'GPT Image 1 mini',   'speed',   '{image,image-edit}', 'enabled', true),
  ('gemini-3-pro',       'google', 'Gemini 3 Pro',       'quality', '{text,vision}',      'enabled', true),
  ('gemini-3-flash',     'google', 'Gemini 3 Flash',     'speed',   '{text,vision}',      'enabled', true),
  ('gemini-3-pro-image', 'google', 'Gemini 3 Pro Image', 'quality', '{image,image-edit}', 'enabled', true),
  ('gemini-3-flash-image', 'google', 'Gemini 3 Flash Image', 'speed', '{image,image-edit}', 'enabled', true);

insert into model_default (purpose, provider, model_id) values
  ('text_quality',   'google', 'gemini-3-pro'),
  ('text_speed',     'google', 'gemini-3-flash'),
  ('vision_quality', 'google', 'gemini-3-pro'),
  ('vision_speed',   'google', 'gemini-3-flash'),
  ('image_generate', 'google', 'gemini-3-pro-image'),
  ('image_edit',     'google', 'gemini-3-pro-image');

-- A generation is its own outbox: a row that is not at an end is work that a sweep finds again.
create table generation (
  id                text primary key,
  uid               text not null references user_profile (uid),
  wallet_id         text not null references wallet (id),
  mode              text not null,
  provider          text not null check (provider in ('google', 'openai')),
  language          text not null check (language in ('en', 'hi', 'hg')),
  quality           text not null check (quality in ('quality', 'speed')),
  prompt            text not null,
  aspect_ratio      text not null,
  preview_max       integer not null check (preview_max between 64 and 256),
  model_id          text not null,
  model_label       text not null,
  status            text not null check (status in ('queued', 'running', 'ready', 'failed', 'cancelled')),
  -- Rupees by final size, as shown and as charged, with the rate card's version.
  prices            jsonb,
  rate_card_version text not null,
  original_key      text,
  preview_key       text,
  error             jsonb,
  idempotency_key   text,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  foreign key (provider, model_id) references model (provider, id)
);

create index generation_latest on generation (uid, id desc);
create index generation_unfinished on generation (updated_at) where status in ('queued', 'running');
create unique index generation_request on generation (uid, idempotency_key)
  where idempotency_key is not null;

-- One attempt to buy a generation's final image, named by its hold. At most one stands at a time.
create table unlock (
  hold_id         text primary key,
  generation_id   text not null references generation (id),
  uid             text not null references user_profile (uid),
  wallet_id       text not null references wallet (id),
  attempt         integer not null,
  final_size      integer not null,
  price_paise     bigint not null check (price_paise > 0),
  model_id        text not null,
  -- pending: the provider is asked. stored: its image is ours, not yet paid. done: paid.
  status          text not null check (status in ('pending', 'stored', 'done', 'failed')),
  image_key       text,
  error           jsonb,
  idempotency_key text,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (generation_id, attempt)
);

create unique index unlock_current on unlock (generation_id) where status <> 'failed';
create index unlock_unfinished on unlock (updated_at) where status in ('pending', 'stored');
create unique index unlock_request on unlock (uid, idempotency_key)
  where idempotency_key is not null;

grant select on model, model_default to sachet_app;
grant select, insert, update on generation, unlock to sachet_app;
