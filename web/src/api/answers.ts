/**
 * The contracts that answers are parsed with. `api/client` loads this chunk with the first answer,
 * so that zod does not delay the first paint.
 */
import { AdminMeResponse } from '@sachet/shared/contracts/admin';
import { Conversation, ConversationList, ConversationSummary } from '@sachet/shared/contracts/chat';
import { ClientConfig } from '@sachet/shared/contracts/config';
import { ErrorCode } from '@sachet/shared/contracts/error';
import {
  GenerationList,
  GenerationResult,
  PictureModels,
  ProviderUses,
  UnlockResponse,
  Upload,
} from '@sachet/shared/contracts/generation';
import { GeoResponse } from '@sachet/shared/contracts/geo';
import { ImprovedPrompt } from '@sachet/shared/contracts/improve-prompt';
import {
  InvitationsResponse,
  MailedInvitationResponse,
  Membership,
} from '@sachet/shared/contracts/invitation';
import {
  OrganizationActionResponse,
  OrganizationMember,
  OrganizationResponse,
} from '@sachet/shared/contracts/organization';
import { CreateOrderResponse, TopUp } from '@sachet/shared/contracts/payment';
import { Statement } from '@sachet/shared/contracts/statement';
import { CreateUserResponse, UserProfile } from '@sachet/shared/contracts/user';
import { WalletSummary } from '@sachet/shared/contracts/wallet';
import { z } from 'zod';
import { ApiFailure } from './failure';

const contracts = {
  AdminMeResponse,
  ClientConfig,
  Conversation,
  ConversationList,
  ConversationSummary,
  CreateOrderResponse,
  CreateUserResponse,
  GenerationList,
  GenerationResult,
  GeoResponse,
  ImprovedPrompt,
  InvitationsResponse,
  MailedInvitationResponse,
  Membership,
  NoContent: z.null(),
  OrganizationActionResponse,
  OrganizationMember,
  OrganizationResponse,
  PictureModels,
  ProviderUses,
  Statement,
  TopUp,
  UnlockResponse,
  Upload,
  UserProfile,
  WalletSummary,
};

export type ContractName = keyof typeof contracts;
export type Answer<Name extends ContractName> = z.infer<(typeof contracts)[Name]>;

/** Throws `ApiFailure` if the answer does not match the contract. */
export function parseAnswer<Name extends ContractName>(
  name: Name,
  status: number,
  body: unknown,
): Answer<Name> {
  return parseWith<unknown>(contracts[name], name, status, body) as Answer<Name>;
}

/** Like `parseAnswer`, for a contract that is not in this chunk. */
export function parseWith<T>(
  contract: z.ZodType<T>,
  name: string,
  status: number,
  body: unknown,
): T {
  const parsed = contract.safeParse(body);
  if (parsed.success) return parsed.data;
  console.error(`The answer is not a ${name}`, parsed.error.issues);
  throw new ApiFailure({ message: 'Unexpected answer', status });
}

/** Accepts an incomplete `ApiError`, and codes that only a newer server knows. */
const AnyError = z
  .object({
    error: z.string().trim().min(1).nullable().catch(null),
    code: ErrorCode.nullable().catch(null),
    field: z.string().nullable().catch(null),
  })
  .catch({ error: null, code: null, field: null });

/** Turns an answer that is not 2xx into a failure. */
export function toFailure(status: number, body: unknown): ApiFailure {
  const { error, code, field } = AnyError.parse(body);
  const message = error ?? `Request failed with status ${status}`;
  return new ApiFailure({ message, serverText: error, code, field, status });
}
