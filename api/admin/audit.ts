import { readAudit } from '@sachet/db/admin/audit';
import { AdminAuditResponse, AdminUserQuery } from '@sachet/shared/contracts/admin-users';
import { ok, route } from '../http/route.ts';

const newestShown = 100;
const byUser = 'user:';

export const getAdminAudit = route({
  method: 'get',
  path: '/api/admin/audit',
  access: 'super-admin',
  summary: 'A user’s audit trail, newest first. Empty for an unknown user.',
  query: AdminUserQuery,
  answers: { 200: AdminAuditResponse },
  async handle({ deps, query: { uid } }) {
    const rows = await readAudit(deps.db, { uid, limit: newestShown });
    const trail: AdminAuditResponse = {
      items: rows.map(({ id, at, actor, action, details, actor_email }) => ({
        id: String(id),
        ts: at.toISOString(),
        actorEmail: actor_email,
        actorUid: actor.startsWith(byUser) ? actor.slice(byUser.length) : null,
        actorKind: actor.startsWith(byUser) ? 'admin' : actor === 'operator' ? actor : 'system',
        action,
        details,
      })),
    };
    return ok(trail);
  },
});
