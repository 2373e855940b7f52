import { useUid } from './keys';
import { useApi } from './use-api';

/** Reads the notices for super admins. Other admins get none. */
export function useAdminNotices() {
  const { data: me } = useApi('GET /api/admin/me');
  return useApi('GET /api/admin/notices', me?.isSuperAdmin ? {} : null);
}

/** Returns the proposals of other admins, which this admin can decide. */
export function useWaitingProposals() {
  const uid = useUid();
  const { data } = useAdminNotices();
  const notices = data?.notices ?? [];
  return notices.filter(
    (notice) => notice.kind === 'proposal_waiting' && notice.data.proposedBy !== uid,
  );
}
