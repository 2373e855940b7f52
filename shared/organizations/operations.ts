import {
  InvitationAnswerRequest,
  InvitationsResponse,
  LeaveRequest,
  MailedInvitationRequest,
  MailedInvitationResponse,
  Membership,
  StopInvitationsQuery,
} from './contracts/invitation.ts';
import {
  AppointAdminRequest,
  MemberBudgetRequest,
  MemberQuery,
  OrganizationActionResponse,
  OrganizationMember,
  OrganizationRequest,
  OrganizationResponse,
  OrganizationUsage,
} from './contracts/organization.ts';
import { UserProfile } from '../people/contracts/user.ts';
import type { Operations } from '../operations/operation.ts';

export const organizationsOperations = {
  'GET /api/organization': {
    access: 'organization-admin',
    summary: "The caller's organization: its wallet, its members and whom it has invited.",
    answers: { 200: OrganizationResponse },
  },
  'POST /api/organization': {
    access: 'organization-admin',
    summary: 'Invites a person by email, resends the invitation, or cancels it.',
    body: OrganizationRequest,
    answers: { 200: OrganizationActionResponse },
    refusals: ['email_unverified', 'not_found'],
  },
  'GET /api/organization/usage': {
    access: 'organization-admin',
    summary: 'Purchases and spending of each member this month, by tool.',
    answers: { 200: OrganizationUsage },
  },
  'POST /api/organization/admin': {
    access: 'organization-admin',
    summary: 'Makes a member another admin, for whom no budget applies.',
    body: AppointAdminRequest,
    answers: { 200: OrganizationMember },
    refusals: ['not_found'],
  },
  'PATCH /api/organization/member': {
    access: 'organization-admin',
    summary: 'Sets what a member may spend in a calendar month (India); 0 for unlimited.',
    body: MemberBudgetRequest,
    answers: { 200: OrganizationMember },
    refusals: ['not_found'],
  },
  'DELETE /api/organization/member': {
    access: 'organization-admin',
    summary: 'Removes a member, who pays from their own wallet from then on.',
    query: MemberQuery,
    answers: { 204: null },
    refusals: ['not_found'],
  },
  'GET /api/membership': {
    access: 'signed-in',
    summary:
      'The organization that pays for the caller, its admins, and what waits in their own wallet.',
    answers: { 200: Membership },
    refusals: ['not_found'],
  },
  'POST /api/membership/leave': {
    access: 'signed-in',
    summary: "Leaves the organization; from then on the caller's own wallet pays again.",
    body: LeaveRequest,
    answers: { 200: UserProfile },
    refusals: ['not_found'],
  },
  'GET /api/invitations': {
    access: 'signed-in',
    summary: "Open invitations for the caller's verified address, newest first.",
    answers: { 200: InvitationsResponse },
  },
  'POST /api/invitations': {
    access: 'signed-in',
    summary: 'Accepts, declines or reports an invitation. Accepting answers with the membership.',
    body: InvitationAnswerRequest,
    answers: { 200: Membership.nullable() },
    refusals: ['not_found', 'email_unverified', 'forbidden'],
  },
  'POST /api/invitation': {
    access: 'anyone',
    summary: 'Reads, declines or reports a mailed invitation, or stops such mails.',
    body: MailedInvitationRequest,
    answers: { 200: MailedInvitationResponse },
    refusals: ['not_found'],
  },
  'GET /api/invitation/stop': {
    access: 'anyone',
    summary:
      'Shows a page with a button, because mail scanners follow links and must not change anything.',
    query: StopInvitationsQuery,
    answers: { 302: null },
  },
  'POST /api/invitation/stop': {
    access: 'anyone',
    summary: 'One-click unsubscribe (RFC 8058): stops invitation mails to the address.',
    query: StopInvitationsQuery,
    answers: { 204: null },
  },
} satisfies Operations;
