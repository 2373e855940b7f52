import { createHash } from 'node:crypto';
import { keyConflict } from './refusal.ts';

interface Image {
  readonly mimeType: string;
  readonly data: string;
}

/**
 * Tells whether an Idempotency-Key comes back with the same request: SHA-256 of its JSON. `image` is
 * hashed as it came: a second copy of a megabyte as JSON would hold up everybody else.
 */
export function toRequestHash(request: object, image?: Image): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(request));
  if (image) hash.update(`\n${image.mimeType}\n`).update(image.data);
  return hash.digest();
}

/** Throws when the key of `first` comes with another request. */
export function refuseOtherRequest(
  first: { readonly request_hash: Buffer | null },
  requestHash: Buffer,
): void {
  if (!first.request_hash?.equals(requestHash)) throw keyConflict();
}
