import type { Request } from 'express';
import { idempotencyKeyPattern, type Operation } from '@sachet/shared/operations/operation';
import { Refusal } from './refusal.ts';

const field = 'Idempotency-Key';

/**
 * The caller's `Idempotency-Key`, if the operation takes one and it was sent. Throws if the operation needs
 * one: such a request must not be carried out twice.
 */
export function readIdempotencyKey(
  request: Request,
  { idempotencyKey }: Pick<Operation, 'idempotencyKey'>,
): string | null {
  const key = idempotencyKey && request.get(field);
  if (key === undefined) {
    if (idempotencyKey !== 'required') return null;
    throw new Refusal('invalid', 'The Idempotency-Key header is required.', { field });
  }
  if (idempotencyKeyPattern.test(key)) return key;
  throw new Refusal('invalid', 'The Idempotency-Key must have 1 to 100 visible characters.', {
    field,
  });
}
