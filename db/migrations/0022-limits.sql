-- How often somebody asked in this minute, where there is no Redis to count it in (api/rate-limits.ts).
-- Unlogged: after a crash of the database everybody begins anew. Its columns are the library's.
create unlogged table rate_limit (
  key    text primary key,
  points integer not null default 0,
  -- Milliseconds since the epoch.
  expire bigint
) with (fillfactor = 50);

grant select, insert, update, delete on rate_limit to sachet_app;

-- How many orders of one person wait to be paid is asked before each new one.
create index payment_order_open on payment_order (uid, expires_at) where status = 'created';
