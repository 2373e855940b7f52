-- Which of its two indexes a month is looked up by is decided when a statement is planned, and then kept. By
-- the member alone, all months of whoever spends from many wallets were read for each of them.
drop index concurrently if exists member_month_by_member;
-- concurrently
create index concurrently member_month_by_member on member_month (member_uid, wallet_id, month);
-- concurrently
set local lock_timeout = '1s';
drop index member_month_member;
alter index member_month_by_member rename to member_month_member;
