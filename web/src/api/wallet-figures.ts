import type { WalletFigures, WalletSummary } from '@sachet/shared/contracts/wallet';

/** Of two answers about a wallet the newer one: they may arrive in another order. */
export function newerFigures(
  known: WalletFigures | undefined,
  heard: WalletFigures,
): WalletFigures {
  const isOlder = known?.walletId === heard.walletId && known.seq >= heard.seq;
  return isOlder ? known : heard;
}

/** The wallet with what another answer says of it, where that is newer. */
export function withFigures(
  wallet: WalletSummary,
  heard: WalletFigures | undefined,
): WalletSummary {
  if (heard?.walletId !== wallet.walletId || heard.seq <= wallet.seq) return wallet;
  return { ...wallet, ...heard };
}
