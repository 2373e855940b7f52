import type { StatementFilter } from '@sachet/shared/contracts/statement';
import { usePages } from './pages';

/** Pages of rows, newest first. The old rows stay visible while those of a new filter load. */
export function useStatement(filter: StatementFilter) {
  return usePages(
    'GET /api/statement',
    {
      query: (previous) =>
        previous?.nextBefore === null ? null : { ...filter, before: previous?.nextBefore },
      rows: ({ rows }) => rows,
      id: ({ seq }) => seq,
    },
    // A new event shifts the pages below it, so all of them are read again.
    { revalidateAll: true, keepPreviousData: true },
  );
}
