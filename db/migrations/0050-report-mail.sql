-- The language that a report came in, for the mail which acknowledges it.
alter table content_report
  add column language text not null default 'en' check (language in ('en', 'hi', 'hg'));

-- That mail, asked for by the step of an admin that acknowledges the report. The row is its outbox;
-- null where nobody is to be mailed.
alter table content_report
  add column mail_status text check (mail_status in ('queued', 'sent', 'failed', 'too_many')),
  add column mail_requested_at timestamptz,
  -- Of the address that it goes to: what the limit counts.
  add column mailbox text;

create index content_report_mail on content_report (mail_requested_at) where mail_status = 'queued';
create index content_report_mailbox on content_report (mailbox, mail_requested_at)
  where mailbox is not null;
