import type { WalletPayments } from '@sachet/shared/contracts/admin-payments';
import { usePages } from './pages';
import { useApi } from './use-api';

/** Each empty for all. */
export type UserFilters = { q: string; account: string; status: string };

/** Page by page, newest first. While another filter's people are awaited the earlier ones stay. */
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

const refundPollMs = 2_000;

/** Of the wallet that this person pays from. No live event tells an admin that a refund has ended. */
export const useUserPayments = (uid: string) =>
  useApi(
    'GET /api/admin/payments',
    { uid },
    { refreshInterval: (latest) => (latest && hasRefundUnderWay(latest) ? refundPollMs : 0) },
  );

function hasRefundUnderWay({ payments }: WalletPayments): boolean {
  return payments.some(({ refunds }) =>
    refunds.some(({ status }) => status === 'reserved' || status === 'pending'),
  );
}
