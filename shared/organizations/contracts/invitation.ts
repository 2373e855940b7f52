/** Invitations for the invited person, and the membership for the member. */
import { z } from 'zod';
import { Rupees, Timestamp } from '../../contracts/vocabulary.ts';

/**
 * A secret of 256 random bits in a mail's links. One secret answers the invitation, another one only stops
 * mails.
 */
const Secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete.');

/** Names are untrusted text: a client must quote them and say that other users chose them. */
export const Invitation = z
  .object({
    id: z.string(),
    email: z.string().meta({ description: 'The invited address.' }),
    organizationName: z
      .string()
      .nullable()
      .meta({ description: 'Null if it could be mistaken for someone else’s name.' }),
    adminName: z
      .string()
      .nullable()
      .meta({ description: 'The inviting admin. Null for the same reason.' }),
    invitedAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

/** `GET /api/invitations`: open invitations for the caller's verified address, newest first, at most 50. */
export const InvitationsResponse = z
  .object({ invitations: z.array(Invitation) })
  .meta({ id: 'InvitationsResponse' });
export type InvitationsResponse = z.infer<typeof InvitationsResponse>;

/**
 * `POST /api/invitations`: any signed-in user may answer with the secret from a mail; only the verified owner
 * of the address may answer with the id.
 */
export const InvitationAnswerRequest = z
  .object({
    action: z.enum(['accept', 'decline', 'report']),
    invitation: z.union([
      z.object({ secret: Secret }).strict(),
      z.object({ id: z.string().regex(/^\d{1,15}$/) }).strict(),
    ]),
  })
  .meta({ id: 'InvitationAnswerRequest' });
export type InvitationAnswerRequest = z.infer<typeof InvitationAnswerRequest>;

/**
 * `POST /api/invitation`: with a secret from a mail and without signing in. `stop` needs the stop secret and
 * ends all invitation mails to the address.
 */
export const MailedInvitationRequest = z
  .object({ action: z.enum(['read', 'decline', 'report', 'stop']), secret: Secret })
  .meta({ id: 'MailedInvitationRequest' });
export type MailedInvitationRequest = z.infer<typeof MailedInvitationRequest>;

/** `read` returns the invitation. Every other action ends the invitation and returns null. */
export const MailedInvitationResponse = z
  .object({ invitation: Invitation.nullable() })
  .meta({ id: 'MailedInvitationResponse' });
export type MailedInvitationResponse = z.infer<typeof MailedInvitationResponse>;

/** `/api/invitation/stop`, called by mail programs (RFC 8058) and by browsers. */
export const StopInvitationsQuery = z.object({ secret: Secret });

/** `GET /api/membership`: 404 if the caller is not in an organization. */
export const Membership = z
  .object({
    organizationId: z.string(),
    organizationName: z.string(),
    role: z.enum(['user', 'admin']),
    admins: z.array(z.string()).meta({ description: 'Their names.' }),
    ownWalletBalance: Rupees.meta({
      description: 'Waits untouched, and pays again once they have left.',
    }),
  })
  .meta({ id: 'Membership' });
export type Membership = z.infer<typeof Membership>;

/** `POST /api/membership/leave`: names the organization that the caller means to leave. */
export const LeaveRequest = z
  .object({ organizationId: z.string().min(1).max(64) })
  .meta({ id: 'LeaveRequest' });
export type LeaveRequest = z.infer<typeof LeaveRequest>;
