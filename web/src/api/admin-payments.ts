import { usePages } from './pages';

export type ExceptionState = 'open' | 'resolved';

/** An empty value means no filter. `day` is the day whose comparison found the exceptions. */
export type ExceptionFilter = { state: ExceptionState; kind: string; day: string; search: string };

/** Loads pages of exceptions, newest first. */
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
