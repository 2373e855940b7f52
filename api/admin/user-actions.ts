import { actOnUser, changeRole } from '@sachet/flows/act-on-user';
import { AdminUserAction, AdminUserActionResponse } from '@sachet/shared/contracts/admin-users';
import { rupeesFromPaise } from '@sachet/shared/money';
import { loadProposal } from '@sachet/db/admin/proposals';
import { toActing, toRoleRefusal, toUserRefusal } from './acting.ts';
import { addCreditsTo } from './add-credits.ts';
import { requireIdempotencyKey } from '../http/idempotency-key.ts';
import { toAdminProposal } from './proposal-view.ts';
import type { Dependencies } from '../dependencies.ts';
import { ok, route, type Reply } from '../http/route.ts';

export const postAdminUsers = route({
  method: 'post',
  path: '/api/admin/users',
  access: 'super-admin',
  summary:
    'Acts on a user and writes an audit row. `add-credits` needs an `Idempotency-Key`. Credits above the ' +
    'limit, and a role in an organization that the user does not belong to, are proposed (202): ' +
    'another super admin decides.',
  body: AdminUserAction,
  answers: { 200: AdminUserActionResponse, 202: AdminUserActionResponse },
  async handle({ deps, caller, body, request }) {
    const { uid, action } = body;
    if (body.action === 'add-credits') {
      const key = requireIdempotencyKey(request);
      const outcome = await addCreditsTo(deps, caller, body, key);
      if (outcome.done === 'applied') {
        const walletBalance = rupeesFromPaise(outcome.balancePaise);
        return ok({ uid, action, walletBalance, proposal: null });
      }
      return toProposed(deps, body, outcome.proposalId);
    }
    const acting = toActing(deps, caller);
    if (body.action === 'set-role') {
      const outcome = await changeRole(acting, body);
      if (typeof outcome === 'string') throw toUserRefusal(outcome);
      if (!outcome.ok) throw toRoleRefusal(outcome.refusal);
      if (outcome.done === 'proposed') return toProposed(deps, body, outcome.proposalId);
    } else {
      const outcome = await actOnUser(acting, body);
      if (outcome !== 'done') throw toUserRefusal(outcome);
    }
    return ok({ uid, action, walletBalance: null, proposal: null });
  },
});

async function toProposed(
  { db }: Dependencies,
  { uid, action }: AdminUserAction,
  proposalId: string,
): Promise<Reply> {
  const proposal = toAdminProposal((await loadProposal(db, proposalId))!);
  return { status: 202, body: { uid, action, walletBalance: null, proposal } };
}
