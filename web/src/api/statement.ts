import type { Statement, StatementFilter } from '@sachet/shared/contracts/statement';
import { useEffect } from 'react';
import useSWRInfinite from 'swr/infinite';
import { call } from './client';
import { download, type Download } from './download';
import { onWalletMoved, useUid, type Key } from './hooks';

/** Page by page, newest first. While another filter's rows are awaited the earlier ones stay. */
export function useStatement(filter: StatementFilter) {
  const uid = useUid();
  const pages = useSWRInfinite(
    (_index: number, previous: Statement | null): Key | null => {
      if (!uid || previous?.nextBefore === null) return null;
      return [pathOf('/api/statement', filter, previous?.nextBefore), uid];
    },
    ([path]: Key) => call(path, 'Statement'),
    // An event that comes in moves the pages below it: all of them are read again.
    { revalidateAll: true, keepPreviousData: true },
  );
  const { mutate } = pages;
  useEffect(() => onWalletMoved(() => mutate()), [mutate]);
  return pages;
}

/** All rows that the filter lets through, as a file. Throws `ApiFailure`. */
export function fetchStatementCsv(filter: StatementFilter): Promise<Download> {
  return download(pathOf('/api/statement.csv', filter), 'sachet-statement.csv');
}

function pathOf(path: string, filter: StatementFilter, before?: number): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, before })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
