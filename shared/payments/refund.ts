/**
 * How much of a wallet can be refunded to the payer. Gifts (the bonus, an admin's credits) are spent
 * first and never refunded, and spent money is not refunded either.
 */

/** All in paise. */
export interface WalletFunds {
  /** Bonus and adjustments, net. */
  readonly givenPaise: number;
  /** Charges and captures, net of refunds. */
  readonly spentPaise: number;
  /** Balance minus holds. */
  readonly availablePaise: number;
  /** The bonus of an unverified user, which cannot be spent and therefore was not spent first. */
  readonly lockedPaise: number;
}

export function refundablePaise(funds: WalletFunds): number {
  const { givenPaise, spentPaise, availablePaise, lockedPaise } = funds;
  const givenLeftPaise = Math.max(lockedPaise, givenPaise - Math.max(0, spentPaise));
  return Math.max(0, availablePaise - givenLeftPaise);
}
