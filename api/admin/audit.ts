import { readAudit } from '@sachet/db/admin/audit';
import type { AdminAuditResponse } from '@sachet/shared/admin/contracts/admin-users';
import { ok, route } from '../http/route.ts';

const newestShown = 100;
const byUser = 'user:';

export const getAdminAudit = route('GET /api/admin/audit', {
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
