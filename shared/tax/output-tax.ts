/**
 * The output tax in purchases, by day. The documents of a month have the exact tax of its use, and none for a
 * day: a day's tax is what its amount adds to the tax of the month so far, and the last day of use also has what
 * rounding by document changes. So the days of a month sum to its documents to the paisa. Use that is not
 * invoiced yet has the tax of its rate.
 */
import { splitTax } from './tax.ts';

/** Purchases with paid money, tax included, less refunds. */
export interface UsedPaise {
  readonly day: string;
  readonly account: string;
  readonly paidPaise: number;
  /** The registration and rate at the charge; null without a registration. */
  readonly terms: { readonly gstin: string; readonly rateBasisPoints: number } | null;
}

/** Invoices less credit notes of a month's use. */
export interface DocumentedUse {
  readonly month: string;
  readonly gstin: string;
  readonly account: string;
  readonly netPaise: number;
  readonly taxPaise: number;
}

export interface TaxedUse {
  readonly day: string;
  readonly account: string;
  /** Null without a registration, when no tax is due. */
  readonly gstin: string | null;
  readonly paidPaise: number;
  readonly taxPaise: number;
}

const toKey = (month: string, gstin: string, account: string) => `${month} ${gstin} ${account}`;

/** Of whole months: a part of a month has other days than the same days of the whole. */
export function taxUse(
  used: readonly UsedPaise[],
  documented: readonly DocumentedUse[],
): TaxedUse[] {
  const known = new Map(documented.map((of) => [toKey(of.month, of.gstin, of.account), of]));
  const groups = Map.groupBy(used, ({ day, account, terms }) =>
    toKey(day.slice(0, 7), terms?.gstin ?? '', account),
  );
  return [...groups].flatMap(([key, rows]) => taxMonth(rows, known.get(key)));
}

function taxMonth(rows: readonly UsedPaise[], known: DocumentedUse | undefined): TaxedUse[] {
  // Paise so far by rate, because a supplier may change it.
  const soFar = new Map<number, number>();
  const taxed = rows
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map(({ day, account, paidPaise, terms }): TaxedUse => {
      if (terms === null) return { day, account, gstin: null, paidPaise, taxPaise: 0 };
      const { gstin, rateBasisPoints } = terms;
      const before = soFar.get(rateBasisPoints) ?? 0;
      soFar.set(rateBasisPoints, before + paidPaise);
      const taxPaise =
        includedTax(before + paidPaise, rateBasisPoints) - includedTax(before, rateBasisPoints);
      return { day, account, gstin, paidPaise, taxPaise };
    });
  const rateBasisPoints = [...soFar.keys()].at(-1);
  if (!known || rateBasisPoints === undefined) return taxed;
  const notInvoiced = sumBy(taxed, 'paidPaise') - known.netPaise;
  const wholePaise = known.taxPaise + includedTax(notInvoiced, rateBasisPoints);
  const last = taxed.at(-1)!;
  const rounding = wholePaise - sumBy(taxed, 'taxPaise');
  return [...taxed.slice(0, -1), { ...last, taxPaise: last.taxPaise + rounding }];
}

const includedTax = (paise: number, rateBasisPoints: number): number =>
  paise - splitTax(paise, { rateBasisPoints, isIntraState: false }).taxablePaise;

const sumBy = (rows: readonly TaxedUse[], name: 'paidPaise' | 'taxPaise'): number =>
  rows.reduce((sum, row) => sum + row[name], 0);
