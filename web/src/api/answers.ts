/**
 * The contracts that answers are parsed with. `api/client` fetches this chunk together with the
 * first answer, so that zod does not stand before the first paint.
 */
import './zod-without-eval';
import { AdminMeResponse } from '@sachet/shared/contracts/admin';
import { ClientConfig } from '@sachet/shared/contracts/config';
import { ApiError } from '@sachet/shared/contracts/error';
import {
  GenerationList,
  GenerationResult,
  UnlockResponse,
} from '@sachet/shared/contracts/generation';
import { GeoResponse } from '@sachet/shared/contracts/geo';
import {
  OrganizationActionResponse,
  OrganizationMember,
  OrganizationResponse,
} from '@sachet/shared/contracts/organization';
import { CreateUserResponse, UserProfile } from '@sachet/shared/contracts/user';
import { WalletEventPage, WalletSummary } from '@sachet/shared/contracts/wallet';
import { z } from 'zod';
import { ApiFailure } from './failure';

const contracts = {
  AdminMeResponse,
  ClientConfig,
  CreateUserResponse,
  GenerationList,
  GenerationResult,
  GeoResponse,
  NoContent: z.null(),
  OrganizationActionResponse,
  OrganizationMember,
  OrganizationResponse,
  UnlockResponse,
  UserProfile,
  WalletEventPage,
  WalletSummary,
};

export type ContractName = keyof typeof contracts;
export type Answer<Name extends ContractName> = z.infer<(typeof contracts)[Name]>;

/** Throws `ApiFailure` when the answer is not what the contract says. */
export function parseAnswer<Name extends ContractName>(
  name: Name,
  status: number,
  body: unknown,
): Answer<Name> {
  const parsed = contracts[name].safeParse(body);
  if (parsed.success) return parsed.data as Answer<Name>;
  console.error(`The answer is not a ${name}`, parsed.error.issues);
  throw new ApiFailure({ message: 'Unexpected answer', status });
}

/** What an answer that is not 2xx says. */
export function failureOf(status: number, body: unknown): ApiFailure {
  const parsed = ApiError.safeParse(body);
  if (!parsed.success)
    return new ApiFailure({ message: `Request failed with status ${status}`, status });
  return new ApiFailure({
    message: parsed.data.error,
    code: parsed.data.code,
    field: parsed.data.field ?? null,
    status,
  });
}
