import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSigners, type Purpose } from './signers.ts';

const secret = 'the secret of this year';
const previous = 'the secret of last year';
const text = 'a text';
const names = ['imageUrl', 'queueSession', 'exportUrl', 'libraryZip'] as const satisfies Purpose[];

describe.each(names)('the signer for %s', (purpose) => {
  const signer = createSigners({ secret })[purpose];
  const before = createSigners({ secret: previous })[purpose];
  const rotated = createSigners({ secret, previous })[purpose];

  test('a signer accepts its own signature and no other', () => {
    const signature = signer.sign(text);
    expect(signer.isSigned(text, signature)).toBe(true);
    expect(signer.isSigned(`${text} `, signature)).toBe(false);
    // A last base64url character that decodes to the same bytes is still a different text.
    const decoded = Buffer.from(signature, 'base64url');
    const alike = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((last) => signature.slice(0, -1) + last)
      .filter((other) => Buffer.from(other, 'base64url').equals(decoded));
    expect(alike.length).toBeGreaterThan(1);
    const good = alike.filter((other) => signer.isSigned(text, other));
    expect(good).toEqual([signature]);
    for (const odd of ['', 'x', signature.slice(1), `${signature}A`, `${signature}=`]) {
      expect(signer.isSigned(text, odd)).toBe(false);
    }
  });

  test('a signer rejects signatures for another purpose, and signatures made directly with the secret', () => {
    for (const other of names.filter((name) => name !== purpose)) {
      const signature = createSigners({ secret })[other].sign(text);
      expect(signer.isSigned(text, signature)).toBe(false);
    }
    for (const said of [text, `image\n${text}`, `queues\n${text}`]) {
      const raw = createHmac('sha256', secret).update(said).digest('base64url');
      expect(signer.isSigned(text, raw)).toBe(false);
    }
  });

  test('a signer with a previous secret accepts both signatures and signs with the new secret', () => {
    expect(rotated.isSigned(text, before.sign(text))).toBe(true);
    expect(rotated.sign(text)).toBe(signer.sign(text));
    // A server that has only the new secret after the rotation.
    expect(signer.isSigned(text, before.sign(text))).toBe(false);
  });
});

test('servers accept each other’s signatures when a secret is rotated in two deployments', () => {
  // First every server gets the new secret as the previous one, which is accepted; then the two are swapped.
  const first = createSigners({ secret: previous, previous: secret });
  const second = createSigners({ secret, previous });
  for (const name of names) {
    expect(createSigners({ secret: previous })[name].isSigned(text, first[name].sign(text))).toBe(
      true,
    );
    expect(first[name].isSigned(text, second[name].sign(text))).toBe(true);
    expect(second[name].isSigned(text, first[name].sign(text))).toBe(true);
  }
});

test('keys are HKDF-SHA256 of the secret, as in RFC 5869', () => {
  const hmac = (key: Buffer, data: Buffer | string) =>
    createHmac('sha256', key).update(data).digest();
  const extracted = hmac(Buffer.alloc(32), secret);
  const key = hmac(extracted, Buffer.from('sachet/image-url/v1\u0001', 'latin1'));
  const expected = createHmac('sha256', key).update(text).digest('base64url');
  expect(createSigners({ secret }).imageUrl.sign(text)).toBe(expected);
});

test('a signer cannot be created with an empty secret', () => {
  expect(() => createSigners({ secret: '' })).toThrow(TypeError);
  expect(() => createSigners({ secret, previous: '' })).toThrow(TypeError);
});
