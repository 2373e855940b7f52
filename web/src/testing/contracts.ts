/** What the API takes and answers: `api/web-contracts.test.ts` compares it with the API's own list of routes. */
import { AdminMeResponse } from '@sachet/shared/contracts/admin';
import { Conversation, ConversationList } from '@sachet/shared/contracts/chat';
import { ClientConfig } from '@sachet/shared/contracts/config';
import {
  CancelGenerationRequest,
  GenerateRequest,
  GenerationList,
  GenerationResult,
  PictureModels,
  UnlockImageRequest,
  UnlockRequest,
  UnlockResponse,
} from '@sachet/shared/contracts/generation';
import { GeoResponse } from '@sachet/shared/contracts/geo';
import { InvitationsResponse, Membership } from '@sachet/shared/contracts/invitation';
import {
  MemberBudgetRequest,
  OrganizationMember,
  OrganizationResponse,
} from '@sachet/shared/contracts/organization';
import { Statement } from '@sachet/shared/contracts/statement';
import { UserProfile } from '@sachet/shared/contracts/user';
import { WalletSummary } from '@sachet/shared/contracts/wallet';
import type { z } from 'zod';

export interface Operation {
  status: number;
  /** Of a request with a JSON body. */
  body?: z.ZodType;
  /** Of the answer; null where it is not JSON. */
  answer: z.ZodType | null;
}

/** Those that a component test needs so far. */
export const operations = {
  'GET /api/admin/me': { status: 200, answer: AdminMeResponse },
  'POST /api/cancel-generation': {
    status: 200,
    body: CancelGenerationRequest,
    answer: GenerationResult,
  },
  'GET /api/config': { status: 200, answer: ClientConfig },
  'POST /api/generate': { status: 202, body: GenerateRequest, answer: GenerationResult },
  'GET /api/conversation': { status: 200, answer: Conversation },
  'GET /api/conversations': { status: 200, answer: ConversationList },
  'GET /api/events': { status: 200, answer: null },
  'DELETE /api/generation': { status: 204, answer: null },
  'GET /api/generation': { status: 200, answer: GenerationResult },
  'GET /api/generations': { status: 200, answer: GenerationList },
  'GET /api/geo': { status: 200, answer: GeoResponse },
  'GET /api/invitations': { status: 200, answer: InvitationsResponse },
  'GET /api/membership': { status: 200, answer: Membership },
  'GET /api/organization': { status: 200, answer: OrganizationResponse },
  'PATCH /api/organization/member': {
    status: 200,
    body: MemberBudgetRequest,
    answer: OrganizationMember,
  },
  'GET /api/picture-models': { status: 200, answer: PictureModels },
  'GET /api/statement': { status: 200, answer: Statement },
  'POST /api/unlock': { status: 200, body: UnlockRequest, answer: UnlockResponse },
  'POST /api/unlock-image': { status: 202, body: UnlockImageRequest, answer: GenerationResult },
  'GET /api/user': { status: 200, answer: UserProfile },
  'GET /api/wallet': { status: 200, answer: WalletSummary },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export type JsonOperation = {
  [Name in OperationName]: (typeof operations)[Name]['answer'] extends z.ZodType ? Name : never;
}[OperationName];

export type AnswerOf<Name extends JsonOperation> = z.input<(typeof operations)[Name]['answer']>;
