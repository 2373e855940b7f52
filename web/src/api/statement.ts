import type { Statement, StatementFilter, StatementRow } from '@sachet/shared/contracts/statement';
import { toUrl } from '../url';
import { call } from './client';
import { download } from './download';
import { usePages } from './pages';

/** Pages of rows, newest first. The old rows stay visible while those of a new filter load. */
export function useStatement(filter: StatementFilter) {
  return usePages<Statement, StatementRow>(
    {
      path: (previous) =>
        previous?.nextBefore === null
          ? null
          : toUrl('/api/statement', { ...filter, before: previous?.nextBefore }),
      read: (path) => call(path, 'Statement'),
      rows: ({ rows }) => rows,
      id: ({ seq }) => seq,
    },
    // A new event shifts the pages below it, so all of them are read again.
    { revalidateAll: true, keepPreviousData: true },
  );
}

/** Downloads all rows that match the filter as a file. Throws `ApiFailure`. */
export function downloadStatement(filter: StatementFilter): Promise<void> {
  return download(toUrl('/api/statement.csv', filter), 'sachet-statement.csv');
}
