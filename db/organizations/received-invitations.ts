/**
 * Invitations as the invited person sees them: found by a mailed secret, or by the verified address of the
 * caller; accepted, declined, reported.
 */
import type { Kysely, Transaction } from 'kysely';
import { toRecipientDigest, toSecretHash } from './sent-invitations.ts';
import type { Database } from '../tables.ts';

/** Proof that an invitation belongs to the caller. */
export type InvitationProof =
  | { readonly secret: string }
  /** `verifiedEmail`: the caller's own. */
  | { readonly id: string; readonly verifiedEmail: string };

export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly organizationId: string;
  readonly organizationName: string;
  /** The admin who last sent it, and who is still an admin of the organization. */
  readonly inviterUid: string;
  readonly inviterName: string;
  /** Paise a month; 0 for unlimited. */
  readonly budgetPaise: number;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
}

/** An invitation is open until it expires or its inviter is no longer an enabled admin. */
function selectOpenInvitations(db: Kysely<Database>) {
  return db
    .selectFrom('organization_invite as i')
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .innerJoin('user_profile as u', (join) =>
      join
        .onRef('u.uid', '=', 'i.invited_by')
        .onRef('u.organization_id', '=', 'i.organization_id')
        .on('u.role', '=', 'admin')
        .on('u.disabled_at', 'is', null),
    )
    .select((select) => [
      'i.id',
      'i.email',
      'i.organization_id as organizationId',
      'o.name as organizationName',
      'i.invited_by as inviterUid',
      select
        .fn<string>('concat_ws', [select.val(' '), 'u.first_name', 'u.last_name'])
        .as('inviterName'),
      'i.invited_at as invitedAt',
      'i.expires_at as expiresAt',
      'i.budget_paise as budgetPaise',
    ])
    .where('i.accepted_at', 'is', null)
    .where('i.cancelled_at', 'is', null)
    .where('i.expires_at', '>', new Date());
}

function selectProvenInvitation(db: Kysely<Database>, proof: InvitationProof) {
  const open = selectOpenInvitations(db);
  if ('secret' in proof) {
    return open.where('i.id', 'in', (invite) =>
      invite
        .selectFrom('invite_secret')
        .select('invite_id')
        .where('secret_hash', '=', toSecretHash(proof.secret))
        .where('purpose', '=', 'join'),
    );
  }
  return open.where('i.id', '=', Number(proof.id)).where('i.email', '=', proof.verifiedEmail);
}

export async function findInvitation(
  db: Kysely<Database>,
  proof: InvitationProof,
): Promise<Invitation | undefined> {
  return selectProvenInvitation(db, proof).executeTakeFirst();
}

/** Locks the invitation: until the transaction ends, no other transaction can answer or cancel it. */
export async function lockInvitation(
  trx: Transaction<Database>,
  proof: InvitationProof,
): Promise<Invitation | undefined> {
  return selectProvenInvitation(trx, proof).forUpdate('i').executeTakeFirst();
}

/** Newest first. Invitations of organizations that this address has reported are hidden. */
export async function readInvitations(db: Kysely<Database>, email: string): Promise<Invitation[]> {
  return selectOpenInvitations(db)
    .where('i.email', '=', email)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invite_block')
            .select('id')
            .where('recipient_digest', '=', toRecipientDigest(email))
            .whereRef('organization_id', '=', 'i.organization_id'),
        ),
      ),
    )
    .orderBy('i.id', 'desc')
    .limit(50)
    .execute();
}

export async function markAccepted(
  trx: Transaction<Database>,
  { id, uid }: { id: number; uid: string },
): Promise<void> {
  await trx
    .updateTable('organization_invite')
    .set({ accepted_at: new Date(), accepted_by: uid })
    .where('id', '=', id)
    .execute();
}

export async function markDeclined(
  trx: Transaction<Database>,
  { id, isReport }: { id: number; isReport: boolean },
): Promise<void> {
  const now = new Date();
  await trx
    .updateTable('organization_invite')
    .set({ cancelled_at: now, declined_at: now, reported_at: isReport ? now : null })
    .where('id', '=', id)
    .execute();
}

/** Stops invitation mails to this mailbox from one organization, or (null) from any. */
export async function blockInvitations(
  db: Kysely<Database>,
  { email, organizationId }: { email: string; organizationId: string | null },
): Promise<void> {
  await db
    .insertInto('invite_block')
    .values({ recipient_digest: toRecipientDigest(email), organization_id: organizationId })
    .onConflict((conflict) => conflict.columns(['recipient_digest', 'organization_id']).doNothing())
    .execute();
}

/** The invitation and address of the mail with this stop secret, even if the invitation is closed. */
export async function findMailedAddress(
  db: Kysely<Database>,
  stopSecret: string,
): Promise<{ inviteId: number; email: string } | undefined> {
  return db
    .selectFrom('invite_secret as s')
    .innerJoin('organization_invite as i', 'i.id', 's.invite_id')
    .select(['i.id as inviteId', 'i.email'])
    .where('s.secret_hash', '=', toSecretHash(stopSecret))
    .where('s.purpose', '=', 'stop')
    .executeTakeFirst();
}
