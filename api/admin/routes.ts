import { ok, route, type Route } from '../http/route.ts';
import { decidesAlone, isFinance, isSuperAdmin } from '../identity/access.ts';
import { getAdminAudit } from './audit.ts';
import { getAdminMetrics, getAdminOrganizations } from './metrics.ts';
import { getProposals, postProposal } from './proposals.ts';
import { postAdminQueuesSession } from './queues.ts';
import { postAdminUsers } from './user-actions.ts';
import { getAdminUsers, getAdminUserDetail } from './users.ts';

const getAdminMe = route('GET /api/admin/me', {
  async handle({ deps, caller }) {
    const isSuper = await isSuperAdmin(deps, caller);
    return ok({
      isSuperAdmin: isSuper,
      isFinance: isSuper || (await isFinance(deps, caller)),
      decidesAlone: isSuper && (await decidesAlone(deps, caller)),
    });
  },
});

export const adminRoutes: readonly Route[] = [
  getAdminAudit,
  getAdminMe,
  getAdminMetrics,
  getAdminOrganizations,
  getProposals,
  postProposal,
  postAdminQueuesSession,
  postAdminUsers,
  getAdminUsers,
  getAdminUserDetail,
];
