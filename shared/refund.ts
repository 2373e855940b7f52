/**
 * What of a wallet may go back to whoever paid it in. Money that was given (the bonus, credits of an
 * admin) is spent first and never goes back; what was spent does not either.
 */

/** All in paise. */
export interface WalletFunds {
  /** Bonus and adjustments, net. */
  readonly givenPaise: number;
  /** Charges and captures, less what of them was given back. */
  readonly spentPaise: number;
  /** Balance less what is reserved. */
  readonly availablePaise: number;
  /** The bonus of somebody who is not verified: it was not spent first, since it could not be. */
  readonly lockedPaise: number;
}

export function refundablePaise(funds: WalletFunds): number {
  const { givenPaise, spentPaise, availablePaise, lockedPaise } = funds;
  const givenLeftPaise = Math.max(lockedPaise, givenPaise - Math.max(0, spentPaise));
  return Math.max(0, availablePaise - givenLeftPaise);
}
