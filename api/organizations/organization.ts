import { readMembers, setMemberBudget, type Member } from '@sachet/db/organizations/members';
import type { Profile } from '@sachet/db/people/profiles';
import {
  cancelInvite,
  invite,
  readOpenInvites,
  type InviteLimits,
  type InviteName,
  type InviteOutcome,
  type NewInvite,
} from '@sachet/db/organizations/sent-invitations';
import { readMemberUsage } from '@sachet/db/wallet/usage';
import { readWallet } from '@sachet/db/wallet/wallets';
import { mailSoon } from '@sachet/flows/mail-soon';
import type {
  OrganizationMember,
  OrganizationResponse,
  OrganizationInvite,
} from '@sachet/shared/organizations/contracts/organization';
import { istMonth } from '@sachet/shared/time';
import { paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import { appointAdmin, removeMember } from '@sachet/flows/organizations/join-organization';
import { notAnAdmin } from '../identity/access.ts';
import { requireProfile } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

function toOrganizationMember(member: Member): OrganizationMember {
  return {
    uid: member.uid,
    firstName: member.first_name,
    lastName: member.last_name,
    email: member.email,
    phoneNumber: member.phone_ending && `••••${member.phone_ending}`,
    role: member.role,
    budget: rupeesFromPaise(member.budget_paise),
    spentThisMonth: rupeesFromPaise(member.spent_this_month_paise),
  };
}

async function readInvites(
  { db }: Dependencies,
  organizationId: string,
): Promise<OrganizationInvite[]> {
  const invites = await readOpenInvites(db, organizationId);
  return invites.map((each) => ({
    email: each.email,
    invitedAt: each.invited_at.toISOString(),
    expiresAt: each.expires_at.toISOString(),
    mailStatus: each.mail_status,
    budget: rupeesFromPaise(each.budget_paise),
  }));
}

export const getOrganization = route('GET /api/organization', {
  async handle({ deps, admin }) {
    const { organizationId, organizationName, walletId } = admin;
    const [wallet, members, invites] = await Promise.all([
      readWallet(deps.db, walletId),
      readMembers(deps.db, { organizationId, atMs: Date.now() }),
      readInvites(deps, organizationId),
    ]);
    const organization: OrganizationResponse = {
      id: organizationId,
      name: organizationName,
      walletBalance: rupeesFromPaise(wallet.balance_paise),
      members: members.map(toOrganizationMember),
      invites,
    };
    return ok(organization);
  },
});

export const getOrganizationUsage = route('GET /api/organization/usage', {
  weight: 2,
  async handle({ deps, admin: { walletId } }) {
    const rows = await readMemberUsage(deps.db, { walletId, month: istMonth(Date.now()) });
    const members = Map.groupBy(rows, (row) => row.member_uid);
    return ok({
      members: [...members].map(([uid, tools]) => ({
        uid,
        spent: Object.fromEntries(tools.map((row) => [row.tool, rupeesFromPaise(row.spent_paise)])),
        bought: Object.fromEntries(tools.map((row) => [row.tool, row.bought])),
      })),
    });
  },
});

export const postOrganization = route('POST /api/organization', {
  async handle({ deps, caller, admin, body }) {
    const { organizationId } = admin;
    if (body.organizationId !== organizationId) throw notAnAdmin();
    const name = { organizationId, email: body.email };
    if (body.action === 'invite') {
      refuseUnverified(await requireProfile(deps, caller));
      const budgetPaise = body.budget === undefined ? undefined : paiseFromRupees(body.budget)!;
      await sendInvite(deps, { ...name, invitedBy: admin.uid, budgetPaise });
    } else await withdrawInvite(deps, name);
    return ok({ email: body.email, invites: await readInvites(deps, organizationId) });
  },
});

/** Only people whom we can reach may have mails sent. */
function refuseUnverified(profile: Profile): void {
  if (profile.phone_number !== null || profile.email_verified) return;
  throw new Refusal('email_unverified', 'Verify your email before you invite others.');
}

function toLimitMessage(
  outcome: Extract<InviteOutcome, `too_many_${string}`>,
  { perOrganization, perInviter, perRecipient }: InviteLimits,
): string {
  switch (outcome) {
    case 'too_many_for_invite':
      return 'This invitation was mailed 5 times. Cancel it and invite again.';
    case 'too_many_for_recipient':
      return `One address gets at most ${perRecipient} invitations a day. Try again tomorrow.`;
    case 'too_many_of_organization':
      return `Your organization can send ${perOrganization} invitations a day. Try again tomorrow.`;
    case 'too_many_of_inviter':
      return `You can send ${perInviter} invitations a day. Try again tomorrow.`;
    default:
      return outcome satisfies never;
  }
}

async function sendInvite(deps: Dependencies, given: NewInvite): Promise<void> {
  const { db, settings } = deps;
  const limits = {
    perOrganization: settings.limits.inviteMailsPerOrganization,
    perInviter: settings.limits.inviteMailsPerInviter,
    perRecipient: settings.limits.inviteMailsPerRecipient,
  };
  const outcome = await invite(db, given, limits);
  switch (outcome) {
    case 'already_member':
      throw new Refusal('wrong_state', 'This person is already a member.', { field: 'email' });
    case 'too_many_for_invite':
    case 'too_many_for_recipient':
    case 'too_many_of_organization':
    case 'too_many_of_inviter':
      throw new Refusal('rate_limited', toLimitMessage(outcome, limits), {
        field: 'email',
        retryAfterSeconds: 24 * 60 * 60,
      });
    case 'unwanted':
    case 'mailed_just_now':
      return;
    case 'to_mail':
      break;
    default:
      throw outcome satisfies never;
  }
  await mailSoon(deps, { kind: 'invitation', about: given.organizationId });
}

async function withdrawInvite({ db }: Dependencies, name: InviteName): Promise<void> {
  if (await cancelInvite(db, name)) return;
  throw new Refusal('not_found', 'No open invitation for this address.');
}

export const patchMember = route('PATCH /api/organization/member', {
  async handle({ deps, admin, body }) {
    const member = await setMemberBudget(deps.db, {
      organizationId: admin.organizationId,
      walletId: admin.walletId,
      uid: body.uid,
      budgetPaise: paiseFromRupees(body.budget)!,
      adminUid: admin.uid,
    });
    if (member === 'no_member') throw new Refusal('not_found', 'Member not found.');
    if (member === 'is_admin') throw new Refusal('forbidden', 'Admins have no budget.');
    return ok(toOrganizationMember(member));
  },
});

export const postOrganizationAdmin = route('POST /api/organization/admin', {
  async handle({ deps, admin, body: { uid } }) {
    const { organizationId } = admin;
    const outcome = await appointAdmin(deps.db, { uid, organizationId, adminUid: admin.uid });
    if (outcome === 'no_member') throw new Refusal('not_found', 'Member not found.');
    if (outcome === 'disabled') {
      throw new Refusal('wrong_state', "This member's account is disabled.", { field: 'uid' });
    }
    const members = await readMembers(deps.db, { organizationId, atMs: Date.now() });
    const appointed = members.find((member) => member.uid === uid);
    if (!appointed) throw new Refusal('not_found', 'Member not found.');
    return ok(toOrganizationMember(appointed));
  },
});

export const deleteMember = route('DELETE /api/organization/member', {
  async handle({ deps, admin, query: { uid }, response }) {
    const { organizationId } = admin;
    switch (await removeMember(deps.db, { uid, organizationId, adminUid: admin.uid })) {
      case 'no_member':
        throw new Refusal('not_found', 'Member not found.');
      case 'is_admin':
      case 'last_admin':
        throw new Refusal('forbidden', 'Admins can’t be removed.');
      default:
        response.status(204).end();
    }
  },
});
