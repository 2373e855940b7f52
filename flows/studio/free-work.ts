/** Free previews, texts and replies have a daily budget; paid work does not count against it. */
import type { Kysely } from 'kysely';
import { hasPaid, type Backing, type FreeWork } from '@sachet/db/studio/free-work';
import type { Class } from '@sachet/shared/admission';
import type { Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import { readWallet } from '@sachet/db/wallet/wallets';
import { mustVerifyEmail } from '@sachet/shared/wallet/email-gate';
import { istDay } from '@sachet/shared/time';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import { rupeesFromPaise } from '@sachet/shared/money';
import { getAvailablePaise } from '../wallet/available.ts';

export interface FreeWorkContext {
  readonly db: Kysely<Database>;
  readonly settings: Pick<ApiEnvironment, 'FREE_WORK_USD_PER_DAY' | 'limits'>;
}

/** Parts of the day's budget. The rest is reserved for people who have paid. */
const unpaidShare = 0.7;
const unverifiedShare = 0.2;

/** The cost of one free call, and the shares of today's budget that it counts against. */
export async function toFreeWork(
  deps: FreeWorkContext,
  profile: Profile,
  call: {
    /** The cost of the call, estimated or booked. */
    readonly microusd: number;
    /** The lowest price in rupees of the product that the call previews; null if nothing is sold. */
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

/** The class of a user at a bounded resource: a customer has paid or is verified. */
export async function findClass(
  db: Kysely<Database>,
  profile: Profile,
): Promise<Extract<Class, 'customer' | 'other'>> {
  return isVerified(profile) || (await hasPaid(db, profile)) ? 'customer' : 'other';
}

/**
 * Whether the user is verified by phone or email and has no earlier account. A second account of one mailbox
 * and an account with a disposable address cost their user nothing, so they count as unverified.
 */
function isVerified(profile: Profile): boolean {
  const { phone_number: phone, email_verified: emailVerified } = profile;
  const isSecondAccount =
    profile.bonus_withheld === 'claimed' || profile.bonus_withheld === 'disposable_address';
  return (phone !== null || emailVerified) && !isSecondAccount;
}

/** A wallet that could buy the result is never refused its preview because of the budget. */
async function findBacking(
  { db, settings }: FreeWorkContext,
  profile: Profile,
  priceRupees: number | null,
): Promise<Backing | null> {
  if (priceRupees === null || isUnverifiedSpender(profile)) return null;
  const wallet = await readWallet(db, profile.wallet_id);
  if (getAvailablePaise(wallet) < priceRupees * 100) return null;
  const { budget_paise: budget, spent_this_month_paise: spent } = profile;
  if (budget > 0 && budget - spent < priceRupees * 100) return null;
  // The limits are per person, because the members of an organization share one wallet.
  const callsPerDay = settings.limits.previewsPerDay + settings.limits.freeRepliesPerDay;
  return { walletId: profile.wallet_id, callsPerDay };
}

/** Whether every paid feature waits until this user verifies their address. */
export const isUnverifiedSpender = (profile: Profile): boolean =>
  mustVerifyEmail({
    email: profile.email,
    emailVerified: profile.email_verified,
    lifetimeSpent: rupeesFromPaise(profile.lifetime_spent_paise),
  });
