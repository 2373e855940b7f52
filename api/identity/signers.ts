/**
 * Signatures of the API. Each purpose has its own key, derived from one secret (HKDF-SHA256, RFC 5869): a
 * signature for one purpose is invalid for another, and a leaked key affects one purpose.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Signer } from '@sachet/shared/signer';

/** HKDF's info strings. Changing one invalidates all signatures for that purpose. */
const purposes = {
  imageUrl: 'sachet/image-url/v1',
  queueSession: 'sachet/queue-session/v1',
  exportUrl: 'sachet/export-url/v1',
  libraryZip: 'sachet/library-zip/v1',
} as const;

export type Purpose = keyof typeof purposes;
export type Signers = Record<Purpose, Signer>;

/** Signatures of `previous` are still valid, but it signs nothing new. */
export function createSigners(secrets: {
  readonly secret: string;
  readonly previous?: string | undefined;
}): Signers {
  const { secret, previous } = secrets;
  if (!secret || previous === '') throw new TypeError('A signing secret is empty.');
  const createSigner = (purpose: Purpose): Signer => {
    const key = deriveKey(secret, purpose);
    const keys = previous === undefined ? [key] : [key, deriveKey(previous, purpose)];
    return {
      sign: (text) => signWith(key, text),
      isSigned: (text, signature) =>
        keys.some((each) => isSameText(signWith(each, text), signature)),
    };
  };
  return {
    imageUrl: createSigner('imageUrl'),
    queueSession: createSigner('queueSession'),
    exportUrl: createSigner('exportUrl'),
    libraryZip: createSigner('libraryZip'),
  };
}

const deriveKey = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purposes[purpose], 32));

const signWith = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Compares the texts, not the bytes that they decode to: base64url has more than one text for a value. */
function isSameText(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
