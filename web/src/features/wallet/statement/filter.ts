import { StatementFilter } from '@sachet/shared/wallet/contracts/statement';
import { addMonths, firstDayOfMonth, istMonth, lastDayOfMonth } from '@sachet/shared/time';

/**
 * Parses the filter in the page's address and ignores invalid parts. A purchase is one row, unless the
 * address asks for holds.
 */
export function parseFilter(params: URLSearchParams): StatementFilter {
  const { shape } = StatementFilter;
  const read = <Name extends keyof StatementFilter>(name: Name): StatementFilter[Name] => {
    const parsed = shape[name].safeParse(params.get(name) ?? undefined);
    return parsed.success ? (parsed.data as StatementFilter[Name]) : undefined;
  };
  const filter: StatementFilter = {
    from: read('from'),
    to: read('to'),
    kind: read('kind'),
    member: read('member'),
    holds: params.get('holds') === 'all' || params.get('kind') === 'reserved' ? undefined : 'open',
  };
  const isBackwards = filter.from && filter.to && filter.from > filter.to;
  return withoutEmpty(isBackwards ? { ...filter, to: undefined } : filter);
}

function withoutEmpty(filter: StatementFilter): StatementFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** Returns the number of filters that are set. */
export const countFilters = ({ from, to, kind, member }: StatementFilter): number =>
  [from ?? to, kind, member].filter(Boolean).length;

export type Month = { from: string; to: string };

/** Returns the first and the last day of the Indian calendar month `back` months ago. */
export function getMonth(nowMs: number, back: number): Month {
  const month = addMonths(istMonth(nowMs), -back);
  return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
}
