import { expect, test } from 'vitest';
import { estimateCostMicrousd } from './free-work.ts';

const byTheImage = {
  text_in: 300_000,
  text_out: 2_500_000,
  image_out: null,
  per_image: 39_000,
};
const byTokens = { ...byTheImage, per_image: null };
const unknown = { text_in: null, text_out: null, image_out: null, per_image: null };
const call = { makes: 'text', inputText: '', inputImages: 0 } as const;

test.each([
  ['an image with a fixed price', byTheImage, { ...call, makes: 'image' as const }, 150 + 39_000],
  ['an image charged by tokens', byTokens, { ...call, makes: 'image' as const }, 150 + 4_000],
  ['a text', byTheImage, call, 150 + 5_000],
  ['an English prompt', byTheImage, { ...call, inputText: 'a'.repeat(3_000) }, 450 + 5_000],
  [
    'a Hindi prompt, at one token per letter,',
    byTheImage,
    { ...call, inputText: 'क'.repeat(1_000) },
    450 + 5_000,
  ],
  ['a prompt with an attached picture', byTheImage, { ...call, inputImages: 1 }, 540 + 5_000],
  // Twice the dearest known prices: $5 and $20 for a million tokens, $120 for those of an image.
  ['a text by a model without a price', unknown, call, 500 * 10 + 2_000 * 40],
  [
    'an image by a model without a price',
    unknown,
    { ...call, makes: 'image' as const },
    500 * 10 + 1_600 * 240,
  ],
  [
    'an image by a model without a price for its input',
    { ...unknown, per_image: 39_000 },
    { ...call, makes: 'image' as const },
    39_000,
  ],
  ['a fraction of a token, rounded up,', byTheImage, { ...call, inputText: 'a' }, 150 + 5_000 + 1],
])('the cost of %s is estimated', (_, model, given, expected) => {
  expect(estimateCostMicrousd(model, given)).toBe(expected);
});
