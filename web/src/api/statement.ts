import type { Statement, StatementFilter, StatementRow } from '@sachet/shared/contracts/statement';
import useSWR from 'swr';
import { toUrl } from '../url';
import { call } from './client';
import { download } from './download';
import { useUid, type Key } from './keys';
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

/** The row of one entry; undefined while it is read, and where it is another person's. */
export function useStatementRow(seq: number) {
  const uid = useUid();
  const path =
    Number.isSafeInteger(seq) && seq > 0
      ? toUrl('/api/statement', { before: seq + 1, limit: 1 })
      : null;
  return useSWR(uid && path && ([path, uid] as const), async ([from]: Key) => {
    const { rows } = await call(from, 'Statement');
    return rows.find((row) => row.seq === seq);
  });
}

/** All rows that the filter lets through, as a file. Throws `ApiFailure`. */
export function downloadStatement(filter: StatementFilter): Promise<void> {
  return download(toUrl('/api/statement.csv', filter), 'sachet-statement.csv');
}
