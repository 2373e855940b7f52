-- Tax documents: who supplies, who is billed, and the documents that were issued. Amounts are integer paise.

-- The supplier, from a moment on. `settings` is `SupplierSettings` of `shared/tax/content.ts`.
create table supplier_setting (
  id         bigint generated always as identity primary key,
  valid_from timestamptz not null,
  -- Null without a registration: then no tax document is issued.
  gstin      text,
  settings   jsonb       not null,
  set_by     text        not null,
  set_at     timestamptz not null default now()
);

create index supplier_setting_valid on supplier_setting (valid_from, id);

select make_append_only('supplier_setting');

-- The settings at a moment are those whose span contains it; an end of null is open.
create view supplier_setting_span as
  select id, gstin, valid_from, lead(valid_from) over (order by valid_from, id) as valid_until
  from supplier_setting;

create function supplier_setting_at(at timestamptz) returns bigint language sql stable as $$
  select id from supplier_setting where valid_from <= at order by valid_from desc, id desc limit 1
$$;

-- The name and address on a wallet's documents, from a moment on. Erased with their user; the State stays,
-- because it decides the tax of the last month.
create table billing_profile (
  id         bigint generated always as identity primary key,
  wallet_id  text        not null,
  valid_from timestamptz not null,
  name       text        not null,
  address    text        not null,
  pin        text,
  state_code text,
  gstin      text,
  -- Null in India.
  country    text,
  -- In a Special Economic Zone.
  is_sez     boolean     not null,
  set_by     text        not null
);

create index billing_profile_wallet on billing_profile (wallet_id, valid_from, id);

-- Requests to move the advances of an earlier registration to the present one (`db/tax/closings.ts`).
create table registration_closing (
  id       bigint generated always as identity primary key,
  gstin    text        not null,
  asked_by text        not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- Every wallet has its vouchers.
  done_at  timestamptz
);

create unique index registration_closing_open on registration_closing (gstin) where done_at is null;

-- A series is one prefix in one financial year, of one kind and one registration.
create table document_series (
  prefix      text   not null,
  -- `2627`, or `2627B` after a restore in that year (`issue_document`).
  year        text   not null check (year ~ '^\d{4}[B-Z]?$'),
  kind        text   not null,
  gstin       text,
  last_serial bigint not null check (last_serial >= 0),
  -- Hash of the newest document; 32 zero bytes before the first.
  head        bytea  not null check (length(head) = 32),
  primary key (prefix, year)
);

create table document (
  id            bigint generated always as identity primary key,
  number        text        not null unique check (number ~ '^[A-Z1-9][A-Z0-9/]{1,15}$'),
  prefix        text        not null,
  year          text        not null,
  serial        bigint      not null check (serial > 0),
  kind          text        not null,
  gstin         text,
  settings_id   bigint      not null references supplier_setting (id),
  wallet_id     text        not null,
  -- The event that it is about, or for an invoice its month.
  seq           bigint,
  month         text check (month ~ '^\d{4}-\d\d$'),
  -- The invoice of a credit note.
  against_id    bigint references document (id),
  -- The closing of a registration that a refund voucher and a receipt voucher belong to, instead of an event.
  closing_id    bigint references registration_closing (id),
  -- The day in India.
  day           text        not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  amount_paise  bigint      not null check (amount_paise >= 0),
  -- Canonical JSON of `DocumentContent`.
  content       text        not null,
  previous_hash bytea       not null check (length(previous_hash) = 32),
  -- SHA-256(previous hash, SHA-256(number, newline, content)).
  hash          bytea       not null check (length(hash) = 32),
  issued_at     timestamptz not null,
  -- Amounts and recipient that finance lists and sums, taken from the content.
  discount_paise  bigint generated always as
    ((content::jsonb #>> '{totals,discountPaise}')::bigint) stored,
  taxable_paise   bigint generated always as
    ((content::jsonb #>> '{totals,taxablePaise}')::bigint) stored,
  -- The central tax; the State tax is the same.
  cgst_paise      bigint generated always as
    ((content::jsonb #>> '{totals,cgstPaise}')::bigint) stored,
  igst_paise      bigint generated always as
    ((content::jsonb #>> '{totals,igstPaise}')::bigint) stored,
  recipient_gstin text generated always as (content::jsonb #>> '{recipient,gstin}') stored,
  unique (prefix, year, serial),
  check ((seq is null) = (kind = 'tax-invoice' or closing_id is not null)
    and (month is null) = (kind <> 'tax-invoice')),
  check (closing_id is null or kind in ('refund-voucher', 'receipt-voucher')),
  check ((against_id is null) = (kind <> 'credit-note'))
);

create unique index document_of_event on document (wallet_id, seq, coalesce(gstin, ''))
  where seq is not null;
create unique index document_of_month on document (month, wallet_id, gstin) where month is not null;
create unique index document_of_closing on document (closing_id, wallet_id, kind)
  where closing_id is not null;
create index document_wallet on document (wallet_id, id desc);
create index document_day on document (day, id);
create index document_against on document (against_id) where against_id is not null;

-- Changes of advances by documents. An advance is the part of a receipt voucher that belongs to one lot.
-- Positive amounts are received or restored, negative ones used or paid back; the sum is the rest.
create table document_advance (
  voucher_id    bigint not null references document (id),
  lot_seq       bigint not null,
  document_id   bigint not null references document (id),
  wallet_id     text   not null,
  amount_paise  bigint not null check (amount_paise <> 0),
  taxable_paise bigint not null,
  cgst_paise    bigint not null,
  sgst_paise    bigint not null,
  igst_paise    bigint not null,
  primary key (voucher_id, lot_seq, document_id),
  check (taxable_paise + cgst_paise + sgst_paise + igst_paise = amount_paise),
  check (cgst_paise = sgst_paise)
);

create index document_advance_wallet on document_advance (wallet_id, voucher_id);
create index document_advance_document on document_advance (document_id);

select make_append_only('document');
select make_append_only('document_advance');

-- The sums of invoices less credit notes by month of use, registration and item, so that the books can be read
-- without any document. A note belongs to the month of its refund.
create table document_used (
  month     text   not null,
  gstin     text   not null,
  -- `image`, …
  item      text   not null,
  -- Without the part that bonus credit paid; includes the tax.
  net_paise bigint not null,
  tax_paise bigint not null,
  primary key (month, gstin, item)
);

-- The answer of the invoice registration portal to an e-invoice. It is printed on the PDF, and not part of the
-- chained content, which was issued before.
create table e_invoice (
  document_id bigint      primary key references document (id),
  irn         text        not null unique check (irn ~ '^[0-9a-f]{64}$'),
  ack_number  text        not null,
  -- In India, as the portal writes it: `2026-12-01 10:15:00`.
  ack_at      text        not null,
  -- A token that the portal signed; the code on the PDF.
  signed_qr   text        not null,
  -- The signed invoice, if the answer had it.
  signed_invoice text,
  stored_by   text        not null,
  stored_at   timestamptz not null default clock_timestamp()
);

select make_append_only('e_invoice');

-- The events of each wallet that have their documents. No foreign key: the worker must not wait for the write
-- path's lock.
create table document_progress (
  wallet_id      text   primary key,
  -- Vouchers and notes up to this event.
  seq            bigint not null default 0,
  -- Charges up to this event are in invoices, of all months up to this one.
  invoiced_seq   bigint not null default 0,
  invoiced_month text   not null default ''
) with (fillfactor = 70);

-- Payments whose receipt the worker has to issue. A row commits with its event and is deleted with the document.
create table receipt_due (
  wallet_id text   not null,
  seq       bigint not null,
  asked_at  timestamptz not null default clock_timestamp(),
  primary key (wallet_id, seq)
);

-- Requests the mails of a document with an amount: to the person whose wallet it is, or to the admins of the
-- organization, and to the member who paid. The worker decides which of them get the document of a payment.
create function ask_document_mail(about bigint) returns void language sql as $$
  insert into mail (kind, about, recipient, language)
  select 'document', d.id::text, p.uid, p.language from document d join user_profile p on p.wallet_id = d.wallet_id
    left join ledger_event e
      on e.wallet_id = d.wallet_id and e.seq = d.seq and e.kind = 'TopUpCredited'
    left join payment_order o on o.id = e.order_id
   where d.id = about and d.amount_paise > 0
     and (p.account_type = 'individual' or p.role = 'admin' or p.uid = o.uid)
     and p.disabled_at is null
  on conflict (kind, about, recipient) do update
    set asked_at = excluded.asked_at, due_at = excluded.due_at
$$;

-- The rows that an invoice or note adds to `document_used`; those of all documents for null.
create function used_of_documents(about bigint)
returns table (month text, gstin text, item text, net_paise bigint, tax_paise bigint)
language sql stable as $$
  select coalesce(d.month, to_char(e.recorded_at at time zone 'Asia/Kolkata', 'YYYY-MM')), d.gstin,
         line->>'item',
         sum(case d.kind when 'tax-invoice' then 1 else -1 end * (line->>'netPaise')::bigint)::bigint,
         sum(case d.kind when 'tax-invoice' then 1 else -1 end
           * ((line->>'netPaise')::bigint - (line->>'taxablePaise')::bigint))::bigint
    from document d
    left join ledger_event e on e.wallet_id = d.wallet_id and e.seq = d.seq
   cross join jsonb_array_elements(d.content::jsonb->'lines') line
   where d.kind in ('tax-invoice', 'credit-note') and (about is null or d.id = about)
   group by 1, 2, 3
$$;

-- Issues one document: the next number of its series, its place in the chain, and its changes of advances.
-- Returns null if the event or month has its document already. Every caller holds the lock `documents` (`db/locks.ts`),
-- so that transactions that issue several kinds of documents cannot deadlock.
create function issue_document(draft jsonb) returns bigint language plpgsql as $$
declare
  series document_series;
  restores bigint;
  new_id bigint;
  new_number text;
  new_hash bytea;
begin
  -- The worker issues it later.
  if pending_restore() is not null then
    return null;
  end if;
  if exists (
    select from document d
     where d.wallet_id = draft->>'walletId' and d.seq = (draft->>'seq')::bigint
       and d.gstin is not distinct from draft->>'gstin'
    union all
    select from document d
     where d.wallet_id = draft->>'walletId' and d.month = draft->>'month'
       and d.gstin is not distinct from draft->>'gstin'
    union all
    select from document d
     where d.wallet_id = draft->>'walletId' and d.closing_id = (draft->>'closingId')::bigint
       and d.kind = draft->>'kind'
  ) then
    return null;
  end if;
  -- Numbers that were issued after the restored moment are lost: another series continues the year.
  -- Counted by their numbers, because a database that is older than an earlier restore has lost its row.
  select max(r.number) - coalesce((
           select max(e.number) from ledger_restore e where e.last_year < draft->>'year'
         ), 0) into restores
    from ledger_restore r where draft->>'year' between r.first_year and r.last_year;
  draft := draft || jsonb_build_object('year', (draft->>'year')
    || case when restores > 0 then chr(65 + restores::int) else '' end);
  insert into document_series (prefix, year, kind, gstin, last_serial, head)
  values (draft->>'prefix', draft->>'year', draft->>'kind', draft->>'gstin', 0,
          decode(repeat('00', 32), 'hex'))
  on conflict (prefix, year) do nothing;
  select * into series from document_series s
   where s.prefix = draft->>'prefix' and s.year = draft->>'year' for update;
  if series.kind <> draft->>'kind' or series.gstin is distinct from draft->>'gstin' then
    raise exception 'series % is of another kind or registration', draft->>'prefix';
  end if;
  series.last_serial := series.last_serial + 1;
  new_number := concat_ws('/', series.prefix, series.year,
    lpad(series.last_serial::text, greatest(6, length(series.last_serial::text)), '0'));
  -- A full series must not stop the other documents; `verify` reports the missing one.
  if length(new_number) > 16 then
    return null;
  end if;
  new_hash := sha256(series.head
    || sha256(convert_to(new_number || E'\n' || (draft->>'content'), 'UTF8')));
  insert into document (number, prefix, year, serial, kind, gstin, settings_id, wallet_id, seq, month,
      against_id, closing_id, day, amount_paise, content, previous_hash, hash, issued_at)
  values (new_number, series.prefix, series.year, series.last_serial, series.kind, series.gstin,
      (draft->>'settingsId')::bigint, draft->>'walletId', (draft->>'seq')::bigint, draft->>'month',
      (draft->>'againstId')::bigint, (draft->>'closingId')::bigint, draft->>'day', (draft->>'amountPaise')::bigint,
      draft->>'content', series.head, new_hash, clock_timestamp())
  returning id into new_id;
  perform ask_document_mail(new_id);
  update document_series s set last_serial = series.last_serial, head = new_hash
   where s.prefix = series.prefix and s.year = series.year;
  insert into document_advance (voucher_id, lot_seq, document_id, wallet_id, amount_paise,
      taxable_paise, cgst_paise, sgst_paise, igst_paise)
  select coalesce(m."voucherId", new_id), m."lotSeq", new_id, draft->>'walletId', m."amountPaise",
         m."taxablePaise", m."cgstPaise", m."sgstPaise", m."igstPaise"
    from jsonb_to_recordset(draft->'moves') as m("voucherId" bigint, "lotSeq" bigint,
      "amountPaise" bigint, "taxablePaise" bigint, "cgstPaise" bigint, "sgstPaise" bigint,
      "igstPaise" bigint);
  insert into document_used as u (month, gstin, item, net_paise, tax_paise)
  select * from used_of_documents(new_id)
  on conflict (month, gstin, item) do update
    set net_paise = u.net_paise + excluded.net_paise, tax_paise = u.tax_paise + excluded.tax_paise;
  return new_id;
end $$;

grant select, insert on supplier_setting, document, document_advance, e_invoice to sachet_app;
grant select on supplier_setting_span to sachet_app;
grant select, insert, update on document_series, document_used, document_progress to sachet_app;
grant select, insert on registration_closing to sachet_app;
grant update (done_at) on registration_closing to sachet_app;
grant select, insert on billing_profile to sachet_app;
grant select, insert, update, delete on receipt_due to sachet_app;
-- A user who is erased keeps only the State.
grant update (name, address, pin, gstin, country, is_sez, set_by) on billing_profile to sachet_app;
