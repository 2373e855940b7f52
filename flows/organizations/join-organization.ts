/**
 * Joining an organization and leaving it. Invited people accept explicitly, as the verified owners of the
 * invited address; from then on the organization's wallet pays, and the member's own wallet stays unused
 * until the member leaves or is removed. Each step is one transaction: a crash leaves the step done or not
 * done. A hold names its wallet, and is captured or released in that wallet.
 */
import type { Kysely, Transaction } from 'kysely';
import { insertAudit } from '@sachet/db/admin/audit';
import { raiseNotice } from '@sachet/db/admin/notices';
import {
  blockInvitations,
  findMailedAddress,
  lockInvitation,
  markAccepted,
  markDeclined,
  type InvitationProof,
} from '@sachet/db/organizations/received-invitations';
import { readProfile, type Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import { changeUser } from '@sachet/db/people/user-changes';
import { setRole } from '@sachet/db/people/user-roles';
import { toMailbox } from '@sachet/shared/people/mailbox';

/** The caller's address as the sign-in provider reports it. */
interface SignInAddress {
  readonly email: string | null;
  readonly isVerified: boolean;
}

export type AcceptOutcome =
  /** `gone`: answered, cancelled, expired, or never created. */
  | 'joined'
  | 'gone'
  | 'no_profile'
  | 'already_member'
  | 'other_address'
  | 'unverified'
  | 'has_credited';

/**
 * The secret alone is not enough: a member could leave and join again with a colleague's secret, which has
 * another budget.
 */
export async function acceptInvitation(
  db: Kysely<Database>,
  { uid, proof, address }: { uid: string; proof: InvitationProof; address: SignInAddress },
): Promise<AcceptOutcome> {
  return changeUser(db, uid, async (trx) => {
    const profile = await readProfile(trx, uid);
    if (!profile || profile.disabled_at) return 'no_profile';
    const invitation = await lockInvitation(trx, proof);
    if (!invitation) return 'gone';
    if (address.email === null || toMailbox(address.email) !== toMailbox(invitation.email)) {
      return 'other_address';
    }
    if (!address.isVerified) return 'unverified';
    if (profile.organization_id !== null) return 'already_member';
    const { id, organizationId, inviterUid, budgetPaise: offeredPaise } = invitation;
    const moved = await setRole(trx, { uid, role: 'user', organizationId, offeredPaise });
    if (!moved.ok && moved.refusal === 'has_credited') return 'has_credited';
    if (!moved.ok && moved.refusal === 'no_organization') return 'gone';
    if (!moved.ok) throw new Error(`joining ${organizationId}: ${moved.refusal}`);
    await markAccepted(trx, { id, uid });
    await insertAudit(trx, {
      actor: `user:${uid}`,
      action: 'join-organization',
      targetUid: uid,
      details: { organizationId, inviterUid },
    });
    return 'joined';
  });
}

/** A report also ends this organization's invitations of that mailbox, and notifies super admins. */
export async function declineInvitation(
  db: Kysely<Database>,
  { proof, isReport }: { proof: InvitationProof; isReport: boolean },
): Promise<'declined' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    const invitation = await lockInvitation(trx, proof);
    if (!invitation) return 'gone';
    const { id, email, organizationId, inviterUid } = invitation;
    await markDeclined(trx, { id, isReport });
    if (isReport) {
      await blockInvitations(trx, { email, organizationId });
      await raiseNotice(
        trx,
        { kind: 'invitation_reported', data: { organizationId, inviterUid } },
        organizationId,
      );
    }
    return 'declined';
  });
}

/**
 * "Not me": stops all mailed invitations of all organizations to this mailbox, and declines the invitation in
 * this mail. False for a stop secret that no recent mail contains. Safe to repeat.
 */
export async function stopInvitationMails(
  db: Kysely<Database>,
  stopSecret: string,
): Promise<boolean> {
  const mailed = await findMailedAddress(db, stopSecret);
  if (!mailed) return false;
  const { inviteId, email } = mailed;
  // Only the owner of the address can read its mail.
  await blockInvitations(db, { email, organizationId: null });
  const proof = { id: String(inviteId), verifiedEmail: email };
  await declineInvitation(db, { proof, isReport: false });
  return true;
}

export type LeaveOutcome = 'left' | 'no_member' | 'last_admin';

/** `organizationId`: the organisation that the client shows. */
export async function leaveOrganization(
  db: Kysely<Database>,
  { uid, organizationId }: { uid: string; organizationId: string },
): Promise<LeaveOutcome> {
  return endMembership<never>(db, { uid, organizationId }, () => ({
    actor: `user:${uid}`,
    action: 'leave-organization',
  }));
}

/** An admin of the organization removes a member; admins cannot remove one another. */
export async function removeMember(
  db: Kysely<Database>,
  { uid, organizationId, adminUid }: { uid: string; organizationId: string; adminUid: string },
): Promise<LeaveOutcome | 'is_admin'> {
  return endMembership(db, { uid, organizationId }, ({ role }) =>
    role === 'admin' ? 'is_admin' : { actor: `user:${adminUid}`, action: 'remove-member' },
  );
}

export type AppointOutcome = 'appointed' | 'no_member' | 'is_admin' | 'disabled';

/**
 * An admin of the organization makes a member an admin, and can leave the organization afterwards. The new
 * admin keeps their budget for later.
 */
export async function appointAdmin(
  db: Kysely<Database>,
  { uid, organizationId, adminUid }: { uid: string; organizationId: string; adminUid: string },
): Promise<AppointOutcome> {
  return changeUser(db, uid, async (trx) => {
    const profile = await readProfile(trx, uid);
    if (profile?.organization_id !== organizationId) return 'no_member';
    if (profile.role === 'admin') return 'is_admin';
    if (profile.disabled_at) return 'disabled';
    const changed = await setRole(trx, { uid, role: 'admin', organizationId: undefined });
    if (!changed.ok) throw new Error(`appointing in ${organizationId}: ${changed.refusal}`);
    await insertAudit(trx, {
      actor: `user:${adminUid}`,
      action: 'appoint-admin',
      targetUid: uid,
      details: { organizationId },
    });
    return 'appointed';
  });
}

async function endMembership<Refusal extends string>(
  db: Kysely<Database>,
  { uid, organizationId }: { uid: string; organizationId: string },
  judge: (profile: Profile) => { actor: string; action: string } | Refusal,
): Promise<LeaveOutcome | Refusal> {
  return changeUser(db, uid, async (trx: Transaction<Database>) => {
    const profile = await readProfile(trx, uid);
    if (profile?.organization_id !== organizationId) return 'no_member';
    const verdict = judge(profile);
    if (typeof verdict === 'string') return verdict;
    const moved = await setRole(trx, { uid, role: 'user', organizationId: null });
    if (!moved.ok && moved.refusal === 'last_admin') return 'last_admin';
    if (!moved.ok) throw new Error(`leaving ${organizationId}: ${moved.refusal}`);
    await insertAudit(trx, { ...verdict, targetUid: uid, details: { organizationId } });
    return 'left';
  });
}
