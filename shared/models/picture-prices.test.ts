import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImageMode, Quality } from '../contracts/vocabulary.ts';
import { pictureProviders } from '../providers.ts';
import {
  copiesOnSale,
  copyPrice,
  editPrices,
  largestCopy,
  type BoughtCopy,
  type PictureOnSale,
} from './picture-prices.ts';
import { finalSizes, imagePricesRupees, type FinalSize } from './rate-card.ts';

const prices = { 512: 45, 1024: 75, 1536: 113, 2048: 150 };
const copy = (finalSize: FinalSize, rupees: number, change: Partial<BoughtCopy> = {}) => ({
  finalSize,
  holdId: `hold_${finalSize}`,
  walletId: 'wal_a',
  seq: finalSize,
  chargedPaise: rupees * 100,
  refundedPaise: 0,
  ...change,
});
const getPrice = (bought: BoughtCopy[], size: FinalSize) =>
  copyPrice({ prices, bought, walletId: 'wal_a' }, size);

describe('the price of a copy', () => {
  test('the price of a copy is the whole price if nothing was bought', () => {
    expect(getPrice([], 2048)).toEqual({ pricePaise: 150_00, upgrades: null });
    expect(copyPrice({ prices: null, bought: [], walletId: 'wal_a' }, 512)).toBeNull();
  });

  test('the price of a larger copy is the difference to the smaller copy, and names the charge of the smaller copy', () => {
    expect(getPrice([copy(1024, 75)], 2048)).toMatchObject({
      pricePaise: 75_00,
      upgrades: { seq: 1024, holdId: 'hold_1024' },
    });
  });

  test('the prices of all steps to a size add up to its whole price', () => {
    const steps = [copy(512, 45), copy(1024, 30), copy(1536, 38)];
    const last = getPrice(steps, 2048)!;
    expect(last).toMatchObject({ pricePaise: 37_00, upgrades: { seq: 1536 } });
    expect(45 + 30 + 38 + last.pricePaise / 100).toBe(150);
  });

  test('a size that is already owned, or a smaller one, has no upgrade price', () => {
    expect(getPrice([copy(1024, 75)], 1024)).toBeNull();
    expect(getPrice([copy(1024, 75)], 512)).toBeNull();
  });

  test('the price of a copy does not count refunded charges', () => {
    const back = (refundedPaise: number) => [copy(1024, 75, { refundedPaise })];
    expect(getPrice(back(75_00), 2048)).toEqual({ pricePaise: 150_00, upgrades: null });
    expect(getPrice(back(5_50), 2048)).toMatchObject({
      pricePaise: 80_50,
      upgrades: { seq: 1024 },
    });
    const first = [copy(512, 45, { refundedPaise: 45_00 }), copy(1024, 30)];
    expect(getPrice(first, 2048)).toMatchObject({ pricePaise: 120_00, upgrades: { seq: 1024 } });
  });

  test('the price of a copy does not count charges of another wallet', () => {
    const theirs = copy(1024, 75, { walletId: 'wal_team' });
    expect(getPrice([theirs], 2048)).toEqual({ pricePaise: 150_00, upgrades: null });
    expect(getPrice([theirs], 512)).toBeNull();
  });
});

test('only sizes above the owned copy are on sale', () => {
  const sizes = (bought: BoughtCopy[]) =>
    copiesOnSale({ prices, bought, walletId: 'wal_a' }).map(({ size }) => size);
  expect(sizes([])).toEqual([512, 1024, 1536, 2048]);
  expect(sizes([copy(1024, 75)])).toEqual([1536, 2048]);
  expect(sizes([copy(2048, 150)])).toEqual([]);
});

describe('the price of an edit', () => {
  const usual = { 512: 10, 1024: 17, 1536: 25, 2048: 33 };
  const getEditPrices = (bought: BoughtCopy[], walletId = 'wal_a') =>
    editPrices(usual, { prices, bought, walletId });

  test('an edit of a photo has the usual price', () => {
    expect(editPrices(usual, null)).toEqual(usual);
    expect(editPrices(usual, { prices: null, bought: [], walletId: 'wal_a' })).toEqual(usual);
  });

  test('an edit of a picture that was not bought costs at least the whole price of the picture', () => {
    expect(getEditPrices([])).toEqual(prices);
  });

  test('an edit up to the bought size has the usual price, and a larger edit costs at least the difference', () => {
    expect(getEditPrices([copy(512, 45)])).toEqual({ 512: 10, 1024: 30, 1536: 68, 2048: 105 });
    expect(getEditPrices([copy(512, 45), copy(1536, 68)])).toEqual({ ...usual, 2048: 37 });
    expect(getEditPrices([copy(2048, 150)])).toEqual(usual);
  });

  test('the price of an edit counts neither refunded money nor money of another wallet as paid for the picture', () => {
    const whole = { ...prices, 512: 10 };
    expect(getEditPrices([copy(512, 45, { refundedPaise: 45_00 })])).toEqual(whole);
    expect(getEditPrices([copy(512, 45)], 'wal_team')).toEqual(whole);
    expect(getEditPrices([copy(512, 45, { refundedPaise: 5_50 })])[1024]).toBe(35.5);
  });
});

interface OwnedPicture extends Omit<PictureOnSale, 'walletId'> {
  readonly source: OwnedPicture | null;
  readonly bought: BoughtCopy[];
}

/** The sum that all wallets have paid for the picture and its sources up to `first`, in paise. */
function paidSince(first: OwnedPicture, picture: OwnedPicture): number {
  const paid = picture.bought.reduce((sum, { chargedPaise }) => sum + chargedPaise, 0);
  return picture === first ? paid : paid + paidSince(first, picture.source!);
}

const sourcesOf = (picture: OwnedPicture): OwnedPicture[] =>
  picture.source ? [picture, ...sourcesOf(picture.source)] : [picture];

test('every sequence of edits and purchases pays at least the price of each picture in the chain, at each size', () => {
  const card = fc.record({
    quality: fc.constantFrom(...Quality.options),
    provider: fc.constantFrom(...pictureProviders),
  });
  const walletId = fc.constantFrom('wal_own', 'wal_team');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), of: fc.nat(), card, walletId }),
    fc.record({
      kind: fc.constant('buy' as const),
      of: fc.nat(),
      size: fc.constantFrom(...finalSizes),
      walletId,
    }),
  );
  fc.assert(
    fc.property(card, fc.array(step, { maxLength: 30 }), (first, steps) => {
      const made: OwnedPicture[] = [
        { source: null, prices: imagePricesRupees({ mode: 'image', ...first }), bought: [] },
      ];
      for (const { kind, of, walletId: payer, ...more } of steps) {
        const picture = made[of % made.length]!;
        if (kind === 'edit' && 'card' in more) {
          const usual = imagePricesRupees({ mode: ImageMode.enum.edit_image, ...more.card });
          const offer = editPrices(usual, { ...picture, walletId: payer });
          made.push({ source: picture, prices: offer, bought: [] });
        } else if ('size' in more) {
          const price = copyPrice({ ...picture, walletId: payer }, more.size);
          if (!price) continue;
          const charge = { walletId: payer, chargedPaise: price.pricePaise };
          picture.bought.push(copy(more.size, 0, charge));
        }
      }
      for (const picture of made) {
        const size = largestCopy(picture.bought)?.finalSize;
        if (!size) continue;
        for (const source of sourcesOf(picture)) {
          expect(paidSince(source, picture)).toBeGreaterThanOrEqual(source.prices![size] * 100);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
