import type { StatementFilter } from '@sachet/shared/contracts/statement';
import { usePages } from './pages';

/** Page by page, newest first. While another filter's rows are awaited the earlier ones stay. */
export function useStatement(filter: StatementFilter) {
  return usePages(
    'GET /api/statement',
    {
      query: (previous) =>
        previous?.nextBefore === null ? null : { ...filter, before: previous?.nextBefore },
      rows: ({ rows }) => rows,
      id: ({ seq }) => seq,
    },
    // An event that comes in moves the pages below it: all of them are read again.
    { revalidateAll: true, keepPreviousData: true },
  );
}
