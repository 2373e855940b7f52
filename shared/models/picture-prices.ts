/** The price of a picture for a buyer who may own a smaller copy. Amounts are paise. */
import { paiseFromRupees, rupeesFromPaise } from '../money.ts';
import { finalSizes, type FinalSize, type PriceBySize } from './rate-card.ts';

/** A purchased copy, with its charge and the refunded part of that charge. */
export interface BoughtCopy {
  readonly finalSize: FinalSize;
  readonly holdId: string;
  readonly walletId: string;
  /** The charge's `seq` in that wallet. */
  readonly seq: number;
  readonly chargedPaise: number;
  readonly refundedPaise: number;
}

export interface CopyPrice {
  readonly pricePaise: number;
  /** The newest charge that is deducted; null if the full price is due. */
  readonly upgrades: Pick<BoughtCopy, 'holdId' | 'seq'> | null;
}

/** `bought` is in the order of purchase; each copy is larger than the previous one. */
export function largestCopy<Copy extends BoughtCopy>(bought: readonly Copy[]): Copy | null {
  return bought.at(-1) ?? null;
}

/** A picture that one wallet may buy. */
export interface PictureOnSale {
  /** Null if the picture has no price. */
  readonly prices: PriceBySize | null;
  readonly bought: readonly BoughtCopy[];
  readonly walletId: string;
  /** The longest side in pixels that the picture's model draws; null if the model draws every size. */
  readonly largestSize?: number | null;
}

/**
 * The price of that size minus what this wallet has paid for smaller copies, net of refunds; payments of
 * other wallets do not count. Null if the picture has no price, if the owned copy is at least as large, or if
 * the model does not draw that size.
 */
export function copyPrice(
  { prices, bought, walletId, largestSize = null }: PictureOnSale,
  size: FinalSize,
): CopyPrice | null {
  const fullPaise = prices && paiseFromRupees(prices[size]);
  if (!fullPaise || size <= (largestCopy(bought)?.finalSize ?? 0)) return null;
  if (largestSize !== null && size > largestSize) return null;
  const counting = bought.filter(
    (copy) => copy.walletId === walletId && copy.refundedPaise < copy.chargedPaise,
  );
  const paidPaise = counting.reduce((sum, copy) => sum + copy.chargedPaise - copy.refundedPaise, 0);
  const pricePaise = fullPaise - paidPaise;
  return pricePaise > 0 ? { pricePaise, upgrades: largestCopy(counting) } : null;
}

/** The sizes that can be bought, smallest first. */
export function copiesOnSale(picture: PictureOnSale): (CopyPrice & { size: FinalSize })[] {
  return finalSizes.flatMap((size) => {
    const price = copyPrice(picture, size);
    return price ? [{ size, ...price }] : [];
  });
}

/**
 * The prices of an edit, rupees by size. The edit may leave the picture unchanged, so each size costs at
 * least the picture's price for this wallet at that size. Therefore the wallets together always pay for a
 * picture and a chain of its edits at least the picture's price at the largest size that they get.
 */
export function editPrices(usual: PriceBySize, picture: PictureOnSale | null): PriceBySize {
  const least = (size: FinalSize) => (picture && copyPrice(picture, size)?.pricePaise) ?? 0;
  return Object.fromEntries(
    finalSizes.map((size) => [size, Math.max(usual[size], rupeesFromPaise(least(size)))]),
  ) as PriceBySize;
}
