import type {
  GenerateRequest,
  GenerationResult,
  UnlockImageRequest,
  UnlockRequest,
  UnlockResponse,
} from '@sachet/shared/contracts/generation';
import type { ImprovedPrompt, ImprovePromptRequest } from '@sachet/shared/contracts/improve-prompt';
import type {
  InvitationAnswerRequest,
  LeaveRequest,
  MailedInvitationRequest,
  Membership,
} from '@sachet/shared/contracts/invitation';
import type {
  AppointAdminRequest,
  MemberBudgetRequest,
  OrganizationActionResponse,
  OrganizationMember,
  OrganizationRequest,
} from '@sachet/shared/contracts/organization';
import type {
  CreateOrderResponse,
  TopUp,
  VerifyPaymentRequest,
} from '@sachet/shared/contracts/payment';
import type {
  CreateUserRequest,
  CreateUserResponse,
  UserProfile,
} from '@sachet/shared/contracts/user';
import type { z } from 'zod';
import { toUrl } from '../url';
import { call } from './client';

/** Asks for 202 instead of the finished result; live events report the rest. */
const respondAsync = { Prefer: 'respond-async' };

export function generate(body: z.input<typeof GenerateRequest>): Promise<GenerationResult> {
  return call('/api/generate', 'GenerationResult', { method: 'POST', body, headers: respondAsync });
}

/** Makes a prompt more vivid in the same language, for free. */
export function improvePrompt(body: ImprovePromptRequest): Promise<ImprovedPrompt> {
  return call('/api/improve-prompt', 'ImprovedPrompt', { method: 'POST', body });
}

export function unlockImage(
  body: UnlockImageRequest,
  idempotencyKey: string,
): Promise<GenerationResult> {
  return call('/api/unlock-image', 'GenerationResult', {
    method: 'POST',
    body,
    headers: respondAsync,
    idempotencyKey,
  });
}

/** The answer contains the whole text. */
export function unlockText(body: UnlockRequest, idempotencyKey: string): Promise<UnlockResponse> {
  return call('/api/unlock', 'UnlockResponse', { method: 'POST', body, idempotencyKey });
}

/** Stops a generation in progress. A pending purchase is refunded. */
export function cancelGeneration(generationId: string): Promise<GenerationResult> {
  return call('/api/cancel-generation', 'GenerationResult', {
    method: 'POST',
    body: { generationId },
  });
}

/** Records that the user has read the content rules. */
export function markRulesSeen(): Promise<UserProfile> {
  return call('/api/rules-seen', 'UserProfile', { method: 'POST' });
}

export async function deleteGeneration(generationId: string): Promise<void> {
  const path = toUrl('/api/generation', { id: generationId });
  await call(path, 'NoContent', { method: 'DELETE' });
}

export function createProfile(body: CreateUserRequest): Promise<CreateUserResponse> {
  return call('/api/user', 'CreateUserResponse', { method: 'POST', body });
}

export function changeInvite(body: OrganizationRequest): Promise<OrganizationActionResponse> {
  return call('/api/organization', 'OrganizationActionResponse', { method: 'POST', body });
}

export function setMemberBudget(body: MemberBudgetRequest): Promise<OrganizationMember> {
  return call('/api/organization/member', 'OrganizationMember', { method: 'PATCH', body });
}

export function appointAdmin(body: AppointAdminRequest): Promise<OrganizationMember> {
  return call('/api/organization/admin', 'OrganizationMember', { method: 'POST', body });
}

export async function removeMember(uid: string): Promise<void> {
  await call(toUrl('/api/organization/member', { uid }), 'NoContent', { method: 'DELETE' });
}

export function leaveOrganization(body: LeaveRequest): Promise<UserProfile> {
  return call('/api/membership/leave', 'UserProfile', { method: 'POST', body });
}

export function acceptInvitation(
  invitation: InvitationAnswerRequest['invitation'],
): Promise<Membership> {
  return call('/api/invitations', 'Membership', {
    method: 'POST',
    body: { action: 'accept', invitation },
  });
}

/** Needs no sign-in: the secret from the email is enough. */
export async function refuseInvitation(
  action: 'decline' | 'report',
  invitation: InvitationAnswerRequest['invitation'],
): Promise<void> {
  if ('secret' in invitation) await tellMailed(action, invitation.secret);
  else {
    await call('/api/invitations', 'NoContent', { method: 'POST', body: { action, invitation } });
  }
}

export async function stopInvitations(secret: string): Promise<void> {
  await tellMailed('stop', secret);
}

async function tellMailed(action: MailedInvitationRequest['action'], secret: string) {
  const body = { action, secret };
  await call('/api/invitation', 'MailedInvitationResponse', { method: 'POST', body });
}

/** Creates an order for `amount` whole rupees. */
export function createTopUpOrder(
  amount: number,
  idempotencyKey: string,
): Promise<CreateOrderResponse> {
  return call('/api/razorpay-order', 'CreateOrderResponse', {
    method: 'POST',
    body: { amount },
    idempotencyKey,
  });
}

export function verifyPayment(body: VerifyPaymentRequest): Promise<TopUp> {
  return call('/api/razorpay-verify', 'TopUp', { method: 'POST', body });
}
