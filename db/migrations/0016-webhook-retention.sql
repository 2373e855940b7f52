-- What a webhook said names whoever paid. It is kept while it can still be of use, then only that it
-- came, and what came of it.
alter table gateway_webhook
  alter column body drop not null,
  add check (body is not null or processed_at is not null);

create index gateway_webhook_kept on gateway_webhook (processed_at) where body is not null;
