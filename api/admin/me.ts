import { decidesAlone, isFinance, isSuperAdmin } from '../identity/access.ts';
import { ok, route } from '../http/route.ts';

export const getAdminMe = route('GET /api/admin/me', {
  async handle({ deps, caller }) {
    const isSuper = await isSuperAdmin(deps, caller);
    return ok({
      isSuperAdmin: isSuper,
      isFinance: isSuper || (await isFinance(deps, caller)),
      decidesAlone: isSuper && (await decidesAlone(deps, caller)),
    });
  },
});
