import { QueuesSessionResponse } from '@sachet/shared/contracts/admin';
import { AdminNoticesResponse } from '@sachet/shared/contracts/admin-notices';
import useSWR, { type SWRConfiguration } from 'swr';
import type { z } from 'zod';
import { callWith } from './client';
import type { ApiFailure } from './failure';
import { useAdminMe } from './hooks';
import { useUid, type Key } from './keys';

/**
 * Reads data of an admin page, or nothing while `path` is null. The page's chunk contains the
 * contract.
 */
export function useAdminRead<T>(
  path: string | null,
  contract: z.ZodType<T>,
  settings?: SWRConfiguration<T>,
) {
  const uid = useUid();
  return useSWR<T, ApiFailure, Key | null>(
    uid && path ? [path, uid] : null,
    ([asked]) => callWith(asked, contract),
    settings,
  );
}

const noticesPollMs = 60_000;

/** Notices for super admins. Other admins get none. */
export function useAdminNotices() {
  const { data: me } = useAdminMe();
  return useAdminRead(me?.isSuperAdmin ? '/api/admin/notices' : null, AdminNoticesResponse, {
    refreshInterval: noticesPollMs,
  });
}

/** Proposals that this admin can decide: those of other admins. */
export function useWaitingProposals() {
  const uid = useUid();
  const { data } = useAdminNotices();
  const notices = data?.notices ?? [];
  return notices.filter(
    (notice) => notice.kind === 'proposal_waiting' && notice.data.proposedBy !== uid,
  );
}

/** Gives this browser access to the queue pages for some minutes and returns their address. */
export function openQueuesSession(): Promise<QueuesSessionResponse> {
  return callWith('/api/admin/queues/session', QueuesSessionResponse, { method: 'POST' });
}
