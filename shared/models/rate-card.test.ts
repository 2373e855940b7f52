import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ImageMode, Quality } from '../contracts/vocabulary.ts';
import { pictureProviders, providerEntries, providers } from '../providers.ts';
import { imageModes, paidTextModes } from '../tools.ts';
import {
  chatBlockPriceRupees,
  defaultFinalSize,
  finalSizes,
  imagePriceRupees,
  imagePricesRupees,
  lowestPriceRupees,
  rateCard,
  textPriceRupees,
} from './rate-card.ts';

describe('the quality price of an image (docs/product.md, Numbers)', () => {
  // The base price 50 or 65, times 0.6, 1, 1.5 or 2 for the size, times 1.5, rounded up.
  test.each([
    ['google', 512, 45],
    ['google', 1024, 75],
    ['google', 1536, 113],
    ['google', 2048, 150],
    ['openai', 512, 59],
    ['openai', 1024, 98],
    ['openai', 1536, 147],
    ['openai', 2048, 195],
    ['google', 1, 45],
    ['google', 513, 75],
    ['google', 1025, 113],
    ['google', 1537, 150],
    ['google', 4096, 150],
  ] as const)('the price of %s at %d px is ₹%d', (provider, size, price) => {
    expect(imagePriceRupees({ mode: 'image', quality: 'quality', provider, size })).toBe(price);
  });

  test('the quality price is shown at 1024 px by default', () => {
    expect(defaultFinalSize).toBe(1024);
  });
});

test('the version ends with a hash of the prices, so other prices need another version', () => {
  const prices = Quality.options.flatMap((quality) => [
    ...imageModes.flatMap((mode) =>
      pictureProviders.map((provider) => [
        mode,
        quality,
        provider,
        imagePricesRupees({ mode, quality, provider }),
      ]),
    ),
    ...paidTextModes.flatMap((mode) =>
      providers.map((provider) => [
        mode,
        quality,
        provider,
        textPriceRupees({ mode, quality, provider }),
      ]),
    ),
  ]);
  const blocks = providers.map((provider) => [provider, chatBlockPriceRupees(provider)]);
  const hash = createHash('sha256').update(JSON.stringify({ prices, blocks })).digest('hex');
  expect(rateCard.version).toMatch(/^\d{4}-\d\d-\d\d\+[0-9a-f]{8}$/);
  expect(rateCard.version.split('+')[1]).toBe(hash.slice(0, 8));
});

describe('the home cards', () => {
  test('“From just ₹25” for images and “From just ₹10” for edits are true', () => {
    expect(lowestPriceRupees('image')).toBe(25);
    expect(lowestPriceRupees('edit_image')).toBe(10);
  });

  test.each(paidTextModes)(
    'the lowest price of %s can be paid without an optional provider',
    (mode) => {
      const prices = providers
        .filter((provider) => !providerEntries[provider].isOptional)
        .flatMap((provider) =>
          Quality.options.map((quality) => textPriceRupees({ mode, quality, provider })),
        );
      expect(lowestPriceRupees(mode)).toBe(Math.min(...prices));
    },
  );
});

describe.each(ImageMode.options)('the prices of %s', (mode) => {
  const orders = Quality.options.flatMap((quality) =>
    pictureProviders.map((provider) => ({ mode, quality, provider })),
  );

  test.each(orders)(
    'every price is a whole number of rupees and grows with the size: %o',
    (order) => {
      const prices = imagePricesRupees(order);
      expect(Object.keys(prices).map(Number)).toEqual([...finalSizes]);
      const list = finalSizes.map((size) => prices[size]);
      expect(list.every((price) => Number.isInteger(price) && price > 0)).toBe(true);
      expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
    },
  );

  test.each(finalSizes)('no price is higher for speed than for quality at %d px', (size) => {
    for (const provider of pictureProviders) {
      const price = (quality: Quality) => imagePriceRupees({ mode, quality, provider, size });
      const isLess = size === 512 || mode === 'image';
      expect(price('quality') - price('speed')).toBeGreaterThanOrEqual(isLess ? 1 : 0);
    }
  });
});

test('the smallest picture and an edit that only enlarges it cost at least the large picture', () => {
  for (const provider of pictureProviders) {
    const picture = imagePricesRupees({ mode: 'image', quality: 'quality', provider });
    for (const quality of Quality.options) {
      const edit = imagePricesRupees({ mode: 'edit_image', quality, provider });
      for (const size of finalSizes) {
        expect(picture[512] + edit[size]).toBeGreaterThanOrEqual(picture[size]);
      }
    }
  }
});
