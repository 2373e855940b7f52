-- needs code of 0046-ledger-keys
set local lock_timeout = '1s';
alter table ledger_event drop constraint ledger_event_wallet_id_idempotency_key_key;
drop index ledger_event_hold_once;
