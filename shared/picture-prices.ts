/** What a picture costs somebody who may have bought a smaller copy of it. Amounts are paise. */
import { paiseFromRupees } from './money.ts';
import { finalSizes, type FinalSize, type PriceBySize } from './rate-card.ts';

/** A copy that was bought, with what its charge took and what of that was given back. */
export interface BoughtCopy {
  readonly finalSize: FinalSize;
  readonly holdId: string;
  readonly walletId: string;
  /** Of the charge, in that wallet. */
  readonly seq: number;
  readonly chargedPaise: number;
  readonly refundedPaise: number;
}

export interface CopyPrice {
  readonly pricePaise: number;
  /** The newest charge that counts towards it; null where the whole price is asked. */
  readonly upgrades: Pick<BoughtCopy, 'holdId' | 'seq'> | null;
}

/** Copies are bought one after the other, each larger than the one before. */
export function largestCopy<Copy extends BoughtCopy>(bought: readonly Copy[]): Copy | null {
  return bought.at(-1) ?? null;
}

/**
 * The price of that size less what this wallet has paid for smaller copies and not got back; what
 * another wallet has paid does not count. Null where there is no price, or the copy at hand is as large.
 */
export function copyPrice(
  picture: { prices: PriceBySize | null; bought: readonly BoughtCopy[]; walletId: string },
  size: FinalSize,
): CopyPrice | null {
  const { prices, bought, walletId } = picture;
  const fullPaise = prices && paiseFromRupees(prices[size]);
  if (!fullPaise || size <= (largestCopy(bought)?.finalSize ?? 0)) return null;
  const counting = bought.filter(
    (copy) => copy.walletId === walletId && copy.refundedPaise < copy.chargedPaise,
  );
  const paidPaise = counting.reduce((sum, copy) => sum + copy.chargedPaise - copy.refundedPaise, 0);
  const pricePaise = fullPaise - paidPaise;
  return pricePaise > 0 ? { pricePaise, upgrades: largestCopy(counting) } : null;
}

/** The sizes that can be bought, smallest first. */
export function copiesOnSale(
  picture: Parameters<typeof copyPrice>[0],
): (CopyPrice & { size: FinalSize })[] {
  return finalSizes.flatMap((size) => {
    const price = copyPrice(picture, size);
    return price ? [{ size, ...price }] : [];
  });
}
