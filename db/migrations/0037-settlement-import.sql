-- What the import of a settled line costs. Nothing asks by payment or by line, and of disputes there
-- are few. `settlement_current` is written by the statement that writes the line: its foreign key was
-- two fifths of that statement's time.
alter table settlement_current
  drop constraint settlement_current_line_id_fkey,
  drop constraint settlement_current_line_id_key;
drop index settlement_current_payment;
drop index settlement_current_dispute;
create index settlement_current_dispute on settlement_current (dispute_id)
  where dispute_id is not null;
