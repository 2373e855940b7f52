import { AdminMeResponse } from '@sachet/shared/contracts/admin';
import { isFinance, isSuperAdmin } from '../identity/access.ts';
import { ok, route } from '../http/route.ts';

export const getAdminMe = route({
  method: 'get',
  path: '/api/admin/me',
  access: 'signed-in',
  summary: 'Whether the caller is a super admin, and whether the finance pages are open to them.',
  answers: { 200: AdminMeResponse },
  async handle({ deps, caller }) {
    const isSuper = await isSuperAdmin(deps, caller);
    return ok({ isSuperAdmin: isSuper, isFinance: isSuper || (await isFinance(deps, caller)) });
  },
});
