-- An invitation says what its person may spend a month, and a member's budget survives leaving.
set local lock_timeout = '1s';

alter table organization_invite
  -- 0 for unlimited. The default is for servers that do not know the column yet.
  add column budget_paise bigint not null default 100000 check (budget_paise >= 0);

alter table member_budget
  -- The budget that this person had as a member; null while it is the one above. Set while they have left
  -- the organization or are its admin, and returned to them as a member.
  add column kept_paise bigint check (kept_paise >= 0);
