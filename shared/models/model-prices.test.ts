import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceKinds, priceUsage, type ModelPrices } from './model-prices.ts';

const noPrices = Object.fromEntries(
  priceKinds.map((kind) => [kind, null]),
) as unknown as ModelPrices;
const nothing = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  imageInputTokens: 0,
  outputTokens: 0,
  imageOutputTokens: 0,
  images: 0,
};

test('10,000 input tokens (8,000 cached) and 500 output tokens cost $0.0048 at the prices 1.00 / 0.10 / 4.00', () => {
  const prices = { ...noPrices, text_in: 1_000_000, cached_in: 100_000, text_out: 4_000_000 };
  const usage = { ...nothing, inputTokens: 10_000, cachedTokens: 8_000, outputTokens: 500 };
  expect(priceUsage(prices, usage)).toBe(4_800);
});

test('a picture is priced by its tokens, or per image if there is such a price', () => {
  const drawn = { ...nothing, outputTokens: 1_200, imageOutputTokens: 1_120, images: 1 };
  const byTokens = { ...noPrices, text_out: 7_500_000, image_out: 30_000_000 };
  expect(priceUsage(byTokens, drawn)).toBe(80 * 7.5 + 1_120 * 30);
  expect(priceUsage({ ...byTokens, per_image: 39_000 }, drawn)).toBe(80 * 7.5 + 39_000);
});

test('a cost below one micro-dollar is rounded up to one micro-dollar', () => {
  expect(priceUsage({ ...noPrices, text_in: 1 }, { ...nothing, inputTokens: 1 })).toBe(1);
});

const tokens = fc.integer({ min: 0, max: 10_000_000 });
const someUsage = fc.record({
  inputTokens: tokens,
  cachedTokens: tokens,
  cacheWriteTokens: tokens,
  imageInputTokens: tokens,
  outputTokens: tokens,
  imageOutputTokens: tokens,
  images: fc.integer({ min: 0, max: 4 }),
});
const price = fc.option(fc.integer({ min: 0, max: 10_000_000_000 }));
const somePrices = fc.record({
  text_in: price,
  cached_in: price,
  cache_write: price,
  image_in: price,
  text_out: price,
  image_out: price,
  per_image: price,
});

test('every token is priced once: with the same price for all kinds of tokens, the kinds do not matter', () => {
  fc.assert(
    fc.property(someUsage, fc.integer({ min: 0, max: 10_000_000_000 }), (usage, one) => {
      const alone = { ...noPrices, text_in: one, text_out: one };
      const all = { ...alone, cached_in: one, cache_write: one, image_in: one, image_out: one };
      const sum = BigInt(usage.inputTokens + usage.outputTokens) * BigInt(one);
      const expected = Number((sum + 999_999n) / 1_000_000n);
      expect(priceUsage(all, usage)).toBe(expected);
      expect(priceUsage(alone, usage)).toBe(expected);
    }),
  );
});

test('no price makes a cost negative, and more tokens never cost less', () => {
  fc.assert(
    fc.property(somePrices, someUsage, tokens, (prices, usage, more) => {
      const cost = priceUsage(prices, usage);
      expect(cost).toBeGreaterThanOrEqual(0);
      const longer = { ...usage, outputTokens: usage.outputTokens + more };
      const drawn = { ...longer, imageOutputTokens: usage.imageOutputTokens };
      const isPossible = usage.imageOutputTokens <= usage.outputTokens;
      expect(isPossible ? priceUsage(prices, drawn) : cost).toBeGreaterThanOrEqual(cost);
    }),
  );
});
