/** Invitations into organisations: made by an admin, mailed by a worker, accepted by signing up. */
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database, OrganizationInviteTable } from './tables.ts';

export type Invite = Selectable<OrganizationInviteTable>;

/** At most one invitation of an address into an organisation stands open. */
export interface InviteName {
  readonly organizationId: string;
  /** Trimmed and lowercased. */
  readonly email: string;
}

/** Mails go to people who did not ask for them, so nobody gets many. */
const mailsPerInvite = 5;
const invitesPerAddressAndDay = 3;
const invitesPerDay = 100;
const dayMs = 24 * 60 * 60 * 1000;
/** A second click sends no second mail. */
const mailAgainAfterMs = 60_000;

function openInvites(db: Kysely<Database>) {
  return db
    .selectFrom('organization_invite')
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null);
}

/** Newest first. */
export async function readOpenInvites(
  db: Kysely<Database>,
  organizationId: string,
): Promise<Invite[]> {
  return openInvites(db)
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .execute();
}

export type InviteOutcome =
  /** `to_mail`: the row asks for a mail, and the queue should hear of it. */
  'to_mail' | 'mailed_just_now' | 'already_member' | 'has_account' | 'too_many';

/**
 * Invites an address, or asks for the mail again when it is invited already. One organisation's
 * invitations come in one after the other, so that many at once neither collide nor pass a limit.
 */
export async function invite(
  db: Kysely<Database>,
  { organizationId, email, invitedBy }: InviteName & { invitedBy: string },
): Promise<InviteOutcome> {
  return db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const owners = await trx
      .selectFrom('user_profile')
      .select('organization_id')
      .where('email', '=', email)
      .execute();
    if (owners.some((owner) => owner.organization_id === organizationId)) return 'already_member';
    if (owners.length > 0) return 'has_account';
    const standing = await openInvites(trx)
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (standing) return mailAgain(trx, standing);
    if (await isOverLimit(trx, { organizationId, email })) return 'too_many';
    await trx
      .insertInto('organization_invite')
      .values({ organization_id: organizationId, email, invited_by: invitedBy })
      .execute();
    return 'to_mail';
  });
}

async function mailAgain(trx: Transaction<Database>, standing: Invite): Promise<InviteOutcome> {
  if (standing.mail_status === 'queued') return 'to_mail';
  const sentJustNow = standing.mail_requested_at.getTime() > Date.now() - mailAgainAfterMs;
  if (standing.mail_status === 'sent' && sentJustNow) return 'mailed_just_now';
  if (standing.mail_attempts >= mailsPerInvite) return 'too_many';
  await trx
    .updateTable('organization_invite')
    .set({ mail_status: 'queued', mail_requested_at: new Date() })
    .where('id', '=', standing.id)
    .execute();
  return 'to_mail';
}

async function isOverLimit(
  trx: Transaction<Database>,
  { organizationId, email }: InviteName,
): Promise<boolean> {
  const { all, same } = await trx
    .selectFrom('organization_invite')
    .select((select) => [
      select.fn.countAll<number>().as('all'),
      select.fn.countAll<number>().filterWhere('email', '=', email).as('same'),
    ])
    .where('organization_id', '=', organizationId)
    .where('invited_at', '>', new Date(Date.now() - dayMs))
    .executeTakeFirstOrThrow();
  return all >= invitesPerDay || same >= invitesPerAddressAndDay;
}

/** False when no invitation of this address stands open. */
export async function cancelInvite(
  db: Kysely<Database>,
  { organizationId, email }: InviteName,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOpenInvite(db, { organizationId, email })
    .set({ cancelled_at: new Date() })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function updateOpenInvite(db: Kysely<Database>, { organizationId, email }: InviteName) {
  return db
    .updateTable('organization_invite')
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null);
}

/** The organisation that an address is invited into: of several, the one that asked last. */
export async function findInvitation(
  db: Kysely<Database>,
  email: string,
): Promise<{ organizationId: string } | undefined> {
  return openInvites(db)
    .select('organization_id as organizationId')
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Closes the invitation as accepted, and those of other organisations with it: nobody belongs to
 * two. False when it was cancelled, or accepted, in the meantime. Needs the new member's profile.
 */
export async function acceptInvite(
  trx: Transaction<Database>,
  { organizationId, email, uid }: InviteName & { uid: string },
): Promise<boolean> {
  const now = new Date();
  const { numUpdatedRows } = await updateOpenInvite(trx, { organizationId, email })
    .set({ accepted_at: now, accepted_by: uid })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('organization_invite')
    .set({ cancelled_at: now })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
  return true;
}

export interface InviteMail {
  readonly email: string;
  readonly organizationName: string;
  readonly inviterName: string;
}

/** What to write to whom; undefined when the invitation is closed, or its mail is not wanted now. */
export async function inviteToMail(
  db: Kysely<Database>,
  { organizationId, email }: InviteName,
): Promise<InviteMail | undefined> {
  return db
    .selectFrom('organization_invite as i')
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .innerJoin('user_profile as u', 'u.uid', 'i.invited_by')
    .select(['i.email', 'o.name as organizationName'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('inviterName'))
    .where('i.organization_id', '=', organizationId)
    .where('i.email', '=', email)
    .where('i.mail_status', '=', 'queued')
    .where('i.accepted_at', 'is', null)
    .where('i.cancelled_at', 'is', null)
    .executeTakeFirst();
}

/** The mail's end: handed over to a mail server, or given up. */
export async function markInviteMailed(
  db: Kysely<Database>,
  name: InviteName,
  status: 'sent' | 'failed',
): Promise<void> {
  await updateOpenInvite(db, name)
    .set({ mail_status: status, mail_attempts: sql`mail_attempts + 1` })
    .where('mail_status', '=', 'queued')
    .execute();
}

/** Invitations whose mail was asked for before `before` and has not come to its end. */
export async function invitesToMail(
  db: Kysely<Database>,
  { before, limit }: { before: Date; limit: number },
): Promise<InviteName[]> {
  return openInvites(db)
    .select(['organization_id as organizationId', 'email'])
    .where('mail_status', '=', 'queued')
    .where('mail_requested_at', '<', before)
    .orderBy('mail_requested_at')
    .limit(limit)
    .execute();
}
