-- What finance asks of a day, of a moment and of a settlement, found without reading everything about it.

-- Later events fill what space is left in earlier blocks. With one interval for each range of blocks, one
-- of them makes a range span months, and the range is read for every day of these.
drop index concurrently if exists ledger_event_recorded;
-- concurrently
create index concurrently ledger_event_recorded on ledger_event
  using brin (recorded_at timestamptz_minmax_multi_ops, position)
  with (pages_per_range = 32, autosummarize = on);
-- concurrently
drop index concurrently if exists ledger_event_when;
-- concurrently

-- A page of a settlement's payments, in their order.
drop index concurrently if exists settlement_current_payments;
-- concurrently
create index concurrently settlement_current_payments on settlement_current (utr, kind, entity_id);
-- concurrently
drop index concurrently if exists settlement_current_utr;
-- concurrently

-- How many payments stand under each of the bank's references, and what they come to before fees: a
-- settlement of 50,000 payments is not added up for each page about it.
create table settlement_sum (
  utr          text   primary key,
  payments     bigint not null,
  amount_paise bigint not null
);

-- In the transaction of the lines, whichever code writes them: what stands now is added, and what stood
-- before it is taken away. A line has one version in a statement.
create function add_settlement_sums() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into settlement_sum as s (utr, payments, amount_paise)
  select utr, sum(payments), sum(payments * amount_paise) from (
    select utr, 1 as payments, amount_paise from added
     where kind = 'payment' and not is_gone and utr is not null
    union all
    select earlier.utr, -1, earlier.amount_paise
      from added join settlement_line earlier
        on (earlier.kind, earlier.entity_id, earlier.settlement_id, earlier.version)
         = (added.kind, added.entity_id, added.settlement_id, added.version - 1)
     where added.version > 1
       and added.kind = 'payment' and not earlier.is_gone and earlier.utr is not null
  ) changed group by utr
  on conflict (utr) do update set payments = s.payments + excluded.payments,
                                  amount_paise = s.amount_paise + excluded.amount_paise;
  return null;
end $$;

create trigger settlement_line_sums after insert on settlement_line
  referencing new table as added for each statement execute function add_settlement_sums();

insert into settlement_sum (utr, payments, amount_paise)
select l.utr, count(*), sum(l.amount_paise)
  from settlement_current c join settlement_line l on l.id = c.line_id
 where l.kind = 'payment' and not l.is_gone and l.utr is not null group by l.utr;

grant select on settlement_sum to sachet_app;
