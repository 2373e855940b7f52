import {
  PaymentRefund,
  WalletPayments,
  type RefundPaymentRequest,
} from '@sachet/shared/contracts/admin-payments';
import {
  AdminAuditResponse,
  AdminMetrics,
  AdminOrganizationsResponse,
  AdminUserActionResponse,
  AdminUserDetail,
  AdminUsersResponse,
  type AdminUser,
  type AdminUserAction,
} from '@sachet/shared/contracts/admin-users';
import { mutate } from 'swr';
import type { z } from 'zod';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';
import { usePages } from './pages';

/** Each empty for all. */
export type UserFilters = { q: string; account: string; status: string };

/** Page by page, newest first. While another filter's people are awaited the earlier ones stay. */
export function useAdminUsers(filters: UserFilters) {
  return usePages<AdminUsersResponse, AdminUser>(
    {
      path: (previous) =>
        previous?.nextPageToken === null
          ? null
          : toUrl('/api/admin/users', { ...filters, pageToken: previous?.nextPageToken }),
      read: (path) => callWith(path, AdminUsersResponse),
      rows: ({ users }) => users,
      id: ({ uid }) => uid,
    },
    { keepPreviousData: true },
  );
}

export const useMetrics = () => useAdminRead('/api/admin/metrics', AdminMetrics);

export const useUserDetail = (uid: string) =>
  useAdminRead(toUrl('/api/admin/user-detail', { uid }), AdminUserDetail);

export const useAudit = (uid: string) =>
  useAdminRead(toUrl('/api/admin/audit', { uid }), AdminAuditResponse);

/** Nothing is asked while `q` is empty. */
export const useOrganizations = (q: string) =>
  useAdminRead(q && toUrl('/api/admin/organizations', { q }), AdminOrganizationsResponse, {
    keepPreviousData: true,
  });

const refundPollMs = 2_000;

/** Of the wallet that this person pays from. No live event tells an admin that a refund has ended. */
export const useUserPayments = (uid: string) =>
  useAdminRead(toUrl('/api/admin/payments', { uid }), WalletPayments, {
    refreshInterval: (latest) => (latest && hasRefundUnderWay(latest) ? refundPollMs : 0),
  });

function hasRefundUnderWay({ payments }: WalletPayments): boolean {
  return payments.some(({ refunds }) =>
    refunds.some(({ status }) => status === 'reserved' || status === 'pending'),
  );
}

/** `idempotencyKey` for `add-credits`. */
export function changeUser(
  body: z.input<typeof AdminUserAction>,
  idempotencyKey?: string,
): Promise<AdminUserActionResponse> {
  return callWith('/api/admin/users', AdminUserActionResponse, {
    method: 'POST',
    body,
    idempotencyKey,
  });
}

export function refundPayment(
  body: RefundPaymentRequest,
  idempotencyKey: string,
): Promise<PaymentRefund> {
  return callWith('/api/admin/refund-payment', PaymentRefund, {
    method: 'POST',
    body,
    idempotencyKey,
  });
}

/** What was read about people, but for the list: that has a `mutate` of its own. */
export async function revalidateUsers(): Promise<void> {
  await mutate((key) => Array.isArray(key) && String(key[0]).startsWith('/api/admin/'));
}
