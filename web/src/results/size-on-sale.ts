import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { defaultFinalSize, finalSizes, type FinalSize } from '@sachet/shared/rate-card';

type Offer = Pick<GenerationResult, 'pricesNow' | 'unlocked'>;

/** In rupees; null of a size that is not on sale. */
export const getPrice = ({ pricesNow }: Offer, size: FinalSize): number | null =>
  pricesNow?.[String(size)] ?? null;

/** The sizes that can be bought now, small ones first. */
export const sizesOnSale = (offer: Offer): FinalSize[] =>
  finalSizes.filter((size) => getPrice(offer, size) !== null);

/** What is bought unless somebody chooses: of a picture one has, the largest copy. */
export function toSizeOffered(offer: Offer, wanted: FinalSize | null): FinalSize {
  const sizes = sizesOnSale(offer);
  if (wanted && sizes.includes(wanted)) return wanted;
  return (offer.unlocked ? sizes.at(-1) : sizes[0]) ?? wanted ?? defaultFinalSize;
}
