/** Compares the documents with their chains and with the ledger. */
import type { PoolClient } from 'pg';
import { ask, inSnapshot, type Check, type Found } from '../ledger/check.ts';

/** Each statement names what differs: a document, or a wallet and an event. */
const forged: readonly string[] = [
  `
    select wallet_id, null::int8 as seq, number || ' does not follow the document before it' as detail
      from (
        select *, lag(hash, 1, decode(repeat('00', 32), 'hex')) over w as before,
               lag(serial, 1, 0::int8) over w as earlier
          from document window w as (partition by prefix, year order by serial)
      ) d
     where serial <> earlier + 1 or previous_hash <> before
        or hash <> sha256(previous_hash
             || sha256(convert_to(number || E'\\n' || content, 'UTF8')))
        or number <> concat_ws('/', prefix, year,
             lpad(serial::text, greatest(6, length(serial::text)), '0'))`,
  `
    select null as wallet_id, null::int8 as seq,
           'the series ' || prefix || '/' || year || ' does not end with its newest document' as detail
      from document_series s
      left join lateral (
        select serial, hash from document d where d.prefix = s.prefix and d.year = s.year
         order by serial desc limit 1
      ) newest on true
     where s.last_serial > 0
       and (s.last_serial <> coalesce(newest.serial, 0) or s.head is distinct from newest.hash)`,
  `
    select d.wallet_id, d.seq, d.number || ' differs from its content' as detail
      from document d left join document_series s using (prefix, year)
     cross join lateral (select d.content::jsonb as c) parsed
     where c->>'kind' <> d.kind or s.kind is distinct from d.kind
        or c->>'day' <> d.day or s.gstin is distinct from d.gstin
        or (d.kind <> 'receipt' and c #>> '{supplier,gstin}' is distinct from d.gstin)
        or (c #>> '{totals,totalPaise}')::int8 <> d.amount_paise
        or left(d.year, 4) <> to_char(d.day::date - interval '3 months', 'YY')
             || to_char(d.day::date + interval '9 months', 'YY')
        or exists (
          select from jsonb_array_elements(c->'lines') line
           where (line->>'cgstPaise')::int8 <> (line->>'sgstPaise')::int8
              or (line->>'grossPaise')::int8 - (line->>'discountPaise')::int8
                   <> (line->>'netPaise')::int8
              or (line->>'taxablePaise')::int8 + (line->>'cgstPaise')::int8
                   + (line->>'sgstPaise')::int8 + (line->>'igstPaise')::int8
                   <> (line->>'netPaise')::int8)
        or (select sum((line->>'netPaise')::int8) from jsonb_array_elements(c->'lines') line)
             <> d.amount_paise`,
];

/** Each statement names what differs: a document, or a wallet and an event. */
const different: readonly string[] = [
  // Every paisa of every charge is in exactly one invoice line.
  `
    with charged as (
      select e.wallet_id, s.gstin, substr(e.counter_account, 9) as item, -e.amount_paise as unit,
             to_char(e.recorded_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month,
             count(*) as quantity,
             coalesce(sum((select sum(m.amount_paise) from provenance_move m
               where m.wallet_id = e.wallet_id and m.seq = e.seq and m.taken_seq = e.seq
                 and not m.is_paid)), 0) as discount
        from document_progress p
        join ledger_event e on e.wallet_id = p.wallet_id and e.seq <= p.invoiced_seq
        join supplier_setting_span s on e.recorded_at >= s.valid_from
         and (e.recorded_at < s.valid_until or s.valid_until is null)
       where e.kind in ('Charged', 'HoldCaptured') and e.amount_paise < 0 and s.gstin is not null
       group by 1, 2, 3, 4, 5
    ), month_charged as (
      -- A month that bonus credit paid in full has no invoice.
      select *, sum(unit * quantity - discount) over (partition by wallet_id, gstin, month) as net
        from charged
    ), invoiced as (
      select d.wallet_id, d.gstin, line->>'item' as item, (line->>'unitPaise')::int8 as unit, d.month,
             sum((line->>'quantity')::int8) as quantity,
             sum((line->>'discountPaise')::int8) as discount
        from document d cross join jsonb_array_elements(d.content::jsonb->'lines') line
       where d.kind = 'tax-invoice' group by 1, 2, 3, 4, 5
    )
    select coalesce(c.wallet_id, i.wallet_id) as wallet_id, null::int8 as seq,
           concat('the invoice of ', coalesce(c.month, i.month), ' has ', coalesce(i.quantity, 0),
             ' of ', coalesce(c.quantity, 0), ' charges of ', coalesce(c.item, i.item), ' at ',
             coalesce(c.unit, i.unit), ' paise') as detail
      from month_charged c full join invoiced i using (wallet_id, gstin, month, item, unit)
     where (c.quantity is distinct from i.quantity or c.discount is distinct from i.discount)
       and (c.net is distinct from 0 or i.quantity is not null)`,
  // Every charge that was given back is in exactly one credit note, unless bonus credit had paid it.
  `
    with refunded as (
      select e.wallet_id, e.seq, e.amount_paise
        from document_progress p
        join ledger_event e on e.wallet_id = p.wallet_id and e.seq <= p.seq
         and e.reverses_seq is not null and e.reverses_seq <= p.invoiced_seq
        join ledger_event charge on charge.wallet_id = e.wallet_id and charge.seq = e.reverses_seq
        join supplier_setting_span s on charge.recorded_at >= s.valid_from
         and (charge.recorded_at < s.valid_until or s.valid_until is null)
       where s.gstin is not null
         and e.amount_paise > coalesce((select -sum(m.amount_paise) from provenance_move m
           where m.wallet_id = e.wallet_id and m.seq = e.seq and m.taken_seq = e.reverses_seq
             and not m.is_paid), 0)
    ), noted as (
      select wallet_id, seq, (content::jsonb #>> '{totals,grossPaise}')::int8 as amount_paise
        from document where kind = 'credit-note'
    )
    select wallet_id, seq, 'the credit note of this refund is missing or differs' as detail
      from refunded r full join noted n using (wallet_id, seq)
     where r.amount_paise is distinct from n.amount_paise`,
  // Every payment that was credited has its receipt, over what was not a debt if any was not.
  `
    select e.wallet_id, e.seq, 'the receipt of this payment is missing or differs' as detail
      from document_progress p
      join ledger_event e on e.wallet_id = p.wallet_id and e.seq <= p.seq
       and e.kind = 'TopUpCredited'
      join supplier_setting_span s on e.recorded_at >= s.valid_from
       and (e.recorded_at < s.valid_until or s.valid_until is null)
      join supplier_setting settings on settings.id = s.id
      left join document d on d.wallet_id = e.wallet_id and d.seq = e.seq
     where coalesce(d.amount_paise, 0) <> case
       when s.gstin is not null and settings.settings->>'model' = 'advance' and e.balance_after > 0
         then least(e.amount_paise, e.balance_after) else e.amount_paise end`,
  `
    select null as wallet_id, null::int8 as seq,
           concat_ws(' ', 'the sums of', item, 'in', month, 'of', gstin, 'differ from the documents') as detail
      from document_used u full join used_of_documents(null) d using (month, gstin, item)
     where (u.net_paise, u.tax_paise) is distinct from (d.net_paise, d.tax_paise)`,
  `
    select min(wallet_id) as wallet_id, null::int8 as seq,
           'more of a receipt voucher was used or paid back than it has' as detail
      from document_advance group by voucher_id, lot_seq
    having sum(amount_paise) < 0
        or sum(amount_paise) > sum(amount_paise) filter (where document_id = voucher_id)`,
  // Refund vouchers, and what invoices and notes say about advances, are those changes.
  `
    select d.wallet_id, d.seq, d.number || ' changes other advances than it says' as detail
      from document d
      left join (
        select document_id, sum(abs(amount_paise)) as paise,
               sum(abs(cgst_paise) + abs(sgst_paise) + abs(igst_paise)) as tax
          from document_advance group by 1
      ) a on a.document_id = d.id
     cross join lateral (
       select sum((part->>'amountPaise')::int8) as paise,
              sum((part->>'cgstPaise')::int8 + (part->>'sgstPaise')::int8
                + (part->>'igstPaise')::int8) as tax
         from jsonb_array_elements(
           d.content::jsonb->(case d.kind when 'receipt-voucher' then 'lines' else 'advances' end)) line
         cross join lateral (
           select case d.kind when 'receipt-voucher'
             then jsonb_build_object('amountPaise', line->'netPaise') || line else line end as part) p
     ) said
     where d.kind <> 'receipt'
       and (coalesce(a.paise, 0), coalesce(a.tax, 0))
           is distinct from (coalesce(said.paise, 0), coalesce(said.tax, 0))`,
];

const changedDocument =
  'Do not edit documents. Keep the evidence and compare with the mailed copy; the tax adviser decides on ' +
  'the correction (docs/documents.md).';

const mostListed = 50;

const askEach = (queries: readonly string[]) =>
  inSnapshot(async (client: PoolClient) => {
    const found: Found[] = [];
    for (const query of queries) {
      const rows = ask(
        `select coalesce(concat_ws('#', wallet_id, seq), '') as subject, d.* from (${query}) d`,
        mostListed,
      );
      found.push(...(await rows(client)));
    }
    return found.map((each) => ({ ...each, subject: each.subject || 'documents' }));
  });

export const taxChecks = {
  document_forged: { toDo: changedDocument, whole: askEach(forged) },
  document_differs: { toDo: changedDocument, whole: askEach(different) },
} as const satisfies Record<string, Check>;
