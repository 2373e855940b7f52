-- A process may decide from what it remembers of a wallet and have the write itself check that nothing
-- has changed since: the wallet's head tells of events, a number of what decisions read besides them.
-- Servers of the release before change both like everybody else.

-- Somebody who holds the table for long would hold up all who wait behind this: it is tried again.
set local lock_timeout = '1s';

alter table wallet add column terms_version bigint not null default 0;
grant update (terms_version) on wallet to sachet_app;

-- Every change but an event's: a lock on a bonus, a row that was put right.
create function change_wallet_terms() returns trigger language plpgsql as $$
begin
  new.terms_version := old.terms_version + 1;
  return new;
end $$;

create trigger wallet_terms before update on wallet for each row
  when (new.head = old.head and new.terms_version = old.terms_version)
  execute function change_wallet_terms();

create function change_budget_terms() returns trigger language plpgsql as $$
begin
  update wallet set terms_version = terms_version + 1
  where id in (old.wallet_id, new.wallet_id);
  return null;
end $$;

create trigger member_budget_terms after insert or update or delete on member_budget
  for each row execute function change_budget_terms();

create type ledger_write_wallet_2 as (
  id text, balance_paise bigint, held_paise bigint, floor_paise bigint, seq bigint, head bytea,
  recorded_at timestamptz, terms_version bigint,
  -- What has to stand there for this to be written.
  known_head bytea
);

-- Ends a write whose wallets are not as it took them to be.
create function refuse_stale_write() returns boolean language plpgsql as $$
begin
  raise exception 'a wallet has changed' using errcode = 'serialization_failure';
end $$;
