import {
  AdminAuditResponse,
  AdminMetrics,
  AdminOrganizationsResponse,
  AdminUserActionResponse,
  AdminUserDetail,
  AdminUsersResponse,
  type AdminUserAction,
} from '@sachet/shared/contracts/admin-users';
import {
  PaymentRefund,
  WalletPayments,
  type RefundPaymentRequest,
} from '@sachet/shared/contracts/admin-payments';
import { mutate } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { z } from 'zod';
import { useAdminRead, withQuery } from './admin';
import { callWith } from './client';
import { useUid, type Key } from './hooks';

/** Each empty for all. */
export type UserFilters = { q: string; account: string; status: string };

/** Page by page, newest first. While another filter's people are awaited the earlier ones stay. */
export function useAdminUsers(filters: UserFilters) {
  const uid = useUid();
  const pages = useSWRInfinite(
    (_index: number, previous: AdminUsersResponse | null): Key | null => {
      if (!uid || previous?.nextPageToken === null) return null;
      return [
        withQuery('/api/admin/users', { ...filters, pageToken: previous?.nextPageToken }),
        uid,
      ];
    },
    ([path]: Key) => callWith(path, AdminUsersResponse),
    { keepPreviousData: true },
  );
  const all = pages.data?.flatMap(({ users }) => users);
  return {
    ...pages,
    // Somebody who signed up while pages were read may have moved another one onto two of them.
    users: all && [...new Map(all.map((user) => [user.uid, user])).values()],
    hasMore: pages.data?.at(-1)?.nextPageToken !== null,
  };
}

export const useMetrics = () => useAdminRead('/api/admin/metrics', AdminMetrics);

export const useUserDetail = (uid: string) =>
  useAdminRead(withQuery('/api/admin/user-detail', { uid }), AdminUserDetail);

export const useAudit = (uid: string) =>
  useAdminRead(withQuery('/api/admin/audit', { uid }), AdminAuditResponse);

/** Nothing is asked while `q` is empty. */
export const useOrganizations = (q: string) =>
  useAdminRead(q && withQuery('/api/admin/organizations', { q }), AdminOrganizationsResponse, {
    keepPreviousData: true,
  });

const refundPollMs = 2_000;

/** Of the wallet that this person pays from. No live event tells an admin that a refund has ended. */
export const useUserPayments = (uid: string) =>
  useAdminRead(withQuery('/api/admin/payments', { uid }), WalletPayments, {
    refreshInterval: (latest) => (latest && hasRefundUnderWay(latest) ? refundPollMs : 0),
  });

function hasRefundUnderWay({ payments }: WalletPayments): boolean {
  return payments.some(({ refunds }) =>
    refunds.some(({ status }) => status === 'reserved' || status === 'pending'),
  );
}

/** `idempotencyKey` for `add-credits`: it stays the same when the same thing is sent again. */
export function changeUser(
  body: z.input<typeof AdminUserAction>,
  idempotencyKey?: string,
): Promise<AdminUserActionResponse> {
  return callWith('/api/admin/users', AdminUserActionResponse, {
    method: 'POST',
    body,
    headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : undefined,
  });
}

/** `idempotencyKey` as for `changeUser`. */
export function refundPayment(
  body: RefundPaymentRequest,
  idempotencyKey: string,
): Promise<PaymentRefund> {
  return callWith('/api/admin/refund-payment', PaymentRefund, {
    method: 'POST',
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

/** What was read about people, but for the list: that has a `mutate` of its own. */
export async function readUsersAgain(): Promise<void> {
  await mutate((key) => Array.isArray(key) && String(key[0]).startsWith('/api/admin/'));
}
