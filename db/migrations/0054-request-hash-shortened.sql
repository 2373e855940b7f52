-- Reads the whole table; whoever writes to it goes on.
alter table ledger_event validate constraint ledger_event_request_hash_length;
-- concurrently

-- needs code of 0053-request-hash-of-8-bytes
set local lock_timeout = '1s';
-- A connection of the ledger that does not find it writes 8 bytes.
alter table ledger_event drop constraint ledger_event_request_hash_check;
