import { usePages } from './pages';

export type ExceptionState = 'open' | 'resolved';

/** `kind`, `day`, the one whose comparison found them, and `search` are empty for all. */
export type ExceptionFilter = { state: ExceptionState; kind: string; day: string; search: string };

/** Page by page, newest first. */
export function useExceptions(filter: ExceptionFilter) {
  return usePages(
    'GET /api/admin/payment-exceptions',
    {
      query: (previous) =>
        previous?.nextBefore === null ? null : { ...filter, before: previous?.nextBefore },
      rows: ({ exceptions }) => exceptions,
      id: ({ id }) => id,
    },
    { revalidateAll: true },
  );
}
