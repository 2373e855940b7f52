/** What a wallet can spend in paise. A locked bonus counts at most as much as is not held. */
export function getAvailablePaise(wallet: {
  readonly balance_paise: number;
  readonly held_paise: number;
  readonly locked_paise: number;
}): number {
  const free = wallet.balance_paise - wallet.held_paise;
  return free - Math.min(wallet.locked_paise, Math.max(0, free));
}
