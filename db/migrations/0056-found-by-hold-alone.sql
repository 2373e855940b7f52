-- needs code of 0055-found-by-hold
set local lock_timeout = '1s';
drop index ledger_event_key;
alter index ledger_event_other_key rename to ledger_event_key;
drop index ledger_event_generation;
alter index ledger_event_other_generation rename to ledger_event_generation;
