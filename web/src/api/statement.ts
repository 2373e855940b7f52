import type { Statement, StatementFilter, StatementRow } from '@sachet/shared/contracts/statement';
import { toUrl } from '../url';
import { call } from './client';
import { download } from './download';
import { usePages } from './pages';

/** Page by page, newest first. While another filter's rows are awaited the earlier ones stay. */
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
    // An event that comes in moves the pages below it: all of them are read again.
    { revalidateAll: true, keepPreviousData: true },
  );
}

/** All rows that the filter lets through, as a file. Throws `ApiFailure`. */
export function downloadStatement(filter: StatementFilter): Promise<void> {
  return download(toUrl('/api/statement.csv', filter), 'sachet-statement.csv');
}
