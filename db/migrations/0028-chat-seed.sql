-- Words that a conversation began with were labelled with the model that went on from them. They now
-- keep the name of the model that wrote them, and none where nobody knows it.
alter table chat_turn alter column model_id drop not null;
alter table chat_turn alter column model_label drop not null;

-- A locked answer was continued from its first words, which end with an ellipsis.
update chat_turn s set (model_id, model_label) = (
  select g.model_id, g.model_label from generation g
   where g.uid = s.uid and g.mode = 'general' and g.prompt = s.prompt
     and starts_with(btrim(g.content, E' \n\r\t'), rtrim(s.content, '…'))
   order by g.id desc limit 1
) where s.status = 'seed';

alter table chat_turn add constraint chat_turn_model_check
  check (status = 'seed' or (model_id is not null and model_label is not null));
