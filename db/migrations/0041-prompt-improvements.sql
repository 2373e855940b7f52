-- Somebody had a prompt made better. The prompt itself is not kept: what they make of it is.
create table prompt_improvement (
  id  bigint generated always as identity primary key,
  uid text        not null references user_profile (uid),
  at  timestamptz not null default now()
);

create index prompt_improvement_recent on prompt_improvement (uid, at);

grant select, insert on prompt_improvement to sachet_app;

-- A call is for a generation, a chat turn or an improvement. What stands was checked by the constraints
-- that these replace.
alter table provider_call
  add column prompt_improvement_id bigint references prompt_improvement (id),
  drop constraint provider_call_purpose_check,
  drop constraint provider_call_subject_check,
  add constraint provider_call_purpose_check
    check (purpose in ('preview', 'final', 'chat', 'improve')) not valid,
  add constraint provider_call_subject_check
    check (num_nonnulls(generation_id, chat_turn_id, prompt_improvement_id) = 1
           and (purpose = 'chat') = (chat_turn_id is not null)
           and (purpose = 'improve') = (prompt_improvement_id is not null)) not valid;
