import { AdminUserAction, AdminUserActionResponse } from '@sachet/shared/contracts/admin-users';
import { rupeesFromPaise } from '@sachet/shared/money';
import { loadProposal } from '@sachet/db/admin/credit-proposals';
import { addCreditsTo } from '../add-credits.ts';
import type { Caller } from '../caller.ts';
import { toCreditProposal } from '../credit-proposal.ts';
import { requireIdempotencyKey } from '../idempotency-key.ts';
import type { Dependencies } from '../dependencies.ts';
import { ok, route } from '../route.ts';
import {
  changeProfile,
  changeRole,
  clearClaims,
  disable,
  enable,
  remove,
} from '../user-actions.ts';

export const postAdminUsers = route({
  method: 'post',
  path: '/api/admin/users',
  access: 'super-admin',
  summary:
    'Does something to a user, on record. `add-credits` needs an `Idempotency-Key`; above the ' +
    'limit it only proposes (202), and another super admin decides.',
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
      const proposal = toCreditProposal((await loadProposal(deps.db, outcome.proposalId))!);
      return { status: 202, body: { uid, action, walletBalance: null, proposal } };
    }
    await change(deps, caller, body);
    return ok({ uid, action, walletBalance: null, proposal: null });
  },
});

type Change = Exclude<AdminUserAction, { action: 'add-credits' }>;

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
    case 'set-role':
      return changeRole(deps, admin, body);
    case 'update-profile':
      return changeProfile(deps, admin, body);
    default:
      return body satisfies never;
  }
}
