-- A provider that was asked has cost us money. Cancelling then is free a few times a day; what is
-- cancelled or fails is in the books with its estimated cost.

alter table unlock
  -- Set right before its provider is asked for the picture.
  add column provider_asked_at timestamptz;

create index unlock_recent on unlock (uid, created_at);

alter table chat_turn
  -- Of a reply in a paid block: when the provider had begun to write it.
  add column first_words_at timestamptz;

create table free_cancel (
  uid     text    not null references user_profile (uid),
  -- In India.
  day     date    not null,
  used    integer not null,
  -- How many there were a day when the last one was taken.
  allowed integer not null,
  primary key (uid, day),
  constraint free_cancel_left check (used <= allowed)
);

grant select, insert, update on free_cancel to sachet_app;

alter table provider_call
  -- Whether its usage is our estimate: the provider did not say.
  add column is_estimate boolean not null default false;

-- Chat replies that did not come to their end were estimated before, too.
update provider_call set is_estimate = true
 where purpose = 'chat' and failure is not null and input_tokens + output_tokens > 0;
