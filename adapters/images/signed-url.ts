/** Signed image URLs that expire. Pure: the caller passes the time. */
import type { Signer } from '@sachet/shared/signer';
import { hourMs } from '@sachet/shared/time';
import { isImageKey } from './store.ts';

const prefix = '/api/images/';
const windowMs = hourMs;

/**
 * When an address made now (milliseconds) expires: at the end of the next full hour. All addresses of one
 * image made in the same hour are identical, so that a browser can use its cache, and each works for at least
 * one hour and at most two.
 */
export function imageExpiry(now: number): number {
  return (Math.floor(now / windowMs) + 2) * windowMs;
}

/** `/api/images/<key>?expires=…&signature=…`; `expiresAt` in milliseconds. */
export function signImagePath(given: { key: string; expiresAt: number; signer: Signer }): string {
  const expires = String(given.expiresAt);
  const signature = given.signer.sign(toSignedText(given.key, expires));
  return `${prefix}${given.key}?expires=${expires}&signature=${signature}`;
}

/** `expires` and `signature` are unchecked values of the query. */
export function verifyImagePath(claim: {
  key: string;
  expires: unknown;
  signature: unknown;
  signer: Signer;
  now: number;
}): boolean {
  const { key, expires, signature } = claim;
  if (!isImageKey(key) || typeof expires !== 'string' || typeof signature !== 'string')
    return false;
  if (!/^\d{1,15}$/.test(expires)) return false;
  return (
    claim.signer.isSigned(toSignedText(key, expires), signature) && claim.now < Number(expires)
  );
}

/** Neither a key nor a number contains a line break, so no two claims share a text. */
const toSignedText = (key: string, expires: string): string => `${key}\n${expires}`;
