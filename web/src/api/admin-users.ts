import { usePages } from './pages';
import { useApi } from './use-api';

/** An empty value means no filter. */
export type UserFilters = { q: string; account: string; status: string };

/** Loads pages of users, newest first. The previous users stay visible while a new filter loads. */
export function useAdminUsers(filters: UserFilters) {
  return usePages(
    'GET /api/admin/users',
    {
      query: (previous) =>
        previous?.nextPageToken === null
          ? null
          : { ...filters, pageToken: previous?.nextPageToken },
      rows: ({ users }) => users,
      id: ({ uid }) => uid,
    },
    { keepPreviousData: true },
  );
}

/** Reads the payments of the wallet that the user pays from. */
export const useUserPayments = (uid: string) => useApi('GET /api/admin/payments', { uid });
