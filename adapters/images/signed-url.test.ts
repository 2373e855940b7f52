import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourMs } from '@sachet/shared/time';
import { createSigners } from '../../api/identity/signers.ts';
import { imageExpiry, signImagePath, verifyImagePath } from './signed-url.ts';

const now = Date.UTC(2026, 10, 21, 9, 17);
const key = 'gen_x/original.png';
const signer = createSigners({ secret: 'a secret of some length' }).imageUrl;

function parseClaim(path: string) {
  const url = new URL(path, 'http://x');
  return {
    key: url.pathname.replace('/api/images/', ''),
    expires: url.searchParams.get('expires'),
    signature: url.searchParams.get('signature'),
  };
}

const claim = parseClaim(signImagePath({ key, expiresAt: now + hourMs, signer }));

describe('a signed image path', () => {
  it('a signed image path is valid until it expires', () => {
    expect(claim.key).toBe(key);
    expect(verifyImagePath({ ...claim, signer, now })).toBe(true);
    expect(verifyImagePath({ ...claim, signer, now: now + hourMs - 1 })).toBe(true);
    expect(verifyImagePath({ ...claim, signer, now: now + hourMs })).toBe(false);
  });

  it('a signed image path is refused after any change', () => {
    const character = fc.constantFrom(...'abcXYZ019_-/.=+%');
    const changed = (text: string) =>
      fc
        .tuple(fc.nat(text.length), fc.nat(2), fc.string({ unit: character, maxLength: 3 }))
        .map(([at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut))
        .filter((other) => other !== text);
    fc.assert(
      fc.property(
        fc.oneof(
          changed(key).map((key) => ({ key })),
          changed(claim.expires!).map((expires) => ({ expires })),
          fc.integer({ min: now, max: now * 2 }).map((ms) => ({ expires: String(ms) })),
          changed(claim.signature!).map((signature) => ({ signature })),
        ),
        (change) => {
          fc.pre(!('expires' in change && change.expires === claim.expires));
          expect(verifyImagePath({ ...claim, signer, now, ...change })).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([undefined, null, 7, ['a', 'b'], {}])(
    'a signed image path is refused with a query of %j',
    (odd) => {
      expect(verifyImagePath({ ...claim, expires: odd, signer, now })).toBe(false);
      expect(verifyImagePath({ ...claim, signature: odd, signer, now })).toBe(false);
    },
  );
});

describe('an expiry', () => {
  it('a signed image path expires at the end of the next full hour', () => {
    expect(new Date(imageExpiry(now)).toISOString()).toBe('2026-11-21T11:00:00.000Z');
  });

  it('the expiry of signed image paths is constant within an hour, and one to two hours away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: now * 2 }), (at) => {
        const left = imageExpiry(at) - at;
        expect(left).toBeGreaterThan(hourMs);
        expect(left).toBeLessThanOrEqual(2 * hourMs);
        expect(imageExpiry(Math.floor(at / hourMs) * hourMs)).toBe(imageExpiry(at));
      }),
    );
  });
});
