/** The ledger's Ed25519 key: signs checkpoints, and nothing else. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKeyHex: string;
  readonly keyId: string;
}

/** A new private key, PKCS 8 in base64: what `LEDGER_SIGNING_KEY` holds. */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
}

/** Throws when `text` is not such a key. */
export function readSigningKey(text: string): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.from(text, 'base64'),
    type: 'pkcs8',
    format: 'der',
  });
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKeyHex = Buffer.from(x!, 'base64url').toString('hex');
  return { privateKey, publicKeyHex, keyId: keyIdOf(publicKeyHex) };
}

/** First 16 hex digits of the SHA-256 of the raw public key. */
export function keyIdOf(publicKeyHex: string): string {
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
