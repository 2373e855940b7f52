-- What is known of an event is stored once, in the event: holds, charges and payments are read from
-- `ledger_event`, and only holds that are open have rows of their own. Servers of the release before
-- may go on writing while this is applied and afterwards.

-- Placed once and ended once, whatever the processes that write it believe: also how a hold is found.
drop index concurrently if exists ledger_event_hold_once;
-- concurrently
create unique index concurrently ledger_event_hold_once on ledger_event (hold_id, (held_paise > 0))
  where hold_id is not null;
-- concurrently
drop index concurrently if exists ledger_event_hold;
-- concurrently
drop index concurrently if exists ledger_event_generation;
-- concurrently
create index concurrently ledger_event_generation on ledger_event (generation_id)
  where generation_id is not null;
-- concurrently
drop index concurrently if exists ledger_event_conversation;
-- concurrently
create index concurrently ledger_event_conversation on ledger_event (conversation_id)
  where conversation_id is not null;
-- concurrently
drop index concurrently if exists ledger_event_order;
-- concurrently
create index concurrently ledger_event_order on ledger_event (order_id) where order_id is not null;
-- concurrently

-- Somebody who reads these tables for minutes would hold up all who wait behind this: it is tried again.
set local lock_timeout = '1s';
-- Every batch begins with a lock on its wallets: whoever writes has ended, or waits here.
lock table wallet in exclusive mode;
lock table hold, charge, payment in access exclusive mode;

-- Reserved money, for as long as it is. The event that placed it says the rest.
create table open_hold (
  id           text primary key,
  wallet_id    text        not null,
  amount_paise bigint      not null check (amount_paise > 0),
  expires_at   timestamptz not null
  -- Few rows, which come and go with every purchase.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

insert into open_hold select id, wallet_id, amount_paise, expires_at from hold where status = 'open';

create type ledger_write_open_hold as (
  id text, wallet_id text, amount_paise bigint, expires_at timestamptz
);

drop table hold, charge, payment;

-- `ctid` is a column here: servers of the release before find a row by it (decision 0026).
create view hold as
  select placed.hold_id as id, placed.wallet_id, placed.held_paise as amount_paise,
         coalesce((
           select case ended.kind when 'HoldVoided' then 'voided' when 'HoldExpired' then 'expired'
                    else 'captured' end
           from ledger_event ended where ended.hold_id = placed.hold_id and ended.held_paise < 0
         ), 'open') as status,
         placed.counter_account, placed.member_uid, placed.budget_month, placed.generation_id,
         placed.conversation_id, placed.hold_expires_at as expires_at, placed.upgrades_seq, placed.ctid
  from ledger_event placed where placed.kind = 'HoldPlaced';

create view charge as
  select made.wallet_id, made.seq, -made.amount_paise as amount_paise,
         coalesce((
           select sum(back.amount_paise) from ledger_event back
           where back.wallet_id = made.wallet_id and back.reverses_seq = made.seq
         ), 0)::bigint as refunded_paise,
         made.counter_account, made.member_uid, made.budget_month, made.generation_id,
         made.conversation_id
  from ledger_event made where made.kind in ('HoldCaptured', 'Charged');

create view payment as
  select credited.payment_id as id, credited.wallet_id, credited.order_id,
         credited.amount_paise as credited_paise,
         coalesce((
           select -sum(back.amount_paise) from ledger_event back
           where back.payment_id = credited.payment_id and back.kind = 'TopUpRefunded'
         ), 0)::bigint as refunded_paise,
         coalesce((
           select -sum(back.amount_paise) from ledger_event back
           where back.payment_id = credited.payment_id and back.kind in ('TopUpDisputed', 'DisputeWon')
         ), 0)::bigint as disputed_paise
  from ledger_event credited where credited.kind = 'TopUpCredited';

-- What a server of the release before writes besides its events: open holds, and nothing else that is
-- not in the events. To be dropped when none of them is left.
create function write_as_before() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'hold' then
    if tg_op = 'UPDATE' then
      delete from open_hold where id = old.id and new.status <> 'open';
    elsif new.status = 'open' then
      insert into open_hold values (new.id, new.wallet_id, new.amount_paise, new.expires_at);
    end if;
  end if;
  return new;
end $$;

create trigger hold_as_before instead of insert or update on hold
  for each row execute function write_as_before();
create trigger charge_as_before instead of insert or update on charge
  for each row execute function write_as_before();
create trigger payment_as_before instead of insert or update on payment
  for each row execute function write_as_before();

grant select, insert, delete on open_hold to sachet_app;
grant select, insert, update on hold, charge, payment to sachet_app;
