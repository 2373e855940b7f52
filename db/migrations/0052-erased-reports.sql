-- A report that was forgotten says so: what it was about goes too, where it was words and no id of ours.
drop index content_report_words;
alter table content_report add column erased_at timestamptz;
create index content_report_to_erase on content_report (resolved_at)
  where resolved_at is not null and erased_at is null;
