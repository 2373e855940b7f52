import { LibraryFilter } from '@sachet/shared/contracts/library';

const names = Object.keys(LibraryFilter.shape) as (keyof LibraryFilter)[];

/** What the page's address says; what it says wrongly is not there. */
export function parseFilter(params: URLSearchParams): LibraryFilter {
  const given = names.flatMap((name) => {
    const parsed = LibraryFilter.shape[name].safeParse(params.get(name) ?? undefined);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  const filter = Object.fromEntries(given) as LibraryFilter;
  const { to: _to, ...withoutEnd } = filter;
  return filter.from && filter.to && filter.from > filter.to ? withoutEnd : filter;
}

export const noFilter: Record<keyof LibraryFilter, undefined> = {
  tool: undefined,
  state: undefined,
  provider: undefined,
  favourite: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
};

/** How many of them narrow the list, the words aside. */
export const countNarrowing = ({ q: _q, ...filter }: LibraryFilter): number =>
  Object.keys(filter).length;
