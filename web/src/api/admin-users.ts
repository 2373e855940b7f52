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

/** An empty value means no filter. */
export type UserFilters = { q: string; account: string; status: string };

/** Pages of users, newest first. The old users stay visible while those of a new filter load. */
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

/** Sends no request while `q` is empty. */
export const useOrganizations = (q: string) =>
  useAdminRead(q && toUrl('/api/admin/organizations', { q }), AdminOrganizationsResponse, {
    keepPreviousData: true,
  });

const refundPollMs = 2_000;

/**
 * Payments of the wallet that the user pays from. Polls while a refund is pending: no live event
 * reports its end.
 */
export const useUserPayments = (uid: string) =>
  useAdminRead(toUrl('/api/admin/payments', { uid }), WalletPayments, {
    refreshInterval: (latest) => (latest && hasRefundUnderWay(latest) ? refundPollMs : 0),
  });

function hasRefundUnderWay({ payments }: WalletPayments): boolean {
  return payments.some(({ refunds }) =>
    refunds.some(({ status }) => status === 'reserved' || status === 'pending'),
  );
}

/** `add-credits` needs an `idempotencyKey`. */
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

/** Reads all admin data about users again, except the list, which has its own `mutate`. */
export async function revalidateUsers(): Promise<void> {
  await mutate((key) => Array.isArray(key) && String(key[0]).startsWith('/api/admin/'));
}
