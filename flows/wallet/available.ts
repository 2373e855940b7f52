/**
 * The paise that a wallet can spend. A locked bonus reduces this by at most the part of the balance that is
 * not held.
 */
export function getAvailablePaise(wallet: {
  readonly balance_paise: number;
  readonly held_paise: number;
  readonly locked_paise: number;
}): number {
  const free = wallet.balance_paise - wallet.held_paise;
  return free - Math.min(wallet.locked_paise, Math.max(0, free));
}
