/** The shape of every refusal, and the codes that the client translates to text. */
import { z } from 'zod';

export const ErrorCode = z.enum([
  'invalid',
  'unauthenticated',
  'insufficient_funds',
  'budget_exceeded',
  'email_unverified',
  'allowance_used_up',
  'forbidden',
  'account_disabled',
  'not_found',
  'idempotency_conflict',
  'wrong_state',
  'offer_changed',
  'no_free_cancels',
  'payload_too_large',
  'request_timeout',
  'unsupported_media_type',
  'rate_limited',
  'free_used_up',
  'free_used_up_unpaid',
  'free_used_up_unverified',
  'too_many_orders',
  'prompt_refused',
  'generation_failed',
  'gift_unknown',
  'gift_redeemed',
  'gift_used_up',
  'gift_expired',
  'gift_own',
  'unavailable',
  'internal',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const ApiError = z
  .object({
    error: z.string().meta({ description: 'Text for people, in English.' }),
    code: ErrorCode,
    field: z
      .string()
      .optional()
      .meta({ description: 'The field of the request that is at fault.' }),
  })
  .meta({ id: 'ApiError' });
export type ApiError = z.infer<typeof ApiError>;

/** The HTTP status of each code. */
export const statusByCode: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  insufficient_funds: 402,
  budget_exceeded: 402,
  email_unverified: 403,
  allowance_used_up: 403,
  forbidden: 403,
  account_disabled: 403,
  not_found: 404,
  idempotency_conflict: 409,
  wrong_state: 409,
  offer_changed: 409,
  no_free_cancels: 409,
  payload_too_large: 413,
  request_timeout: 408,
  unsupported_media_type: 415,
  rate_limited: 429,
  free_used_up: 429,
  free_used_up_unpaid: 429,
  free_used_up_unverified: 429,
  too_many_orders: 429,
  prompt_refused: 422,
  generation_failed: 502,
  gift_unknown: 404,
  gift_redeemed: 409,
  gift_used_up: 409,
  gift_expired: 409,
  gift_own: 403,
  unavailable: 503,
  internal: 500,
};
