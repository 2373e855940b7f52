import { readRegister, sumRegister, type RegisterFilter } from '@sachet/db/tax/register';
import { findDifference, readTaxMonth } from '@sachet/db/tax/tax-month';
import { registerPageSize } from '@sachet/shared/tax/contracts/admin-documents';
import { inRupees } from '@sachet/shared/money';
import { AfterNumber, pageTokens, splitPage } from '../http/page-token.ts';
import { ok, route } from '../http/route.ts';
import type { Dependencies } from '../dependencies.ts';

const tokens = pageTokens('register', AfterNumber);

export const getRegister = route('GET /api/admin/documents', {
  // The sums read every document of the month.
  weight: 5,
  async handle({ deps, query: { after, ...filter } }) {
    return ok(await readPage(deps, filter, tokens.read(after, filter)));
  },
});

async function readPage(deps: Dependencies, filter: RegisterFilter, beforeId: number | null) {
  const db = await deps.reader.latest();
  const found = await readRegister(db, filter, { beforeId, limit: registerPageSize + 1 });
  const sums = beforeId === null ? await sumRegister(db, filter) : null;
  const { page, last } = splitPage(found, registerPageSize);
  return {
    items: page.map(inRupees),
    sums: sums && sums.map(inRupees),
    next: tokens.write(last && last.id, filter),
  };
}

export const getTaxMonth = route('GET /api/admin/tax-month', {
  // Reads the month's events and documents.
  weight: 25,
  async handle({ deps, query: { month } }) {
    const { liabilities, use, revenuePaise } = await readTaxMonth(
      await deps.reader.latest(),
      month,
    );
    return ok({
      month,
      liabilities: liabilities.map(({ gstin, parts, due }) => ({
        gstin,
        parts: parts.map(inRupees),
        due: inRupees(due),
      })),
      use: inRupees({ ...use, revenuePaise, differencePaise: findDifference(use) }),
      documents: await readPage(deps, { month }, null),
    });
  },
});
