/** The ledger's Ed25519 key, which signs checkpoints and the closes of days, and nothing else. */
import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKeyHex: string;
  readonly keyId: string;
  /** The previous keys, whose signatures stay valid. */
  readonly previousPublicKeysHex: readonly string[];
}

/** PKCS 8 of an Ed25519 private key, up to the 32 bytes of its seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Derives the key from `LEDGER_SIGNING_KEY`, which may be any secret with enough randomness, and adds the
 * keys of `LEDGER_PUBLIC_KEYS_PREVIOUS`.
 */
export function readSigningKey(
  secret: string,
  previousPublicKeysHex: readonly string[] = [],
): SigningKey {
  const seed = hash('sha256', `sachet.ledger.signing-key\n${secret}`, 'buffer');
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    type: 'pkcs8',
    format: 'der',
  });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKeyHex = Buffer.from(x!, 'base64url').toString('hex');
  return { privateKey, publicKeyHex, keyId: toKeyId(publicKeyHex), previousPublicKeysHex };
}

/** First 16 hex digits of the SHA-256 of the raw public key. */
export function toKeyId(publicKeyHex: string): string {
  return hash('sha256', Buffer.from(publicKeyHex, 'hex'), 'hex').slice(0, 16);
}

export function signWith(key: SigningKey, message: Uint8Array): Buffer {
  return sign(null, message, key.privateKey);
}

export function isSignedBy(publicKeyHex: string, message: Uint8Array, signature: Buffer): boolean {
  const x = Buffer.from(publicKeyHex, 'hex').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, publicKey, signature);
}
