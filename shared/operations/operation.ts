import type { z } from 'zod';
import type { ErrorCode } from '../contracts/error.ts';

/**
 * `anyone` needs no token, `signed-in` needs a valid token, and every other access needs the token of a user
 * with that role (`api/identity/access.ts`).
 */
export type Access =
  | 'anyone'
  | 'signed-in'
  /** Not a member of an organization who is not its admin. */
  | 'wallet-owner'
  | 'organization-admin'
  | 'finance'
  | 'super-admin';

/** Visible ASCII characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,100}$/;

/** The contents of a request, and the possible answers. */
export interface Operation {
  readonly access: Access;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /**
   * JSON unless set. `form`: a form that a browser sends without a script. `bytes`: JSON with a signature
   * over every byte. The route itself reads `multipart` and `csv`; an operation with such a type has
   * no `body`.
   */
  readonly bodyType?: 'json' | 'form' | 'bytes' | 'multipart' | 'csv';
  readonly body?: z.ZodType;
  /** By status; `null` for an answer that is not JSON. Any other status carries an `ApiError`. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** The codes of its refusals, beyond those that follow from the rest (`refusals.ts`). */
  readonly refusals?: readonly ErrorCode[];
  /** Whether it takes an `Idempotency-Key`: a request repeated with its key has its effect once. */
  readonly idempotencyKey?: 'optional' | 'required';
  /** Whether a caller may ask for an answer before the work is done, with `Prefer: respond-async`. */
  readonly canRespondAsync?: true;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Operations by method and path. */
export type Operations = Readonly<Record<`${Method} /${string}`, Operation>>;
