-- What is reserved for a refund is nobody's spending: it has no member and no month.
alter table hold
  alter column member_uid drop not null,
  alter column budget_month drop not null,
  add constraint hold_member_month check ((member_uid is null) = (budget_month is null));
