-- What is to be erased of a report once it has been closed long enough.
create index content_report_words on content_report (resolved_at)
  where resolved_at is not null and (contact is not null or mailbox is not null or details <> '');
