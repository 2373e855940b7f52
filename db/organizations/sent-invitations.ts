/**
 * Invitations as an organization's admins and the mails see them. For answering them see
 * `received-invitations.ts`.
 */
import { createHash } from 'node:crypto';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { defaultMemberBudget } from '@sachet/shared/organizations/contracts/organization';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { toMailbox } from '@sachet/shared/people/mailbox';
import { paiseFromRupees } from '@sachet/shared/money';
import { dayMs } from '@sachet/shared/time';
import { lockUntilCommit } from '../locks.ts';
import { requestMail } from '../mails.ts';
import type { Database } from '../tables.ts';

export type Invite = Selectable<Database['organization_invite']>;

/** Identifies an open invitation: at most one invitation of an address into an organization is open. */
export interface InviteName {
  readonly organizationId: string;
  /** Trimmed and lowercased. */
  readonly email: string;
}

/** The most mails requested in 24 hours, because the recipients did not ask for them. */
export interface InviteLimits {
  readonly perOrganization: number;
  readonly perInviter: number;
  /** The limit for one mailbox, over all organizations. */
  readonly perRecipient: number;
}

const mailsPerInvite = 5;
/** How long an invitation is open after its last mail. */
const inviteLastsMs = 14 * dayMs;
/** A second click within this time sends no second mail. */
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
  /** `to_mail`: a mail waits, and the caller should queue its job. */
  | 'to_mail'
  | 'mailed_just_now'
  /** The invitation is open, but its address refuses such mails: it is shown as failed. */
  | 'unwanted'
  | 'already_member'
  | 'too_many_for_invite'
  | 'too_many_of_organization'
  | 'too_many_of_inviter'
  | 'too_many_for_recipient';

export interface NewInvite extends InviteName {
  readonly invitedBy: string;
  /** A month, 0 for unlimited; undefined for the default, or the open invitation's budget. */
  readonly budgetPaise?: number | undefined;
}

const defaultPaise = paiseFromRupees(defaultMemberBudget)!;

/**
 * Invites an address, or requests the mail again if it is already invited. The outcome is the same whether or
 * not there is an account with this address.
 */
export async function invite(
  db: Kysely<Database>,
  { organizationId, email, invitedBy, budgetPaise }: NewInvite,
  limits: InviteLimits,
): Promise<InviteOutcome> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'invitations');
    // Locks the invitation first: a user who is accepting it either is already a member, or waits until this
    // is done.
    const standing = await openInvites(trx)
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (await isMember(trx, { organizationId, email })) return 'already_member';
    const budget = { budget_paise: budgetPaise ?? standing?.budget_paise ?? defaultPaise };
    if (standing?.mail_status === 'queued' || (standing && wasMailedJustNow(standing))) {
      await updateOpenInvite(trx, { organizationId, email }).set(budget).execute();
      return standing.mail_status === 'queued' ? 'to_mail' : 'mailed_just_now';
    }
    if (standing && standing.mail_attempts >= mailsPerInvite) return 'too_many_for_invite';
    const request = {
      organization_id: organizationId,
      requested_by: invitedBy,
      recipient_digest: toRecipientDigest(email),
    };
    const excess = await findExceededLimit(trx, request, limits);
    if (excess) return excess;
    await trx.insertInto('invite_mail_request').values(request).execute();
    const unwanted = await isUnwanted(trx, request);
    const now = new Date();
    const mail = {
      ...budget,
      invited_by: invitedBy,
      mail_status: unwanted ? ('failed' as const) : ('queued' as const),
      mail_requested_at: now,
      expires_at: new Date(now.getTime() + inviteLastsMs),
    };
    if (standing) {
      await trx
        .updateTable('organization_invite')
        .set(mail)
        .where('id', '=', standing.id)
        .execute();
    } else {
      await trx
        .insertInto('organization_invite')
        .values({ organization_id: organizationId, email, ...mail })
        .execute();
    }
    if (unwanted) return 'unwanted';
    await requestMail(trx, {
      kind: 'invitation',
      about: organizationId,
      recipient: email,
      language: await readLanguage(trx, invitedBy),
    });
    return 'to_mail';
  });
}

/** An invitation has its inviter's language, so that it does not depend on whether the address has an account. */
async function readLanguage(trx: Transaction<Database>, inviterUid: string): Promise<Language> {
  const { language } = await trx
    .selectFrom('user_profile')
    .select('language')
    .where('uid', '=', inviterUid)
    .executeTakeFirstOrThrow();
  return language;
}

/**
 * Only a verified owner counts: another account with this unverified address must not block an invitation.
 */
async function isMember(
  trx: Transaction<Database>,
  { organizationId, email }: InviteName,
): Promise<boolean> {
  const member = await trx
    .selectFrom('user_profile')
    .select('uid')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return member !== undefined;
}

function wasMailedJustNow({ mail_status, mail_requested_at }: Invite): boolean {
  return mail_status === 'sent' && mail_requested_at.getTime() > Date.now() - mailAgainAfterMs;
}

/** Identifies a mailbox without storing it. */
export function toRecipientDigest(email: string): Buffer {
  return createHash('sha256')
    .update(`sachet.recipient\n${toMailbox(email)}`)
    .digest();
}

interface MailRequest {
  readonly organization_id: string;
  readonly requested_by: string;
  readonly recipient_digest: Buffer;
}

async function findExceededLimit(
  trx: Transaction<Database>,
  request: MailRequest,
  limits: InviteLimits,
): Promise<InviteOutcome | null> {
  const counted = await trx
    .selectFrom('invite_mail_request')
    .select((select) => {
      const count = (column: keyof MailRequest) =>
        select.fn.countAll<number>().filterWhere(column, '=', request[column]);
      return [
        count('organization_id').as('organization'),
        count('requested_by').as('inviter'),
        count('recipient_digest').as('recipient'),
      ];
    })
    .where('requested_at', '>', new Date(Date.now() - dayMs))
    .executeTakeFirstOrThrow();
  if (counted.recipient >= limits.perRecipient) return 'too_many_for_recipient';
  if (counted.organization >= limits.perOrganization) return 'too_many_of_organization';
  return counted.inviter >= limits.perInviter ? 'too_many_of_inviter' : null;
}

async function isUnwanted(trx: Transaction<Database>, request: MailRequest): Promise<boolean> {
  const block = await trx
    .selectFrom('invite_block')
    .select('id')
    .where('recipient_digest', '=', request.recipient_digest)
    .where((where) =>
      where.or([
        where('organization_id', 'is', null),
        where('organization_id', '=', request.organization_id),
      ]),
    )
    .executeTakeFirst();
  return block !== undefined;
}

/** Deletes data that the limits no longer need, and secrets whose links have long expired. */
export async function deleteOldInviteMails(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('invite_mail_request')
    .where('requested_at', '<', new Date(Date.now() - 2 * dayMs))
    .execute();
  await db
    .deleteFrom('invite_secret')
    .where('made_at', '<', new Date(Date.now() - 90 * dayMs))
    .execute();
}

/** False when no invitation of this address is open. */
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

export interface InviteMail {
  readonly id: number;
  readonly organizationName: string;
  readonly inviterName: string;
}

/** The mail's data; undefined when the invitation is closed. */
export async function inviteToMail(
  db: Kysely<Database>,
  { organizationId, email }: InviteName,
): Promise<InviteMail | undefined> {
  return db
    .selectFrom('organization_invite as i')
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .innerJoin('user_profile as u', 'u.uid', 'i.invited_by')
    .select(['i.id', 'o.name as organizationName'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('inviterName'))
    .where('i.organization_id', '=', organizationId)
    .where('i.email', '=', email)
    .where('i.accepted_at', 'is', null)
    .where('i.cancelled_at', 'is', null)
    .executeTakeFirst();
}

/** The secrets in the links of one mail. */
export interface InviteSecrets {
  /** Reads, accepts, declines or reports the invitation. */
  readonly join: string;
  /** Ends the mails to its address. */
  readonly stop: string;
}

/** The database stores only the hashes of the secrets. */
export async function storeInviteSecrets(
  db: Kysely<Database>,
  { inviteId, secrets }: { inviteId: number; secrets: InviteSecrets },
): Promise<void> {
  const toRow = (purpose: keyof InviteSecrets) => ({
    invite_id: inviteId,
    secret_hash: toSecretHash(secrets[purpose]),
    purpose,
  });
  await db
    .insertInto('invite_secret')
    .values([toRow('join'), toRow('stop')])
    .execute();
}

export function toSecretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Stores that a mail server accepted the mail, or that the mail was given up. */
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
