/**
 * A super admin changes a person's role in an organization. A second super admin must approve this if the
 * person is not in that organization yet, or if admins moved them there and they are to become an admin.
 */
import type { Kysely, Transaction } from 'kysely';
import { insertAudit } from '@sachet/db/admin/audit';
import { resolveNotices } from '@sachet/db/admin/notices';
import {
  storeDecision,
  findWaitingRole,
  lockWaitingProposal,
  wasMovedByAdmins,
  type RoleProposal,
} from '@sachet/db/admin/proposals';
import { violates } from '@sachet/db/constraint';
import { newId } from '@sachet/db/ids';
import type { Profile } from '@sachet/db/people/profiles';
import { changeUser } from '@sachet/db/people/user-changes';
import { organizationExists, setRole, type RoleOutcome } from '@sachet/db/people/user-roles';
import type { Database } from '@sachet/db/tables';
import { propose, toAuditEntry, toNotice } from '../admin/proposals.ts';

export type RoleRefusal = Extract<RoleOutcome, { ok: false }>['refusal'];

export interface RoleChange {
  readonly adminUid: string;
  /** The person as read under the user's lock. */
  readonly profile: Profile;
  readonly role: 'user' | 'admin';
  /** Undefined: the organization does not change. Null: the person becomes an individual. */
  readonly organizationId: string | null | undefined;
  readonly reason: string | undefined;
}

export type ChangeOutcome =
  | { readonly ok: true; readonly done: 'changed' }
  | { readonly ok: true; readonly done: 'proposed'; readonly proposalId: string }
  | {
      readonly ok: false;
      /** `own`: the person is the acting admin. */
      readonly refusal: RoleRefusal | 'own' | 'needs_reason' | 'too_many_waiting';
    };

/** Runs within `changeUser`. Changes the role, or proposes it if a second super admin has to approve. */
export async function changeOrganizationRole(
  trx: Transaction<Database>,
  change: RoleChange,
): Promise<ChangeOutcome> {
  const { adminUid, profile, role } = change;
  const before = profile.organization_id;
  const after = change.organizationId === undefined ? before : change.organizationId;
  const gains =
    after !== null && (after !== before || (role === 'admin' && profile.role !== 'admin'));
  if (profile.uid === adminUid) {
    const givesUp = profile.role === 'admin' && (role !== 'admin' || after !== before);
    if (gains || givesUp) return { ok: false, refusal: 'own' };
  }
  if (gains && (after !== before || (await wasMovedByAdmins(trx, toKey(profile.uid, after))))) {
    return proposeRole(trx, change, after);
  }
  const moved = await setRole(trx, { uid: profile.uid, role, organizationId: after });
  if (!moved.ok) return moved;
  await insertAudit(trx, {
    actor: `user:${adminUid}`,
    action: 'set-role',
    targetUid: profile.uid,
    details: toDifference(moved),
  });
  return { ok: true, done: 'changed' };
}

const toKey = (uid: string, organizationId: string) => ({
  target_uid: uid,
  organization_id: organizationId,
});

const toDifference = ({ from, to }: Extract<RoleOutcome, { ok: true }>) => ({
  role: { from: from.role, to: to.role },
  organizationId: { from: from.organizationId, to: to.organizationId },
});

async function proposeRole(
  trx: Transaction<Database>,
  { adminUid, profile, role, reason }: RoleChange,
  organizationId: string,
): Promise<ChangeOutcome> {
  if (!(await organizationExists(trx, organizationId))) {
    return { ok: false, refusal: 'no_organization' };
  }
  const wanted = { ...toKey(profile.uid, organizationId), role };
  const waiting = await findWaitingRole(trx, wanted);
  if (waiting !== undefined) return { ok: true, done: 'proposed', proposalId: waiting };
  if (reason === undefined) return { ok: false, refusal: 'needs_reason' };
  const id = newId('prp');
  const proposed = await propose(trx, {
    ...wanted,
    id,
    kind: 'role',
    reason,
    proposed_by: adminUid,
    request_key: `set-role:${adminUid}:${id}`,
  });
  if (proposed.ok) return { ...proposed, done: 'proposed' };
  // Cannot happen: the user's lock prevents another proposal since `findWaitingRole`.
  if (proposed.refusal === 'proposed') throw new Error(`role of ${profile.uid} proposed twice`);
  return { ok: false, refusal: proposed.refusal };
}

/** Null if the role is approved, or if the proposal was decided in the meantime. */
export async function approveRole(
  db: Kysely<Database>,
  { proposal, adminUid }: { proposal: RoleProposal; adminUid: string },
): Promise<RoleRefusal | null> {
  const { id, target_uid: uid, role, organization_id: organizationId } = proposal;
  try {
    return await changeUser(db, uid, async (trx) => {
      if (!(await lockWaitingProposal(trx, id))) return null;
      const moved = await setRole(trx, { uid, role, organizationId });
      if (!moved.ok) return moved.refusal;
      await storeDecision(trx, { id, status: 'approved', decidedBy: adminUid, note: null });
      await resolveNotices(trx, toNotice(id));
      const entry = toAuditEntry(proposal, 'approve', `user:${adminUid}`);
      await insertAudit(trx, {
        ...entry,
        details: { ...entry.details, ...toDifference(moved) },
      });
      return null;
    });
  } catch (error) {
    if (violates(error, 'admin_proposal_in_time')) return null;
    throw error;
  }
}
