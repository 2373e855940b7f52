/** Image addresses that need no token and stop working: pure, the clock is passed in. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isImageKey } from './store.ts';

const prefix = '/api/images/';
const windowMs = 60 * 60 * 1000;

/**
 * When an address made now (milliseconds) expires: at the end of the next full hour. All addresses
 * of one image made in the same hour are the same, so a browser keeps what it has loaded, and each
 * works for at least one hour and at most two.
 */
export function imageExpiry(now: number): number {
  return (Math.floor(now / windowMs) + 2) * windowMs;
}

/** `/api/images/<key>?expires=…&signature=…`; `expiresAt` in milliseconds. */
export function signImagePath(order: { key: string; expiresAt: number; secret: string }): string {
  const expires = String(order.expiresAt);
  const signature = signatureOf(order.key, expires, order.secret);
  return `${prefix}${order.key}?expires=${expires}&signature=${signature}`;
}

/** `expires` and `signature` as the query brought them, which may be anything. */
export function verifyImagePath(claim: {
  key: string;
  expires: unknown;
  signature: unknown;
  secret: string;
  now: number;
}): boolean {
  const { key, expires, signature } = claim;
  if (!isImageKey(key) || typeof expires !== 'string' || typeof signature !== 'string')
    return false;
  if (!/^\d{1,15}$/.test(expires)) return false;
  // The texts are compared, not what they decode to: base64url has more than one text for a value.
  const expected = Buffer.from(signatureOf(key, expires, claim.secret));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return claim.now < Number(expires);
}

function signatureOf(key: string, expires: string, secret: string): string {
  if (!secret) throw new TypeError('An image address cannot be signed with an empty secret.');
  // Neither a key nor a number contains a line break, so no two claims share a text.
  return createHmac('sha256', secret).update(`image\n${key}\n${expires}`).digest('base64url');
}
