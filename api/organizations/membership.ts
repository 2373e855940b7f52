import { readAdminNames } from '@sachet/db/organizations/members';
import type { Profile } from '@sachet/db/people/profiles';
import { openWallet, readWallet } from '@sachet/db/wallet/wallets';
import { leaveOrganization } from '@sachet/flows/organizations/join-organization';
import type { Membership } from '@sachet/shared/organizations/contracts/invitation';
import { rupeesFromPaise } from '@sachet/shared/money';
import { requireProfile } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { toUserProfile } from '../people/user-profile.ts';

const noMember = () => new Refusal('not_found', 'You aren’t in an organization.');

export async function readMembership({ db }: Pick<Dependencies, 'db'>, profile: Profile) {
  const { organization_id: organizationId, organization_name: organizationName } = profile;
  if (organizationId === null) throw noMember();
  const [admins, own] = await Promise.all([
    readAdminNames(db, organizationId),
    openWallet(db, { kind: 'user', id: profile.uid }).then((id) => readWallet(db, id)),
  ]);
  const membership: Membership = {
    organizationId,
    organizationName: organizationName!,
    role: profile.role,
    admins,
    ownWalletBalance: rupeesFromPaise(own.balance_paise),
  };
  return membership;
}

export const getMembership = route('GET /api/membership', {
  async handle({ deps, caller }) {
    return ok(await readMembership(deps, await requireProfile(deps, caller)));
  },
});

export const postLeave = route('POST /api/membership/leave', {
  async handle({ deps, caller, body: { organizationId } }) {
    await requireProfile(deps, caller);
    const outcome = await leaveOrganization(deps.db, { uid: caller.uid, organizationId });
    if (outcome === 'no_member') throw noMember();
    if (outcome === 'last_admin') {
      throw new Refusal(
        'wrong_state',
        'You’re the only admin. Make another member an admin, then leave.',
      );
    }
    return ok(toUserProfile(await requireProfile(deps, caller)));
  },
});
