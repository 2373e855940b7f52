import type { AnswerOf, QueryOf, ReadName } from '@sachet/shared/operations/operations';
import { useCallback, useEffect, useMemo } from 'react';
import { mutate as mutateCache } from 'swr';
import useSWRInfinite, {
  unstable_serialize as toListKey,
  type SWRInfiniteConfiguration,
} from 'swr/infinite';
import { readAt, toPath } from './client';
import { registerList, useUid, type Key } from './keys';

/** Describes a list that the API returns in pages. */
type PagedList<Page, Query, Row> = {
  /** The query for the first page, or for the page after `previous`; null after the last page. */
  query: (previous: Page | null) => Query | null;
  rows: (page: Page) => Row[];
  id: (row: Row) => string | number;
};

/** Describes a list of the one shape `{items, next}`. */
export const inPages = <Filter extends object, Row>(
  filter: Filter,
  id: (row: Row) => string | number,
) => ({
  query: (previous: { next: string | null } | null): (Filter & { after?: string }) | null => {
    if (previous === null) return filter;
    return previous.next === null ? null : { ...filter, after: previous.next };
  },
  rows: (page: { items: Row[] }): Row[] => page.items,
  id,
});

type Loaded<Page> = { path: string; page: Page };

/** A row that is on two pages keeps the first position and the newer content. */
function joinPages<Page, Row>(
  loaded: readonly Loaded<Page>[],
  { rows, id }: Pick<PagedList<Page, unknown, Row>, 'rows' | 'id'>,
): Row[] {
  const all: Row[] = [];
  const places = new Map<string | number, number>();
  for (const { page } of loaded) {
    for (const row of rows(page)) {
      const place = places.get(id(row)) ?? all.length;
      places.set(id(row), place);
      all[place] = row;
    }
  }
  return all;
}

/**
 * Returns the pages read so far as one list. A row that moved between two reads appears once. With
 * `keepPreviousData`, the rows of the previous filter stay while the new ones load (`isStale`), and are
 * removed if loading fails.
 */
export function usePages<Name extends ReadName, Row>(
  name: Name,
  list: PagedList<AnswerOf<Name>, QueryOf<Name>, Row>,
  {
    given,
    ...settings
  }: Pick<
    SWRInfiniteConfiguration,
    'keepPreviousData' | 'revalidateAll' | 'revalidateFirstPage'
  > & {
    /** The first page of this list, if another answer contains it. It is not requested again. */
    given?: AnswerOf<Name> | undefined;
  } = {},
) {
  type Page = AnswerOf<Name>;
  const uid = useUid();
  const toPagePath = (previous: Page | null): string | null => {
    const query = list.query(previous);
    return query && toPath(name, query);
  };
  const toPageKey = (_index: number, previous: Loaded<Page> | null): Key | null => {
    const path = toPagePath(previous && previous.page);
    return uid && path ? [path, uid] : null;
  };
  const firstPath = toPagePath(null);
  const listKey = toListKey(toPageKey);
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<
    Loaded<Page>,
    unknown
  >(toPageKey, ([path]: Key) => readAt(name, path).then((page) => ({ path, page })), {
    ...settings,
    ...(given &&
      firstPath !== null && {
        fallbackData: [{ path: firstPath, page: given }],
        revalidateOnMount: false,
      }),
    compare: isSame,
  });
  const isStale = data !== undefined && data[0]?.path !== firstPath;
  const loaded = isStale && error ? undefined : data;
  const isHere = loaded !== undefined;
  const rows = useMemo(() => {
    return isHere && data ? joinPages(data, list) : undefined;
    // Joining ten thousand rows is too slow for every render; `rows` and `id` never change for a
    // list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, isHere]);
  const last = loaded?.at(-1);
  const revalidate = useCallback((): Promise<unknown> => mutate(), [mutate]);
  const isGiven = given !== undefined && data?.[0]?.page === given;
  // The other answer is read again instead.
  const path = settings.revalidateAll === true && !isGiven ? firstPath : null;
  useEffect(
    () => (path === null ? undefined : registerList({ path, readAgain: revalidate })),
    [path, revalidate],
  );
  return {
    rows,
    first: loaded?.[0]?.page,
    last: last?.page,
    hasMore: last !== undefined && list.query(last.page) !== null,
    error,
    isStale,
    isValidating,
    /** True if some of the requested pages have not arrived. */
    isIncomplete: (data?.length ?? 0) < size,
    loadMore: () => void setSize((current) => current + 1),
    revalidate,
    /**
     * Replaces cached pages without reading them again. The list is the one of this render, even if the filter
     * has changed since.
     */
    change: useCallback(
      async (toPage: (page: Page, index: number) => Page): Promise<void> => {
        await mutateCache<Loaded<Page>[]>(
          listKey,
          async (loaded) => {
            const changed = loaded?.map((each, index) => {
              const page = toPage(each.page, index);
              return page === each.page ? each : { ...each, page };
            });
            // Also changes the cache entry of each page, because SWR would otherwise read that page again.
            for (const each of changed ?? []) {
              if (!loaded?.includes(each))
                await mutateCache([each.path, uid], each, { revalidate: false });
            }
            return changed;
          },
          // SWR drops the answer of a first read that is in flight.
          { revalidate: (changed) => changed === undefined },
        );
      },
      [listKey, uid],
    ),
  };
}

/**
 * Compares pages and lists of pages, and skips identical objects. SWR's own comparison serializes all pages
 * whenever one arrives: 8 MB for ten thousand rows.
 */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => isSame(each, b[index]));
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

export type Pages = Pick<
  ReturnType<typeof usePages>,
  'error' | 'hasMore' | 'isStale' | 'isValidating' | 'loadMore' | 'revalidate'
>;
