import { getAvailablePaise } from '@sachet/flows/available';
import type { WalletFigures } from '@sachet/shared/contracts/wallet';
import { rupeesFromPaise } from '@sachet/shared/money';

export function toWalletFigures(wallet: {
  readonly id: string;
  readonly seq: number;
  readonly balance_paise: number;
  readonly held_paise: number;
  readonly locked_paise: number;
}): WalletFigures {
  const free = wallet.balance_paise - wallet.held_paise;
  const available = getAvailablePaise(wallet);
  return {
    walletId: wallet.id,
    seq: wallet.seq,
    walletBalance: rupeesFromPaise(wallet.balance_paise),
    held: rupeesFromPaise(wallet.held_paise),
    available: rupeesFromPaise(available),
    locked: rupeesFromPaise(free - available),
  };
}
