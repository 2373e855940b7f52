import type {
  GenerateRequest,
  GenerationResult,
  UnlockImageRequest,
} from '@sachet/shared/contracts/generation';
import type {
  MemberBudgetRequest,
  OrganizationActionResponse,
  OrganizationMember,
  OrganizationRequest,
} from '@sachet/shared/contracts/organization';
import type {
  CreateUserRequest,
  CreateUserResponse,
  UserProfile,
} from '@sachet/shared/contracts/user';
import type { z } from 'zod';
import { call } from './client';
import { isFailure } from './failure';

/** 202 and the rest by live events, instead of waiting for the finished result. */
const respondAsync = { Prefer: 'respond-async' };

export function generate(body: z.input<typeof GenerateRequest>): Promise<GenerationResult> {
  return call('/api/generate', 'GenerationResult', { method: 'POST', body, headers: respondAsync });
}

/** `idempotencyKey` belongs to one press of the button and stays the same when that is sent again. */
export function unlockImage(
  body: UnlockImageRequest,
  idempotencyKey: string,
): Promise<GenerationResult> {
  return call('/api/unlock-image', 'GenerationResult', {
    method: 'POST',
    body,
    headers: { ...respondAsync, 'Idempotency-Key': idempotencyKey },
  });
}

export async function findProfile(): Promise<UserProfile | null> {
  try {
    return await call('/api/user', 'UserProfile');
  } catch (thrown) {
    if (isFailure(thrown, 'not_found')) return null;
    throw thrown;
  }
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
