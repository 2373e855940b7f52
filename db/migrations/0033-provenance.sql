-- Which credits paid for what: a cache of `shared/ledger/provenance.ts` over the events, kept by the
-- worker beside the write path. All of it can be computed anew (`npm run ledger -- provenance --rebuild`).

-- How far each wallet is computed, and what the next event goes on from. No foreign key: the write
-- path's lock on the wallet's row must not be waited for.
create table provenance_wallet (
  wallet_id   text primary key,
  seq         bigint not null check (seq >= 0),
  -- Unspent lots in the order of spending, and debts, oldest first.
  lots        jsonb  not null,
  debts       jsonb  not null,
  -- Their sums.
  paid_paise  bigint not null check (paid_paise >= 0),
  bonus_paise bigint not null check (bonus_paise >= 0),
  debt_paise  bigint not null check (debt_paise >= 0)
);

-- So much of the lot that `lot_seq` credited went into what `taken_seq` took, or came back from it.
create table provenance_move (
  wallet_id    text     not null,
  -- The event that moved it.
  seq          bigint   not null,
  -- Orders the moves of one event.
  ordinal      smallint not null,
  lot_seq      bigint   not null,
  taken_seq    bigint   not null,
  is_paid      boolean  not null,
  purpose      text     not null check (purpose in
    ('bought', 'refunded', 'disputed', 'adjusted', 'cleared', 'unclaimed')),
  amount_paise bigint   not null check (amount_paise <> 0),
  primary key (wallet_id, seq, ordinal)
);

create index provenance_move_lot on provenance_move (wallet_id, lot_seq, seq, ordinal);
-- What an event took when it was recorded is found by its own number: only what moved later is here.
create index provenance_move_later on provenance_move (wallet_id, taken_seq, seq)
  where seq <> taken_seq;

-- What each Indian day changed, over all wallets, by the events' time of recording.
create table provenance_day (
  day         text primary key,
  paid_paise  bigint not null,
  bonus_paise bigint not null,
  debt_paise  bigint not null
);

grant select, insert, update on provenance_wallet, provenance_day to sachet_app;
grant select, insert on provenance_move to sachet_app;

-- The public keys that checkpoints are or were signed with, for whoever checks a receipt. Written by
-- the worker, which has the signing key.
create table ledger_public_key (
  key_id       text primary key,
  public_key   bytea       not null check (length(public_key) = 32),
  published_at timestamptz not null default now()
);
create trigger ledger_public_key_append_only before update or delete on ledger_public_key
  for each row execute function refuse_change();
create trigger ledger_public_key_no_truncate before truncate on ledger_public_key
  for each statement execute function refuse_change();
grant select, insert on ledger_public_key to sachet_app;
