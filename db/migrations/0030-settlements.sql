-- Finance: who may see the books, what the gateway says it has settled, and what does not agree.

-- Granted and revoked by the operator (`npm run admin`), never by the API: it can only read this.
create table finance_user (
  uid        text primary key references user_profile (uid),
  granted_at timestamptz not null default now()
);
grant select on finance_user to sachet_app;
