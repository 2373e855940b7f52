/** The refusals that an operation can give: those that follow from its description, and its own. */
import type { ErrorCode } from '../contracts/error.ts';
import type { Operation } from './operation.ts';

/**
 * Any request may contain a character that cannot be stored, come while a limit is reached or a part is down,
 * or reveal a bug.
 */
const always = ['invalid', 'rate_limited', 'unavailable', 'internal'] as const;
const ofCallers = ['unauthenticated', 'account_disabled'] as const;
/** Firebase knows the caller, who has not finished signing up. */
const ofPeople = ['wrong_state'] as const;
const ofRoles = ['forbidden'] as const;
/** Every purchase can give these. */
export const ofPurchases = [
  'insufficient_funds',
  'budget_exceeded',
  'allowance_used_up',
  'email_unverified',
  'idempotency_conflict',
] as const;
const ofBodies = ['payload_too_large', 'unsupported_media_type'] as const;

export function getRefusals({
  access,
  body,
  bodyType,
  refusals = [],
}: Operation): ReadonlySet<ErrorCode> {
  const isForAdmins = access === 'finance' || access === 'super-admin';
  const hasBody = body !== undefined || bodyType !== undefined;
  return new Set<ErrorCode>([
    ...always,
    ...(access === 'anyone' ? [] : ofCallers),
    ...(access === 'anyone' || isForAdmins ? [] : ofPeople),
    ...(access === 'anyone' || access === 'signed-in' ? [] : ofRoles),
    ...(hasBody ? ofBodies : []),
    ...refusals,
  ]);
}
