/** Free previews, texts and replies have a daily budget; paid work does not count against it. */
import { hasPaid, type Backing, type FreeWork } from '@sachet/db/people/free-work';
import type { Profile } from '@sachet/db/people/profiles';
import type { FreeWorkShare } from '@sachet/db/tables';
import { readWallet } from '@sachet/db/wallets/wallets';
import { mustVerifyEmail } from '@sachet/shared/email-gate';
import { istDay, secondsToIstMidnight } from '@sachet/shared/ledger/calendar';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { toUserProfile } from '../identity/user-profile.ts';
import { toWalletFigures } from '../money/wallet-figures.ts';

/** Parts of the day's budget. The rest is reserved for people who have paid. */
const unpaidShare = 0.7;
const unverifiedShare = 0.2;

/** What one free call takes of today's budget. */
export async function toFreeWork(
  deps: Pick<Dependencies, 'db' | 'settings'>,
  profile: Profile,
  call: {
    /** Its cost, estimated or booked. */
    readonly microusd: number;
    /** The lowest price in rupees of what the call is a preview of; null where nothing is sold. */
    readonly priceRupees: number | null;
  },
): Promise<FreeWork> {
  const { db, settings } = deps;
  const most = Math.round(settings.FREE_WORK_USD_PER_DAY * 1_000_000);
  const isPayer = await hasPaid(db, profile);
  return {
    day: istDay(Date.now()),
    microusd: call.microusd,
    shares: {
      free_work: most,
      ...(!isPayer && { unpaid_free_work: Math.floor(most * unpaidShare) }),
      ...(!isPayer &&
        !isVerified(profile) && { unverified_free_work: Math.floor(most * unverifiedShare) }),
    },
    findBacking: () => findBacking(deps, profile, call.priceRupees),
  };
}

/**
 * By phone or e-mail, and for the first time: the second account of one mailbox and an account with a
 * disposable address cost nothing, so they count as unverified.
 */
function isVerified(profile: Profile): boolean {
  const { phone_number: phone, email_verified: emailVerified } = profile;
  const isSecondAccount =
    profile.locked_for === profile.uid ||
    profile.bonus_withheld === 'claimed' ||
    profile.bonus_withheld === 'disposable_address';
  return (phone !== null || emailVerified) && !isSecondAccount;
}

/** A wallet that could buy what is previewed is never refused the preview because of the budget. */
async function findBacking(
  { db, settings }: Pick<Dependencies, 'db' | 'settings'>,
  profile: Profile,
  priceRupees: number | null,
): Promise<Backing | null> {
  if (priceRupees === null || mustVerifyEmail(toUserProfile(profile))) return null;
  const wallet = await readWallet(db, profile.wallet_id);
  if (toWalletFigures(wallet).available < priceRupees) return null;
  const { budget_paise: budget, spent_this_month_paise: spent } = profile;
  if (budget > 0 && budget - spent < priceRupees * 100) return null;
  // One person's limits: the members of an organisation share one wallet.
  const callsPerDay = settings.limits.previewsPerDay + settings.limits.freeRepliesPerDay;
  return { walletId: profile.wallet_id, callsPerDay };
}

/** `share` is the part of the budget that is used up. */
export function toFreeWorkRefusal(profile: Profile, share: FreeWorkShare): Refusal {
  const retry = { retryAfterSeconds: secondsToIstMidnight(Date.now()) };
  const isVerifiable = profile.phone_number === null && !profile.email_verified;
  if (share === 'unverified_free_work' && isVerifiable) {
    return new Refusal(
      'free_used_up_unverified',
      'Free previews for unverified accounts are used up for today. Verify your email to continue, or come back tomorrow.',
      retry,
    );
  }
  if (share !== 'free_work') {
    return new Refusal(
      'free_used_up_unpaid',
      'Free previews are used up for today. Add credits to continue, or come back tomorrow.',
      retry,
    );
  }
  return new Refusal(
    'free_used_up',
    'Free previews are used up for today. Come back tomorrow.',
    retry,
  );
}
