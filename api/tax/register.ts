import { readRegister, sumRegister, type RegisterFilter } from '@sachet/db/tax/register';
import { findDifference, readTaxMonth } from '@sachet/db/tax/tax-month';
import { registerPageSize } from '@sachet/shared/tax/contracts/admin-documents';
import type { Tax } from '@sachet/shared/tax/tax';
import { rupeesFromPaise } from '@sachet/shared/money';
import { AfterNumber, pageTokens, splitPage } from '../http/page-token.ts';
import { ok, route } from '../http/route.ts';

const toTaxes = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: Tax) => ({
  taxable: rupeesFromPaise(taxablePaise),
  cgst: rupeesFromPaise(cgstPaise),
  sgst: rupeesFromPaise(sgstPaise),
  igst: rupeesFromPaise(igstPaise),
});

const tokens = pageTokens('register', AfterNumber);

export const getRegister = route('GET /api/admin/documents', {
  // The sums read every document of the month.
  weight: 5,
  async handle({ deps, query: { after, ...filter } }) {
    const wanted: RegisterFilter = filter;
    const beforeId = tokens.read(after, filter);
    const db = await deps.reader.latest();
    const found = await readRegister(db, wanted, { beforeId, limit: registerPageSize + 1 });
    const sums = beforeId === null ? await sumRegister(db, wanted) : null;
    const { page, last } = splitPage(found, registerPageSize);
    return ok({
      items: page.map((each) => ({
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
        irn: each.irn,
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
      next: tokens.write(last && last.id, filter),
    });
  },
});

export const getTaxMonth = route('GET /api/admin/tax-month', {
  // Reads the month's events.
  weight: 20,
  async handle({ deps, query: { month } }) {
    const { liabilities, use, revenuePaise } = await readTaxMonth(
      await deps.reader.latest(),
      month,
    );
    return ok({
      month,
      liabilities: liabilities.map(({ gstin, parts, due }) => ({
        gstin,
        parts: parts.map(({ part, documents, ...tax }) => ({ part, documents, ...toTaxes(tax) })),
        due: toTaxes(due),
      })),
      use: {
        used: rupeesFromPaise(use.usedPaise),
        revenue: rupeesFromPaise(revenuePaise),
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
