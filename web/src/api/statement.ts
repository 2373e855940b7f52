import type { StatementFilter } from '@sachet/shared/contracts/statement';
import useSWR from 'swr';
import { readAt } from './client';
import { toKey, useUid, type Key } from './keys';
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

/** The statement row of one entry; undefined while it loads and for another person's entry. */
export function useStatementRow(seq: number) {
  const uid = useUid();
  const isSeq = Number.isSafeInteger(seq) && seq > 0;
  return useSWR(
    uid && isSeq && toKey(uid, 'GET /api/statement', { before: seq + 1, limit: 1 }),
    async ([path]: Key) => {
      const { rows } = await readAt('GET /api/statement', path);
      return rows.find((row) => row.seq === seq);
    },
  );
}
