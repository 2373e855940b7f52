import { AdminUserAction, AdminUserActionResponse } from '@sachet/shared/contracts/admin-users';
import { rupeesFromPaise } from '@sachet/shared/money';
import { loadProposal } from '@sachet/db/admin/proposals';
import { addCreditsTo } from './add-credits.ts';
import type { Caller } from '../identity/caller.ts';
import { requireIdempotencyKey } from '../http/idempotency-key.ts';
import { toAdminProposal } from './proposal-view.ts';
import type { Dependencies } from '../dependencies.ts';
import { ok, route, type Reply } from '../http/route.ts';
import { changeProfile, changeRole, clearClaims, disable, enable, remove } from './act-on-user.ts';

export const postAdminUsers = route({
  method: 'post',
  path: '/api/admin/users',
  access: 'super-admin',
  summary:
    'Does something to a user, on record. `add-credits` needs an `Idempotency-Key`. Credits above the ' +
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
    if (body.action === 'set-role') {
      const proposalId = await changeRole(deps, caller, body);
      if (proposalId !== null) return toProposed(deps, body, proposalId);
    } else {
      await change(deps, caller, body);
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

type Change = Exclude<AdminUserAction, { action: 'add-credits' | 'set-role' }>;

function change(deps: Dependencies, admin: Caller, body: Change): Promise<void> {
  switch (body.action) {
    case 'enable':
      return enable(deps, admin, body);
    case 'disable':
      return disable(deps, admin, body);
    case 'delete':
      return remove(deps, admin, body);
    case 'reset-claims':
      return clearClaims(deps, admin, body);
    case 'update-profile':
      return changeProfile(deps, admin, body);
    default:
      return body satisfies never;
  }
}
