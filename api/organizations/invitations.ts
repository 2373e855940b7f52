import {
  findInvitation,
  readInvitations,
  type Invitation as Found,
} from '@sachet/db/organizations/received-invitations';
import {
  acceptInvitation,
  declineInvitation,
  stopInvitationMails,
  type AcceptOutcome,
} from '@sachet/flows/organizations/join-organization';
import type { Invitation } from '@sachet/shared/organizations/contracts/invitation';
import { toQuotableName } from '@sachet/shared/people/names';
import { requireProfile, type Caller } from '../identity/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { readMembership } from './membership.ts';

function toInvitation(found: Found): Invitation {
  return {
    id: String(found.id),
    email: found.email,
    organizationName: toQuotableName(found.organizationName),
    adminName: toQuotableName(found.inviterName),
    invitedAt: found.invitedAt.toISOString(),
    expiresAt: found.expiresAt.toISOString(),
  };
}

const getVerifiedEmail = ({ email, emailVerified }: Caller) => (emailVerified ? email : null);

const gone = () =>
  new Refusal('not_found', 'This invitation is no longer open. Ask for a new one.');

export const getInvitations = route('GET /api/invitations', {
  async handle({ deps, caller }) {
    await requireProfile(deps, caller);
    const email = getVerifiedEmail(caller);
    const found = email === null ? [] : await readInvitations(deps.db, email);
    return ok({ invitations: found.map((each) => toInvitation(each)) });
  },
});

export const postInvitations = route('POST /api/invitations', {
  async handle({ deps, caller, body: { action, invitation } }) {
    await requireProfile(deps, caller);
    const verifiedEmail = getVerifiedEmail(caller);
    if ('id' in invitation && verifiedEmail === null) throw gone();
    const proof =
      'id' in invitation ? { id: invitation.id, verifiedEmail: verifiedEmail! } : invitation;
    if (action === 'accept') {
      const address = { email: caller.email, isVerified: caller.emailVerified };
      refuseUnaccepted(await acceptInvitation(deps.db, { uid: caller.uid, proof, address }));
      return ok(await readMembership(deps, await requireProfile(deps, caller)));
    }
    const outcome = await declineInvitation(deps.db, { proof, isReport: action === 'report' });
    if (outcome === 'gone') throw gone();
    return ok(null);
  },
});

function refuseUnaccepted(outcome: AcceptOutcome): void {
  switch (outcome) {
    case 'joined':
      return;
    case 'gone':
      throw gone();
    case 'other_address':
      throw new Refusal(
        'forbidden',
        'This invitation is for another address. Log in with the invited address to accept it.',
      );
    case 'unverified':
      throw new Refusal('email_unverified', 'Verify your email, then accept.');
    case 'has_credited':
      throw new Refusal(
        'forbidden',
        "You adjusted this organization's wallet as an admin, so you can’t join it.",
      );
    case 'no_profile':
      throw new Refusal('wrong_state', 'Finish signing up first.');
    case 'already_member':
      throw new Refusal(
        'wrong_state',
        'You’re already in an organization. Leave it first, then accept.',
      );
    default:
      throw outcome satisfies never;
  }
}

export const postMailedInvitation = route('POST /api/invitation', {
  async handle({ deps, body: { action, secret } }) {
    if (action === 'read') {
      const found = await findInvitation(deps.db, { secret });
      if (!found) throw gone();
      return ok({ invitation: toInvitation(found) });
    }
    if (action === 'stop') {
      if (!(await stopInvitationMails(deps.db, secret))) throw gone();
    } else {
      const isReport = action === 'report';
      const outcome = await declineInvitation(deps.db, { proof: { secret }, isReport });
      if (outcome === 'gone') throw gone();
    }
    return ok({ invitation: null });
  },
});

export const getStopInvitations = route('GET /api/invitation/stop', {
  async handle({ query, response }) {
    response.redirect(302, `/invitation/stop#${query.secret}`);
  },
});

export const postStopInvitations = route('POST /api/invitation/stop', {
  async handle({ deps, query, response }) {
    if (!(await stopInvitationMails(deps.db, query.secret))) throw gone();
    response.status(204).end();
  },
});
