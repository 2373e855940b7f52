import type { Request } from 'express';
import { Refusal } from './refusal.ts';

/**
 * Returns the request's `Idempotency-Key`. Throws if it is missing: the request must not be carried out
 * twice.
 */
export function requireIdempotencyKey(request: Request): string {
  const key = getIdempotencyKey(request);
  if (key !== null) return key;
  throw new Refusal('invalid', 'The Idempotency-Key header is required.', {
    field: 'Idempotency-Key',
  });
}

/** The caller's `Idempotency-Key`, if one was sent: 1 to 100 visible ASCII characters. */
export function getIdempotencyKey(request: Request): string | null {
  const key = request.get('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) {
    throw new Refusal('invalid', 'The Idempotency-Key must have 1 to 100 visible characters.', {
      field: 'Idempotency-Key',
    });
  }
  return key;
}
