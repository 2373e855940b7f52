import type { Profile } from '@sachet/db/people/profiles';
import { getAvailablePaise } from '@sachet/flows/wallet/available';
import type { WalletFigures } from '@sachet/shared/wallet/contracts/wallet';
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

/** The wallet that this user pays from, as read with the profile. */
export const toWallet = (profile: Profile) => ({
  id: profile.wallet_id,
  seq: profile.wallet_seq,
  balance_paise: profile.balance_paise,
  held_paise: profile.held_paise,
  locked_paise: profile.withheld_paise,
});
