import type { WalletFigures, WalletSummary } from '@sachet/shared/contracts/wallet';

/** Returns the newer of two wallet figures, because answers may arrive in any order. */
export function newerFigures(
  known: WalletFigures | undefined,
  heard: WalletFigures,
): WalletFigures {
  const isOlder = known?.walletId === heard.walletId && known.seq >= heard.seq;
  return isOlder ? known : heard;
}

/** Returns the wallet with the figures of another answer, if they are newer. */
export function withFigures(
  wallet: WalletSummary,
  heard: WalletFigures | undefined,
): WalletSummary {
  if (heard?.walletId !== wallet.walletId || heard.seq <= wallet.seq) return wallet;
  return { ...wallet, ...heard };
}
