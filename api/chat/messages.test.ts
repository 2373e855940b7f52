import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ChatTurn, Conversation } from '@sachet/db/chat/conversations';
import { UnlockImageRequest, UnlockRequest } from '@sachet/shared/studio/contracts/generation';
import { OrganizationRequest } from '@sachet/shared/organizations/contracts/organization';
import { CreateUserRequest } from '@sachet/shared/people/contracts/user';
import { notAnAdmin } from '../identity/access.ts';
import { toConversation } from './conversation-view.ts';
import { emailUnverified, toSpendingRefusal } from '../http/refusal.ts';
import { initiationFailed, verificationFailed } from '../payments/top-up-answer.ts';

/** The messages that the product promises and the server sends, compared to the letter. */
test.each([
  ['wallet has insufficient funds', toSpendingRefusal('insufficient_funds', 'user')],
  [
    'organization wallet has insufficient funds',
    toSpendingRefusal('insufficient_funds', 'organization'),
  ],
  ['budget exceeded', toSpendingRefusal('budget_exceeded', 'organization')],
  ['Please verify your email to continue using paid features.', emailUnverified()],
  ['Access Denied. You are not an admin.', notAnAdmin()],
  ['Failed to initiate payment', initiationFailed()],
  ['Payment verification failed', verificationFailed()],
])('a refusal has the promised message: %s', (message, refusal) => {
  expect(refusal.message).toBe(message);
});

const asha = {
  accountType: 'organization',
  firstName: 'Asha',
  lastName: 'Verma',
  orgName: 'Kites',
};
const invite = { action: 'invite', organizationId: 'org_1' };

describe('a field that is missing or wrong', () => {
  test.each<[string, z.ZodType, object]>([
    ['First and last name are required.', CreateUserRequest, { ...asha, firstName: ' ' }],
    ['First and last name are required.', CreateUserRequest, { ...asha, lastName: undefined }],
    ['Organization name is required.', CreateUserRequest, { ...asha, orgName: undefined }],
    ['Please enter a valid email address.', OrganizationRequest, { ...invite, email: 'asha@' }],
    [
      'Cannot unlock: missing model identifier. Please regenerate.',
      UnlockRequest,
      { generationId: 'gen_1' },
    ],
    [
      'Cannot unlock: missing model identifier. Please regenerate.',
      UnlockImageRequest,
      { recipe: { generationId: 'gen_1', modelId: '', prompt: 'Kites', aspectRatio: '1:1' } },
    ],
  ])('a missing or wrong field has the promised message: %s', (message, contract, sent) => {
    expect(contract.safeParse(sent).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

test('a reply that failed is followed by a system message', () => {
  const at = new Date(0);
  const failed = {
    id: 'turn_1',
    status: 'failed',
    content: null,
    prompt: 'Kites?',
    error: { category: 'rate_limit', provider: 'google', code: null, type: null, status: 429 },
    price_paise: null,
    replaces_turn_id: null,
    picture_ids: [],
    created_at: at,
    updated_at: at,
  } as Partial<ChatTurn> as ChatTurn;
  const conversation = { provider: 'google', turn_count: 0, created_at: at, updated_at: at };
  const { messages } = toConversation(conversation as Conversation, [failed], []);
  expect(messages.at(-1)).toMatchObject({
    role: 'system',
    content: 'Error: The provider is busy. Wait a few seconds and try again.',
    reason: 'rate_limit',
  });
});
