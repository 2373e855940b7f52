import { randomUUID } from 'node:crypto';
import { actOnUser, changeRole } from '@sachet/flows/admin/act-on-user';
import type { AdminUserAction } from '@sachet/shared/admin/contracts/admin-users';
import { rupeesFromPaise } from '@sachet/shared/money';
import { readWallet } from '@sachet/db/wallet/wallets';
import { toActing, toRoleRefusal, toUserRefusal } from './acting.ts';
import { addCreditsTo } from '../wallet/add-credits.ts';
import { toAdminProposal } from './proposal-view.ts';
import { settleProposal, wasDecidedAlone } from './proposals.ts';
import type { Caller } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { ok, route, reply } from '../http/route.ts';

export const postAdminUsers = route('POST /api/admin/users', {
  async handle({ deps, caller, body, key }) {
    const { uid, action } = body;
    if (body.action === 'add-credits') {
      const outcome = await addCreditsTo(deps, caller, body, key ?? randomUUID());
      if (outcome.done === 'applied') {
        const walletBalance = rupeesFromPaise(outcome.balancePaise);
        return ok({ uid, action, walletBalance, proposal: null });
      }
      return toProposed(deps, caller, body, outcome.proposalId);
    }
    const acting = toActing(deps, caller);
    if (body.action === 'set-role') {
      const outcome = await changeRole(acting, body);
      if (typeof outcome === 'string') throw toUserRefusal(outcome);
      if (!outcome.ok) throw toRoleRefusal(outcome.refusal);
      if (outcome.done === 'proposed') return toProposed(deps, caller, body, outcome.proposalId);
    } else {
      const outcome = await actOnUser(acting, body);
      if (outcome !== 'done') throw toUserRefusal(outcome);
    }
    return ok({ uid, action, walletBalance: null, proposal: null });
  },
});

async function toProposed(
  deps: Dependencies,
  caller: Caller,
  { uid, action }: AdminUserAction,
  proposalId: string,
) {
  const proposal = await settleProposal(deps, caller, proposalId);
  if (!wasDecidedAlone(proposal)) {
    return reply(202, { uid, action, walletBalance: null, proposal: toAdminProposal(proposal) });
  }
  const wallet =
    proposal.kind === 'credits' ? await readWallet(deps.db, proposal.wallet_id) : undefined;
  const walletBalance = wallet ? rupeesFromPaise(wallet.balance_paise) : null;
  return ok({ uid, action, walletBalance, proposal: null });
}
