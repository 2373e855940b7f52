import { findDocument } from '@sachet/db/documents/read';
import { readRegister, sumRegister, type RegisterFilter } from '@sachet/db/documents/register';
import { findDifference, readTaxMonth } from '@sachet/db/documents/tax-month';
import { registerPageSize } from '@sachet/shared/contracts/admin-documents';
import { toEInvoice, type EInvoiceRefusal } from '@sachet/shared/documents/e-invoice';
import type { Tax } from '@sachet/shared/documents/tax';
import { rupeesFromPaise } from '@sachet/shared/money';
import { noSuch, Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';

const toTaxes = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: Tax) => ({
  taxable: rupeesFromPaise(taxablePaise),
  cgst: rupeesFromPaise(cgstPaise),
  sgst: rupeesFromPaise(sgstPaise),
  igst: rupeesFromPaise(igstPaise),
});

export const getRegister = route('GET /api/admin/documents', {
  // The sums read every document of the month.
  weight: 5,
  async handle({ deps, query: { before, ...filter } }) {
    const wanted: RegisterFilter = filter;
    const page = { beforeId: before ?? null, limit: registerPageSize + 1 };
    const found = await readRegister(deps.db, wanted, page);
    const sums = before === undefined ? await sumRegister(deps.db, wanted) : null;
    const documents = found.slice(0, registerPageSize);
    return ok({
      documents: documents.map((each) => ({
        id: each.id,
        number: each.number,
        kind: each.kind,
        day: each.day,
        gstin: each.gstin,
        walletId: each.walletId,
        recipient: each.recipientName,
        recipientGstin: each.recipientGstin,
        placeOfSupply: each.placeOfSupply,
        against: each.against,
        discount: rupeesFromPaise(each.discountPaise),
        ...toTaxes(each),
        total: rupeesFromPaise(each.totalPaise),
      })),
      sums:
        sums &&
        sums.map((sum) => ({
          kind: sum.kind,
          documents: sum.documents,
          discount: rupeesFromPaise(sum.discountPaise),
          ...toTaxes(sum),
          total: rupeesFromPaise(sum.totalPaise),
        })),
      nextBefore: found.length > documents.length ? documents.at(-1)!.id : null,
    });
  },
});

const refusals: Record<EInvoiceRefusal, string> = {
  not_b2b: 'Only invoices and credit notes to a recipient with a GSTIN have an e-invoice.',
  no_pin: 'This document has no PIN of its recipient, which an e-invoice needs.',
};

export const getEInvoice = route('GET /api/admin/documents/e-invoice', {
  async handle({ deps, query: { number } }) {
    const document = await findDocument(deps.db, { number, walletId: null });
    if (!document) throw noSuch('document');
    const result = toEInvoice(number, document.content);
    if (!result.ok) throw new Refusal('invalid', refusals[result.refusal], { field: 'number' });
    const name = `e-invoice-${number.replaceAll('/', '-')}.json`;
    const headers = {
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    };
    return reply(200, result.json, headers);
  },
});

export const getTaxMonth = route('GET /api/admin/tax-month', {
  // Reads the month's events.
  weight: 20,
  async handle({ deps, query: { month } }) {
    const { liabilities, use } = await readTaxMonth(deps.db, month);
    return ok({
      month,
      liabilities: liabilities.map(({ gstin, parts, due }) => ({
        gstin,
        parts: parts.map(({ part, documents, ...tax }) => ({ part, documents, ...toTaxes(tax) })),
        due: toTaxes(due),
      })),
      use: {
        revenue: rupeesFromPaise(use.revenuePaise),
        taxable: rupeesFromPaise(use.taxablePaise),
        tax: rupeesFromPaise(use.taxPaise),
        discount: rupeesFromPaise(use.discountPaise),
        notInvoiced: rupeesFromPaise(use.notInvoicedPaise),
        unregistered: rupeesFromPaise(use.unregisteredPaise),
        difference: rupeesFromPaise(findDifference(use)),
      },
    });
  },
});
