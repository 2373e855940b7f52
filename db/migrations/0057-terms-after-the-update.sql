-- Before an update, a trigger's WHEN is asked of a row that is locked for it: a lock and its entry in the
-- log for every event, for a trigger that hardly ever runs. Afterwards it is only looked at.
set local lock_timeout = '1s';

create or replace function change_wallet_terms() returns trigger language plpgsql as $$
begin
  update wallet set terms_version = terms_version + 1 where id = new.id;
  return null;
end $$;

create or replace trigger wallet_terms after update on wallet for each row
  when (new.head = old.head and new.terms_version = old.terms_version)
  execute function change_wallet_terms();
