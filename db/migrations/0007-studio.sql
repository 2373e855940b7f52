-- Texts and edits beside images; what each call to a provider used; cancelling and deleting.

alter table generation
  -- What was written. Free texts are shown whole, others once they are paid.
  add column content text,
  -- The price of a text in paise; images have theirs by size in `prices`.
  add column price_paise bigint check (price_paise > 0),
  -- The image to edit or to write about: a copy of our own, made safe.
  add column input_key text,
  add column source_generation_id text references generation (id),
  -- SHA-256 of the request, so that an idempotency key is not used for another one.
  add column request_hash bytea check (length(request_hash) = 32),
  add column deleted_at timestamptz;

create index generation_to_erase on generation (deleted_at)
  where deleted_at is not null
    and (original_key is not null or preview_key is not null or input_key is not null);

-- Micro-dollars: millionths of a US dollar.
alter table model
  add column input_microusd_per_million_tokens bigint not null default 0,
  add column output_microusd_per_million_tokens bigint not null default 0,
  add column microusd_per_image bigint not null default 0;

update model set input_microusd_per_million_tokens = price.input,
                 output_microusd_per_million_tokens = price.output,
                 microusd_per_image = price.image
  from (values
    ('gpt-5.2',              1750000, 14000000,      0),
    ('gpt-5-mini',            250000,  2000000,      0),
    ('gpt-image-2',          5000000, 40000000,      0),
    ('gpt-image-1-mini',     2000000,  8000000,      0),
    ('gemini-3-pro',         2000000, 12000000,      0),
    ('gemini-3-flash',        300000,  2500000,      0),
    ('gemini-3-pro-image',   2000000,        0, 134000),
    ('gemini-3-flash-image',  300000,        0,  39000)
  ) as price (id, input, output, image)
 where model.id = price.id;

-- One call to a provider: what it used and what it cost us.
create table provider_call (
  id            bigint generated always as identity primary key,
  at            timestamptz not null default now(),
  generation_id text        not null references generation (id),
  purpose       text        not null check (purpose in ('preview', 'final')),
  provider      text        not null,
  model_id      text        not null,
  -- Null when it succeeded.
  failure       text,
  duration_ms   integer     not null,
  input_tokens  bigint      not null,
  output_tokens bigint      not null,
  images        integer     not null,
  cost_microusd bigint      not null,
  foreign key (provider, model_id) references model (provider, id)
);

create index provider_call_generation on provider_call (generation_id);
create index provider_call_spend on provider_call (provider, at);

grant select, insert on provider_call to sachet_app;
