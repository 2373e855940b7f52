// Tokens that every server must reject, and some that the emulator's API must accept.
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';

export interface Claims {
  uid: string;
  projectId: string;
  /** Seconds from now; negative for the past. */
  expiresIn?: number;
  issuer?: string;
  audience?: string;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function unsigned(header: object, claims: Claims): string {
  const { uid, projectId, expiresIn = 3600 } = claims;
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: claims.issuer ?? `https://securetoken.google.com/${projectId}`,
    aud: claims.audience ?? projectId,
    auth_time: now + expiresIn - 3600,
    iat: now + expiresIn - 3600,
    exp: now + expiresIn,
    sub: uid,
    user_id: uid,
    firebase: { identities: {}, sign_in_provider: 'phone' },
  };
  return `${base64url(header)}.${base64url(payload)}`;
}

/** A token in the emulator's format, without a signature. */
export function unsignedToken(claims: Claims): string {
  return `${unsigned({ alg: 'none', typ: 'JWT' }, claims)}.`;
}

/** A token that is signed, but by our own key. */
export function selfSignedToken(claims: Claims): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const body = unsigned({ alg: 'RS256', typ: 'JWT', kid: 'ours' }, claims);
  return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`;
}

/** A token that is signed with a shared secret, as if the public key were that secret. */
export function hmacToken(claims: Claims): string {
  const body = unsigned({ alg: 'HS256', typ: 'JWT', kid: 'ours' }, claims);
  return `${body}.${createHmac('sha256', 'secret').update(body).digest('base64url')}`;
}
