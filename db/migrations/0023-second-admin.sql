-- Webhooks by what was signed; large credits by two admins.

-- The header that `event_id` came from is not signed: a replay under another id was a new event, and
-- another event under a known id was none. From here on the row is named by the digest of its body,
-- which stays when the body is forgotten.
alter table gateway_webhook add column gateway_event_id text;

-- Of those that came twice under two ids the first gets the name. Those whose body is forgotten keep
-- the name they had.
update gateway_webhook w
   set gateway_event_id = nullif(w.event_id, signed.name),
       event_id = case when signed.nth = 1 then signed.name else w.event_id end
  from (
    select event_id, name, row_number() over (partition by name order by received_at, event_id) as nth
      from (
        select event_id, received_at, 'sha256_' || encode(sha256(body), 'hex') as name
          from gateway_webhook where body is not null
      ) as named
  ) as signed
 where w.event_id = signed.event_id;

update gateway_webhook set gateway_event_id = event_id
 where body is null and event_id not like 'sha256\_%';
