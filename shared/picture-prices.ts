/** The price of a picture for a buyer who may own a smaller copy. Amounts are paise. */
import { paiseFromRupees } from './money.ts';
import { finalSizes, type FinalSize, type PriceBySize } from './rate-card.ts';

/** A purchased copy, with its charge and what of that was refunded. */
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
  /** The newest charge that is deducted; null if the full price is due. */
  readonly upgrades: Pick<BoughtCopy, 'holdId' | 'seq'> | null;
}

/** Ordered by purchase, each larger than the one before. */
export function largestCopy<Copy extends BoughtCopy>(bought: readonly Copy[]): Copy | null {
  return bought.at(-1) ?? null;
}

/**
 * The price of that size minus what this wallet has paid for smaller copies, net of refunds; payments
 * of other wallets do not count. Null without a price, or if the owned copy is as large.
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
