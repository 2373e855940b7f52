-- Everything a person made: favourites, previews that are kept for a time, deletions that can be undone.

alter table generation
  add column favourite_at timestamptz,
  -- When it was first paid for, written with the charge. The ledger's events are the facts.
  add column bought_at timestamptz,
  -- What has a price and is not bought is kept for some days from here: from when it was made, or was
  -- last about to be bought. What stands when this lands is kept from now.
  add column kept_from timestamptz not null default now(),
  -- Of what is deleted: until then it can be brought back, then its words and images are erased.
  add column erase_after timestamptz;

update generation g set bought_at = paid.at
  from (
    select generation_id, min(recorded_at) as at from ledger_event
     where generation_id is not null and kind in ('HoldCaptured', 'Charged')
     group by generation_id
  ) paid
 where paid.generation_id = g.id;
update generation set erase_after = deleted_at where deleted_at is not null;

drop index generation_to_erase;
create index generation_to_erase on generation (erase_after)
  where deleted_at is not null
    and (original_key is not null or preview_key is not null or input_key is not null
         or prompt <> '' or content is not null);
create index generation_unbought on generation (kept_from)
  where bought_at is null and deleted_at is null
    and (prices is not null or price_paise is not null);
create index generation_bought on generation (uid, bought_at) where bought_at is not null;
