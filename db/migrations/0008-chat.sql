-- Chat: conversations, and their turns. A turn is a question and the reply to it.

create table conversation (
  id          text primary key,
  uid         text not null references user_profile (uid),
  provider    text not null check (provider in ('google', 'openai')),
  language    text not null check (language in ('en', 'hi', 'hg')),
  title       text not null,
  -- Who wrote the last reply.
  model_id    text not null,
  model_label text not null,
  -- Replies that count, and blocks of them that were paid.
  turn_count  integer not null default 0 check (turn_count >= 0),
  paid_blocks integer not null default 0 check (paid_blocks >= 0),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  foreign key (provider, model_id) references model (provider, id)
);

create index conversation_latest on conversation (uid, updated_at desc, id desc)
  where deleted_at is null;

create table chat_turn (
  id                text primary key,
  conversation_id   text not null references conversation (id),
  uid               text not null references user_profile (uid),
  -- Which counted reply this is or would be, from 0. Null for words a conversation began with.
  number            integer check (number >= 0),
  -- seed: where the conversation continues from. streaming: being written by an API process that
  -- says so until `lease_until`. cancelled: stopped before it began.
  status            text not null
    check (status in ('seed', 'streaming', 'done', 'stopped', 'failed', 'cancelled')),
  prompt            text,
  content           text,
  error             jsonb,
  model_id          text not null,
  model_label       text not null,
  -- The reply that opens a block pays for it.
  hold_id           text unique,
  price_paise       bigint check (price_paise > 0),
  rate_card_version text not null,
  -- The first turn that the model was given; null for all of them.
  kept_from_turn_id text references chat_turn (id),
  lease_until       timestamptz,
  idempotency_key   text,
  request_hash      bytea check (length(request_hash) = 32),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  check ((status = 'streaming') = (lease_until is not null)),
  check ((number is null) = (status = 'seed'))
);

-- Two tabs cannot write the same reply, nor begin the same block, nor go past one.
create unique index chat_turn_number on chat_turn (conversation_id, number)
  where status in ('streaming', 'done', 'stopped');
create index chat_turn_order on chat_turn (conversation_id, number nulls first, id);
create index chat_turn_recent on chat_turn (uid, created_at);
create index chat_turn_lease on chat_turn (lease_until) where status = 'streaming';
create unique index chat_turn_request on chat_turn (uid, idempotency_key)
  where idempotency_key is not null;

alter table provider_call
  alter column generation_id drop not null,
  add column chat_turn_id text references chat_turn (id),
  drop constraint provider_call_purpose_check,
  add constraint provider_call_purpose_check check (purpose in ('preview', 'final', 'chat')),
  add constraint provider_call_subject_check
    check ((generation_id is null) <> (chat_turn_id is null)
           and (purpose = 'chat') = (chat_turn_id is not null));

create index provider_call_chat_turn on provider_call (chat_turn_id)
  where chat_turn_id is not null;

grant select, insert, update on conversation, chat_turn to sachet_app;
