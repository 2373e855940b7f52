import type { Route } from '../http/route.ts';
import { getAdminAudit } from './audit.ts';
import { getAdminMe } from './me.ts';
import { getAdminMetrics, getAdminOrganizations } from './metrics.ts';
import { getProposals, postProposal } from './proposals.ts';
import { postAdminQueuesSession } from './queues.ts';
import { postAdminUsers } from './user-actions.ts';
import { getAdminUsers, getAdminUserDetail } from './users.ts';

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
