import { createHash } from 'node:crypto';
import { keyConflict } from './refusal.ts';

interface Image {
  readonly mimeType: string;
  readonly data: string;
}

/**
 * SHA-256 of the request's JSON, which shows whether a repeated Idempotency-Key has the same request. `image`
 * is hashed separately, as it came, because copying a megabyte into the JSON would delay other requests.
 */
export function toRequestHash(request: object, image?: Image): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(request));
  if (image) hash.update(`\n${image.mimeType}\n`).update(image.data);
  return hash.digest();
}

/** Throws if the key of `first` is repeated with another request. */
export function refuseOtherRequest(
  first: { readonly request_hash: Buffer | null },
  requestHash: Buffer,
): void {
  if (!first.request_hash?.equals(requestHash)) throw keyConflict();
}
