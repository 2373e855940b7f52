import { AdminMeResponse } from '@sachet/shared/contracts/admin';
import { isSuperAdmin } from '../access.ts';
import { ok, route } from '../route.ts';

export const getAdminMe = route({
  method: 'get',
  path: '/api/admin/me',
  access: 'signed-in',
  summary: 'Whether the caller is a super admin.',
  answers: { 200: AdminMeResponse },
  async handle({ deps, caller }) {
    return ok({ isSuperAdmin: await isSuperAdmin(deps, caller) });
  },
});
