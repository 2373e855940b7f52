-- A wallet whose owner has closed the account: what is left in it goes back or out. The row is its own
-- outbox.
create table wallet_closing (
  wallet_id    text primary key references wallet (id),
  -- Whose account was closed.
  uid          text        not null references user_profile (uid),
  -- What becomes of money that was paid in and not spent.
  remainder    text        not null check (remainder in ('send_back', 'give_up')),
  requested_at timestamptz not null default now(),
  next_look_at timestamptz not null default now(),
  -- Nothing is left. A payment that comes later is looked at again.
  cleared_at   timestamptz
);
create index wallet_closing_due on wallet_closing (next_look_at) where cleared_at is null;
create index wallet_closing_cleared on wallet_closing (cleared_at) where cleared_at is not null;

grant select, insert, update on wallet_closing to sachet_app;

-- Accounts that were deleted before: what is left of theirs is owed to them as well.
insert into wallet_closing (wallet_id, uid, remainder)
select w.id, p.uid, 'send_back' from user_profile p
  join wallet w on w.owner_kind = 'user' and w.owner_id = p.uid
 where p.deleted_at is not null;
