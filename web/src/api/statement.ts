import type { StatementFilter, StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { inPages, usePages } from './pages';
import { useApi } from './use-api';

/** Loads pages of rows, newest first. The previous rows stay visible while a new filter loads. */
export function useStatement(filter: StatementFilter) {
  return usePages(
    'GET /api/statement',
    inPages(filter, ({ seq }: StatementRow) => seq),
    // A new event shifts the pages below it, so all of them are read again.
    { revalidateAll: true, keepPreviousData: true },
  );
}

/** Reads the row of one entry. It stays undefined if the entry belongs to another person. */
export function useStatementRow(seq: number) {
  const isEntry = Number.isSafeInteger(seq) && seq > 0;
  const { data, error, mutate } = useApi(
    'GET /api/statement',
    isEntry ? { upTo: seq, limit: 1 } : null,
  );
  return { data: data?.items.find((row) => row.seq === seq), error, mutate };
}
