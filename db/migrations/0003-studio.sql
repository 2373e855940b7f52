-- The studio: the models on sale, the results made with them, chat, and the cost of each provider call.

-- The entries of `shared/providers.ts`, inserted by each migration. None is deleted: costs remain.
create table provider (
  id            text primary key,
  -- Whether the servers can ask it, by their environment when one of them last started.
  is_configured boolean not null
);

create table model (
  id           text not null,
  provider     text not null references provider (id),
  label        text not null,
  tier         text not null check (tier in ('quality', 'speed')),
  capabilities text[] not null,
  status       text not null check (status in ('enabled', 'candidate', 'deprecated')),
  enabled      boolean not null,
  -- The longest side that it draws, in pixels; null if it draws every size that we sell.
  largest_size integer,
  last_seen_at timestamptz,
  -- Since when its provider's lists have lacked it.
  missing_since timestamptz,
  shutdown_at  timestamptz,
  -- Why it is deprecated: missing from its provider's lists, shut down, or an admin's decision.
  deprecated_because text check (deprecated_because in ('vanished', 'shut_down', 'admin')),
  -- Its state before its provider's lists lacked it, which returns when they have it again.
  was_enabled  boolean not null default false,
  was_default_for text[] not null default '{}',
  primary key (provider, id)
);

-- The prices of a model from a day (UTC) on: micro-dollars (millionths of a US dollar) for a million tokens,
-- and for one image. Null: no such price; 0 is a price. `shared/models/model-prices.ts` defines how they are used.
create table model_price (
  provider    text not null,
  model_id    text not null,
  from_day    date not null,
  text_in     bigint check (text_in >= 0),
  cached_in   bigint check (cached_in >= 0),
  cache_write bigint check (cache_write >= 0),
  image_in    bigint check (image_in >= 0),
  text_out    bigint check (text_out >= 0),
  image_out   bigint check (image_out >= 0),
  per_image   bigint check (per_image >= 0),
  primary key (provider, model_id, from_day),
  foreign key (provider, model_id) references model (provider, id)
);

-- Every model with the prices of today.
create view priced_model as
  select model.*, price.text_in, price.cached_in, price.cache_write, price.image_in, price.text_out,
         price.image_out, price.per_image,
         -- Otherwise the cost of its calls is not known.
         (not capabilities && '{text,vision}' or (text_in is not null and text_out is not null))
         and (not capabilities && '{image,image-edit}'
              or coalesce(per_image, image_out, text_out) is not null)
         and (not capabilities && '{embedding}' or text_in is not null) as is_priced,
         provider.is_configured
    from model
    join provider on provider.id = model.provider
    left join lateral (
      select * from model_price
       where model_price.provider = model.provider and model_price.model_id = model.id
         and from_day <= (now() at time zone 'utc')::date
       order by from_day desc limit 1
    ) as price on true;

create table model_default (
  purpose  text primary key check (purpose in (
    'text_quality', 'text_speed', 'vision_quality', 'vision_speed', 'image_generate', 'image_edit'
  )),
  provider text not null,
  model_id text not null,
  foreign key (provider, model_id) references model (provider, id)
);

-- A sync of the catalogue with the providers' lists. The row is its own outbox; at most one is open.
create table model_sync (
  id           text primary key,
  requested_at timestamptz not null default now(),
  -- `user:{uid}`, or `worker` for the daily one.
  requested_by text not null,
  finished_at  timestamptz,
  -- The findings, once it is finished.
  result       jsonb,
  check ((finished_at is null) = (result is null))
);

create unique index model_sync_open on model_sync ((true)) where finished_at is null;
create index model_sync_latest on model_sync (requested_at desc);

-- Entered by admins: the providers have no API for it. A provider without a row has no balance yet.
create table provider_balance (
  provider            text primary key references provider (id),
  balance_cents       bigint,
  -- From when on spending is counted against the balance.
  balance_entered_at  timestamptz,
  threshold_cents     bigint,
  notes               text not null default '',
  updated_at          timestamptz,
  updated_by          text,
  check ((balance_cents is null) = (balance_entered_at is null))
);

-- A generation is its own outbox: a sweep finds the rows that are not finished.
create table generation (
  id                text primary key,
  uid               text not null references user_profile (uid),
  wallet_id         text not null references wallet (id),
  mode              text not null,
  provider          text not null references provider (id),
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
  -- The text. Free texts are shown whole, others once they are paid.
  content           text,
  -- The price of a text in paise; images have theirs by size in `prices`.
  price_paise       bigint check (price_paise > 0),
  -- The image to edit or to write about: our own copy, decoded and encoded again.
  input_key         text,
  -- The part of the image that an edit changes; erased with the image.
  mask_key          text,
  source_generation_id text references generation (id),
  -- SHA-256 of the request, so that an idempotency key is not used for another one.
  request_hash      bytea check (length(request_hash) = 32),
  favourite_at      timestamptz,
  -- When it was first paid for, written with the charge. The ledger's events are the facts.
  bought_at         timestamptz,
  -- A preview that has a price and is not bought is kept for some days from here: from its creation, or from
  -- the last attempt to buy it.
  kept_from         timestamptz not null default now(),
  -- Hidden from its owner, who can undo it until `erase_after`; then its words and images are erased.
  deleted_at        timestamptz,
  erase_after       timestamptz,
  -- Taken down by an admin: hidden immediately, and kept as evidence before it is erased.
  taken_down_at     timestamptz,
  -- The class of its user when it was requested (`shared/admission.ts`): customers have their own lanes.
  applicant_class   text not null default 'other' check (applicant_class in ('customer', 'other')),
  -- The round of its lane in which it is processed: a user has one job of each kind in a round.
  queue_round       integer not null default 1 check (queue_round > 0),
  foreign key (provider, model_id) references model (provider, id)
);

create index generation_latest on generation (uid, id desc);
create index generation_unfinished on generation (updated_at) where status in ('queued', 'running');
create unique index generation_request on generation (uid, idempotency_key)
  where idempotency_key is not null;
create index generation_lane
  on generation (provider, applicant_class, (mode in ('image', 'edit_image')), queue_round)
  where status in ('queued', 'running');
create index generation_own_lane
  on generation (uid, provider, applicant_class, (mode in ('image', 'edit_image')), queue_round)
  where status in ('queued', 'running');
create index generation_to_erase on generation (erase_after)
  where deleted_at is not null
    and (original_key is not null or preview_key is not null or input_key is not null
         or prompt <> '' or content is not null);
create index generation_unbought on generation (kept_from)
  where bought_at is null and deleted_at is null
    and (prices is not null or price_paise is not null);
create index generation_bought on generation (uid, bought_at) where bought_at is not null;

-- Ends a purchase of a generation that is being erased or taken down in a concurrent transaction.
create function refuse_gone_generation() returns void language plpgsql as $$
begin
  raise exception 'this generation is deleted'
    using errcode = 'check_violation', constraint = 'generation_there';
end $$;

-- One attempt to buy a generation's final image, named by its hold.
create table unlock (
  hold_id           text primary key,
  generation_id     text not null references generation (id),
  uid               text not null references user_profile (uid),
  wallet_id         text not null references wallet (id),
  attempt           integer not null,
  final_size        integer not null,
  price_paise       bigint not null check (price_paise > 0),
  model_id          text not null,
  -- In the spelling of the catalogue when it was requested.
  model_label       text,
  -- pending: the provider is asked. stored: we have its image, not yet paid. done: paid.
  status            text not null check (status in ('pending', 'stored', 'done', 'failed')),
  image_key         text,
  error             jsonb,
  idempotency_key   text,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- Set immediately before its provider is asked for the picture.
  provider_asked_at timestamptz,
  queue_round       integer not null default 1 check (queue_round > 0),
  -- The purchase of a smaller copy that this one builds on; null if it builds on none.
  upgrades_hold_id  text references unlock (hold_id),
  unique (generation_id, attempt),
  constraint unlock_upgrades_another check (upgrades_hold_id <> hold_id)
);

-- One is in progress at a time; each purchase is built on once.
create unique index unlock_current on unlock (generation_id) where status in ('pending', 'stored');
create unique index unlock_upgraded on unlock (upgrades_hold_id) where status <> 'failed';
create index unlock_unfinished on unlock (updated_at) where status in ('pending', 'stored');
create unique index unlock_request on unlock (uid, idempotency_key)
  where idempotency_key is not null;
create index unlock_recent on unlock (uid, created_at);

-- A bought picture with a brand on it, or fitted to a format. Free: no money depends on it. The row is inserted
-- before its file is made, so it counts against the day in every case, and a repeated request finishes it.
create table picture_version (
  id            text primary key,
  generation_id text not null references generation (id),
  uid           text not null references user_profile (uid),
  -- SHA-256 of the bought copy, the request, and the brand kit as it was.
  digest        bytea not null check (length(digest) = 32),
  -- The request: format, fit and placing.
  recipe        jsonb not null,
  image_key     text,
  width         integer check (width > 0),
  height        integer check (height > 0),
  bytes         integer check (bytes > 0),
  created_at    timestamptz not null default now(),
  deleted_at    timestamptz,
  check (num_nulls(image_key, width, height, bytes) in (0, 4))
);

create unique index picture_version_once on picture_version (generation_id, digest)
  where deleted_at is null;
create index picture_version_recent on picture_version (uid, created_at);

-- Photos that were uploaded and not used yet. The row is written before a byte is read, with the announced
-- number of bytes: it counts against its owner's day in every case, and is deleted with its image after that
-- day. The copy that a request makes of its picture has a row of no bytes until its generation begins.
create table upload (
  id         text primary key,
  uid        text not null references user_profile (uid),
  bytes      bigint not null check (bytes >= 0),
  -- Null until the photo has been checked, and for photos that were part of another request.
  image_key  text,
  width      integer check (width > 0),
  height     integer check (height > 0),
  created_at timestamptz not null default now(),
  check (num_nulls(image_key, width, height) in (0, 3))
);

create index upload_of_user on upload (uid, created_at);
create index upload_expired on upload (created_at);

-- The checksum of each stored picture, by its key. Written after the picture and deleted after it.
create table stored_picture (
  -- In the order of bytes, so that all pictures of an owner are a range.
  key       text collate "C" primary key,
  sha256    bytea       not null check (length(sha256) = 32),
  bytes     bigint      not null check (bytes > 0),
  stored_at timestamptz not null default now()
);

-- After the provider was asked, cancelling costs us money, so it is free only a few times a day.
create table free_cancel (
  uid     text    not null references user_profile (uid),
  -- The day in India.
  day     date    not null,
  used    integer not null,
  -- The day's limit when the last one was used.
  allowed integer not null,
  primary key (uid, day),
  constraint free_cancel_left check (used <= allowed)
);

-- Replies that their provider broke off after their first words, and that were free nevertheless.
create table free_broken_reply (
  uid     text    not null references user_profile (uid),
  -- The day in India.
  day     date    not null,
  used    integer not null,
  allowed integer not null,
  primary key (uid, day),
  constraint free_broken_reply_left check (used <= allowed)
);

create table conversation (
  id          text primary key,
  uid         text not null references user_profile (uid),
  provider    text not null references provider (id),
  language    text not null check (language in ('en', 'hi', 'hg')),
  title       text not null,
  -- The model of the last reply.
  model_id    text not null,
  model_label text not null,
  -- Replies that count, and paid blocks of them.
  turn_count  integer not null default 0 check (turn_count >= 0),
  paid_blocks integer not null default 0 check (paid_blocks >= 0),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  foreign key (provider, model_id) references model (provider, id)
);

create index conversation_latest on conversation (uid, updated_at desc, id desc)
  where deleted_at is null;
-- The auditor compares the conversations of the last day with their turns.
create index conversation_recent on conversation (updated_at) where deleted_at is null;
create index conversation_owner on conversation (uid) where deleted_at is null;

-- A question and the reply to it.
create table chat_turn (
  id                text primary key,
  conversation_id   text not null references conversation (id),
  uid               text not null references user_profile (uid),
  -- The number of this counted reply, from 0. Null for the seed of a conversation.
  number            integer check (number >= 0),
  -- seed: the text that a conversation began with. streaming: an API process is writing it and holds a lease
  -- until `lease_until`. cancelled: stopped before it began.
  status            text not null
    check (status in ('seed', 'streaming', 'done', 'stopped', 'failed', 'cancelled')),
  prompt            text,
  content           text,
  -- A finished reply that reached the maximum length of a reply.
  is_cut            boolean not null default false,
  error             jsonb,
  -- Null only for a seed whose model is not known.
  model_id          text,
  model_label       text,
  -- The hold of a reply that opens a block and pays for it.
  hold_id           text unique,
  price_paise       bigint check (price_paise > 0),
  rate_card_version text not null,
  -- The first turn that the model was given; null for all of them.
  kept_from_turn_id text references chat_turn (id),
  -- The counted turn whose place this one takes once it counts. That one stays counted, paid and readable.
  replaces_turn_id  text references chat_turn (id),
  -- Pictures of the message, in its order.
  picture_ids       text[] not null default '{}',
  lease_until       timestamptz,
  idempotency_key   text,
  request_hash      bytea check (length(request_hash) = 32),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- In a paid block: when the provider had begun to write.
  first_words_at    timestamptz,
  -- Set with a row of `free_broken_reply`: from here on the reply is free, even if the process crashes before
  -- its end. A turn that is 'stopped' and has an error was broken off by its provider and counts.
  forgiven_at       timestamptz,
  check ((status = 'streaming') = (lease_until is not null)),
  check ((number is null) = (status = 'seed')),
  constraint chat_turn_model_check
    check (status = 'seed' or (model_id is not null and model_label is not null))
);

-- Two tabs cannot write the same reply, open the same block, or skip one.
create unique index chat_turn_number on chat_turn (conversation_id, number)
  where status in ('streaming', 'done', 'stopped');
create index chat_turn_order on chat_turn (conversation_id, number nulls first, id);
create index chat_turn_recent on chat_turn (uid, created_at);
create index chat_turn_lease on chat_turn (lease_until) where status = 'streaming';
create unique index chat_turn_request on chat_turn (uid, idempotency_key)
  where idempotency_key is not null;

-- Refuses a message to a conversation that was deleted since it was read. The lock waits for a deletion in
-- progress, and a later deletion waits for it and finds the turn.
create function refuse_deleted_conversation() returns trigger language plpgsql as $$
begin
  perform from conversation where id = new.conversation_id and deleted_at is null for key share;
  if not found then
    raise exception 'this conversation is deleted'
      using errcode = 'check_violation', constraint = 'conversation_there';
  end if;
  return null;
end $$;

-- After the insert: a new conversation is inserted by the same statement.
create trigger chat_turn_conversation after insert on chat_turn
  for each row execute function refuse_deleted_conversation();

-- Small copies of uploaded photos that messages show. A row is written before its file, belongs to no
-- conversation until its message begins, and is deleted with its file after its conversation.
create table chat_picture (
  id              text primary key,
  uid             text not null references user_profile (uid),
  conversation_id text references conversation (id),
  width           integer not null check (width > 0),
  height          integer not null check (height > 0),
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz
);

create index chat_picture_conversation on chat_picture (conversation_id)
  where conversation_id is not null;
create index chat_picture_unused on chat_picture (created_at)
  where conversation_id is null or deleted_at is not null;

-- A user had a prompt improved. The prompt itself is not stored.
create table prompt_improvement (
  id  bigint generated always as identity primary key,
  uid text        not null references user_profile (uid),
  at  timestamptz not null default now()
);

create index prompt_improvement_recent on prompt_improvement (uid, at);

-- One call to a provider: its usage and its cost to us.
create table provider_call (
  id            bigint generated always as identity primary key,
  at            timestamptz not null default now(),
  generation_id text references generation (id),
  chat_turn_id  text references chat_turn (id),
  prompt_improvement_id bigint references prompt_improvement (id),
  purpose       text        not null
    check (purpose in ('preview', 'final', 'chat', 'improve')),
  provider      text        not null,
  model_id      text        not null,
  -- Null if it succeeded.
  failure       text,
  duration_ms   integer     not null,
  -- The model that answered if it is another one, whose prices then count.
  answered_by   text,
  input_tokens  bigint      not null,
  -- Parts of the input.
  cached_tokens bigint      not null default 0,
  cache_write_tokens bigint not null default 0,
  image_input_tokens bigint not null default 0,
  output_tokens bigint      not null,
  -- A part of the output.
  image_output_tokens bigint not null default 0,
  images        integer     not null,
  -- Null if it is not known, because the model has no price. Not 0: sums are without these calls.
  cost_microusd bigint,
  -- Whether we estimated the usage because the provider did not report it.
  is_estimate   boolean     not null default false,
  foreign key (provider, model_id) references model (provider, id),
  constraint provider_call_subject_check
    check (num_nonnulls(generation_id, chat_turn_id, prompt_improvement_id) = 1
           and (purpose = 'chat') = (chat_turn_id is not null)
           and (purpose = 'improve') = (prompt_improvement_id is not null))
);

create index provider_call_generation on provider_call (generation_id);
create index provider_call_chat_turn on provider_call (chat_turn_id)
  where chat_turn_id is not null;
-- Spending is summed from the index alone.
create index provider_call_cost on provider_call (provider, at) include (cost_microusd);
create index provider_call_unpriced on provider_call (provider, at) where cost_microusd is null;

grant select, insert on provider_call, prompt_improvement to sachet_app;
grant select, update on provider to sachet_app;
grant select, insert, update on provider_balance to sachet_app;
grant select on priced_model to sachet_app;
grant select, insert, update on model, model_price, model_sync, generation, unlock, picture_version, free_cancel,
  free_broken_reply, conversation, chat_turn to sachet_app;
grant select, insert, update, delete on model_default, upload, chat_picture, stored_picture to sachet_app;
