/** The figures above the list of users, and the organizations that users can be moved into. */
import { countOpenFindings } from '@sachet/db/checks/findings';
import { readMetrics } from '@sachet/db/admin/metrics';
import { findOrganizations } from '@sachet/db/admin/users';
import type { AdminMetrics } from '@sachet/shared/admin/contracts/admin-users';
import { rupeesFromPaise } from '@sachet/shared/money';
import { toAdminOrganization } from './user-view.ts';
import { ok, route } from '../http/route.ts';

export const getAdminMetrics = route('GET /api/admin/metrics', {
  async handle({ deps }) {
    const [metrics, auditFindingCount] = await Promise.all([
      readMetrics(deps.db),
      countOpenFindings(deps.db),
    ]);
    const { individuals, organizationUsers } = metrics;
    const { individualWalletsPaise, organizationWalletsPaise } = metrics;
    const shown: AdminMetrics = {
      enabledUserCount: individuals + organizationUsers,
      enabledIndividualCount: individuals,
      enabledOrgUserCount: organizationUsers,
      individualWalletSumEnabled: rupeesFromPaise(individualWalletsPaise),
      orgWalletSum: rupeesFromPaise(organizationWalletsPaise),
      totalWalletSum: rupeesFromPaise(individualWalletsPaise + organizationWalletsPaise),
      auditFindingCount,
    };
    return ok(shown);
  },
});

const mostOrganizations = 20;

export const getAdminOrganizations = route('GET /api/admin/organizations', {
  async handle({ deps, query: { q } }) {
    const found = await findOrganizations(deps.db, { q, limit: mostOrganizations });
    return ok({ organizations: found.map(toAdminOrganization) });
  },
});
