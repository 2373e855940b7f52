-- Signed statements of where every wallet's chain stood. A tail that was cut off, a history that
-- was rewritten, a backup that was restored: each contradicts one of them.

create table ledger_checkpoint (
  number        bigint primary key check (number > 0),
  version       smallint    not null,
  created_at    timestamptz not null,
  wallet_count  bigint      not null,
  event_count   bigint      not null,
  balance_paise bigint      not null,
  held_paise    bigint      not null,
  merkle_root   bytea       not null check (length(merkle_root) = 32),
  -- SHA-256 of the checkpoint before; 32 zero bytes before the first.
  previous_hash bytea       not null check (length(previous_hash) = 32),
  hash          bytea       not null check (length(hash) = 32),
  key_id        text        not null,
  signature     bytea       not null check (length(signature) = 64)
);

-- The heads that moved since the checkpoint before; a wallet's head at checkpoint n is its newest
-- row up to n.
create table ledger_checkpoint_head (
  wallet_id         text   not null references wallet (id),
  checkpoint_number bigint not null references ledger_checkpoint (number),
  seq               bigint not null,
  head              bytea  not null,
  balance_paise     bigint not null,
  held_paise        bigint not null,
  primary key (wallet_id, checkpoint_number)
);

create trigger ledger_checkpoint_append_only before update or delete on ledger_checkpoint
  for each row execute function refuse_change();
create trigger ledger_checkpoint_no_truncate before truncate on ledger_checkpoint
  for each statement execute function refuse_change();
create trigger ledger_checkpoint_head_append_only before update or delete on ledger_checkpoint_head
  for each row execute function refuse_change();
create trigger ledger_checkpoint_head_no_truncate before truncate on ledger_checkpoint_head
  for each statement execute function refuse_change();

-- What was backdated or dated ahead: few, and all that "as of" by effective time has to add.
create index ledger_event_backdated on ledger_event (wallet_id, effective_at)
  where effective_at <> recorded_at;

grant select, insert on ledger_checkpoint, ledger_checkpoint_head to sachet_app;
