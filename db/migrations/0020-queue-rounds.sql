-- The round of its provider's lane in which a preview or an unlock is served: a user has one of each
-- kind in a round. What waits when this lands keeps its order.
alter table generation add column queue_round integer not null default 1 check (queue_round > 0);
alter table unlock add column queue_round integer not null default 1 check (queue_round > 0);

create index generation_lane on generation (provider, queue_round)
  where status in ('queued', 'running');
create index generation_own_lane on generation (uid, provider, queue_round)
  where status in ('queued', 'running');
