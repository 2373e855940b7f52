/**
 * The only rate card. The price shown is stored with the result and charged, so a new version of
 * this card never changes a price that a user has already seen.
 */
import type { Quality } from '../contracts/vocabulary.ts';
import {
  type PictureProvider,
  pictureProviders,
  type Provider,
  providerEntries,
  providers,
} from '../providers.ts';
import { isEdit, isImageMode, type ImageMode, type PaidMode, type PaidTextMode } from '../tools.ts';
import { qualities } from '../vocabulary.ts';

/** Longest side of a delivered image, in pixels. */
export const finalSizes = [512, 1024, 1536, 2048] as const;
export type FinalSize = (typeof finalSizes)[number];

/** docs/product.md, Numbers. */
export const defaultFinalSize: FinalSize = 1024;

/** The prices of one generation, rupees by final size. */
export type PriceBySize = Record<FinalSize, number>;

/** Base rupees by mode, quality and provider; the image quality row is promised (docs/product.md, Numbers). */
const baseRupees: Record<ImageMode, Record<Quality, Record<PictureProvider, number>>> = {
  image: { quality: { google: 50, openai: 65 }, speed: { google: 27, openai: 35 } },
  edit_image: { quality: { google: 30, openai: 40 }, speed: { google: 11, openai: 14 } },
};

/** Rupees for one text by tool, quality and provider. */
const textRupees: Record<PaidTextMode, Record<Quality, Record<Provider, number>>> = {
  general: {
    quality: { google: 6, openai: 8, sarvam: 5 },
    speed: { google: 2, openai: 3, sarvam: 2 },
  },
  product_description: {
    quality: { google: 15, openai: 15, sarvam: 15 },
    speed: { google: 12, openai: 12, sarvam: 12 },
  },
};

/** Rupees for one block of chat replies, all of them by a quality model (docs/product.md, Numbers). */
const chatBlockRupees: Record<Provider, number> = { google: 15, openai: 20, sarvam: 12 };

/** In hundredths, so that the formula uses only integers: 65 x 0.6 x 1.5 is 58.5 and not 58.49999. */
function sizeFactorHundredths(size: number): number {
  if (size <= 512) return 60;
  if (size <= 1024) return 100;
  if (size <= 1536) return 150;
  return 200;
}

const marginTenths = 15;

export const rateCard = {
  /** The day of the prices, and a hash of them that the test asks for. */
  version: '2026-11-30+fa6c049c',
  currency: 'INR',
} as const;

/**
 * Price in whole rupees of delivering one image (docs/product.md, Numbers). An edit may leave its picture
 * unchanged but larger. So an edit costs at least what that size costs more than the smallest one, however the
 * picture came here.
 */
export function imagePriceRupees(image: {
  mode: ImageMode;
  quality: Quality;
  provider: PictureProvider;
  size: number;
}): number {
  const { mode, quality, provider, size } = image;
  const price = toPrice(baseRupees[mode][quality][provider], size);
  if (!isEdit(mode)) return price;
  const pictureBase = baseRupees.image.quality[provider];
  return Math.max(price, toPrice(pictureBase, size) - toPrice(pictureBase, finalSizes[0]));
}

const toPrice = (base: number, size: number): number =>
  Math.ceil((base * sizeFactorHundredths(size) * marginTenths) / 1000);

/** Price in whole rupees of one text, however long it is. */
export function textPriceRupees(text: {
  mode: PaidTextMode;
  quality: Quality;
  provider: Provider;
}): number {
  return textRupees[text.mode][text.quality][text.provider];
}

/** Price in whole rupees of the next five replies, however long they are. */
export function chatBlockPriceRupees(provider: Provider): number {
  return chatBlockRupees[provider];
}

export function imagePricesRupees(image: {
  mode: ImageMode;
  quality: Quality;
  provider: PictureProvider;
}): PriceBySize {
  return Object.fromEntries(
    finalSizes.map((size) => [size, imagePriceRupees({ ...image, size })]),
  ) as PriceBySize;
}

const alwaysAsked = (provider: Provider): boolean => !providerEntries[provider].isOptional;

/** The "From just ₹N" of a tool: the cheapest way to buy in that mode on every site. */
export function lowestPriceRupees(mode: PaidMode): number {
  const prices = qualities.flatMap((quality) =>
    isImageMode(mode)
      ? pictureProviders
          .filter(alwaysAsked)
          .map((provider) => imagePriceRupees({ mode, quality, provider, size: finalSizes[0] }))
      : providers
          .filter(alwaysAsked)
          .map((provider) => textPriceRupees({ mode, quality, provider })),
  );
  return Math.min(...prices);
}
