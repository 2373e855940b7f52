-- The links of an invitation's mail that stop further mails have a secret of their own: mail programs
-- and their logs pass it around, so it must not join.
alter table invite_secret
  add column purpose text not null default 'join' check (purpose in ('join', 'stop'));
