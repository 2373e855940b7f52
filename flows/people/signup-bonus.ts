/**
 * The sign-up bonus: once per phone and mailbox, locked until the phone or the address is verified. Purchases
 * release what they need of a locked bonus (`spend.ts`, docs/decisions/0013).
 *
 * | crash                      | what happens                                              |
 * | -------------------------- | --------------------------------------------------------- |
 * | before the credit commits  | the user is not signed up; the client tries again         |
 * | after it                   | credit with its lock, profile and claim are stored        |
 * | after a mailbox is claimed | the next request that brings the verified address finds   |
 * |                            | the claim to be its own, and releases                     |
 * | before the release commits | the amount stays counted for the day; as above            |
 * | after it                   | the next request stores that the address is verified      |
 */
import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import { raiseNotice } from '@sachet/db/admin/notices';
import { violates } from '@sachet/db/constraint';
import {
  giveBackAllowance,
  takeAllowance,
  toDailyLimit,
  type Allowance,
} from '@sachet/db/people/daily-limits';
import { LedgerUnavailable } from '@sachet/db/ledger/unavailable';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { storeVerifiedEmail, type NewProfile } from '@sachet/db/people/profiles';
import {
  claimStatement,
  claimVerified,
  hasClaimedBonus,
  readBonusState,
  readLastRestore,
  type BonusState,
  type Claimant,
} from '@sachet/db/people/signup-bonus';
import type { Database } from '@sachet/db/tables';
import type { BonusWithheld } from '@sachet/shared/people/contracts/user';
import { istDay } from '@sachet/shared/time';
import type { Limits } from '@sachet/shared/configuration/limits';
import { toMailbox } from '@sachet/shared/people/mailbox';
import { isDisposable } from './disposable-address.ts';

/** docs/product.md, Numbers: ₹250. */
export const signupBonusPaise = 250_00;

export interface BonusDependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly settings: {
    readonly limits: Pick<Limits, 'unverifiedSpendingRupeesPerDay' | 'verifiedBonusRupeesPerDay'>;
  };
}

type Person = Pick<NewProfile, 'uid' | 'walletId' | 'phoneNumber' | 'email' | 'emailVerified'> & {
  /** When the account was created at the sign-in provider. Needed only after a restore from a backup. */
  readonly readAccountCreated?: (() => Promise<Date>) | undefined;
};

export type BonusOutcome = 'credited' | BonusWithheld;

/**
 * Credits the bonus and runs `statements`, which create the profile, in one transaction. Unless it returns
 * `credited`, it changed nothing.
 */
export async function creditBonus(
  { db, ledger }: Pick<BonusDependencies, 'db' | 'ledger'>,
  person: Person,
  statements: readonly CompiledQuery[],
): Promise<BonusOutcome> {
  const { uid, walletId, phoneNumber, email } = person;
  if (!phoneNumber && email && (await isDisposable(email))) return 'disposable_address';
  if (await mayHaveLostBonus(db, person)) return 'restored';
  const isVerified = phoneNumber !== null || person.emailVerified;
  const claimant: Claimant = { uid, digest: toDigest(person), isVerified };
  if (await hasClaimedBonus(db, claimant)) return 'claimed';
  try {
    const outcome = await ledger.append(
      {
        type: 'CreditSignupBonus',
        walletId,
        idempotencyKey: `signup-bonus:${uid}`,
        actor: `user:${uid}`,
        amountPaise: signupBonusPaise,
        ...(!isVerified && { lockedPaise: signupBonusPaise }),
      },
      [...statements, claimStatement(db, claimant)],
    );
    if (!outcome.ok && outcome.refusal === 'ledger_busy') {
      throw new LedgerUnavailable('the ledger is busy');
    }
    if (!outcome.ok) throw new Error(`sign-up bonus refused: ${outcome.refusal}`);
    return outcome.replayed ? 'claimed' : 'credited';
  } catch (error) {
    // Created concurrently: the same uid in another call, or the same person under another uid.
    if (violates(error, ...madeAtOnce)) return 'claimed';
    throw error;
  }
}

/**
 * After a restore from a backup, the rows of the newest bonuses are missing. An account that is older than the
 * restore and has no profile may have had its bonus, and gets none.
 */
async function mayHaveLostBonus(
  db: Kysely<Database>,
  { readAccountCreated }: Person,
): Promise<boolean> {
  const restoredAt = await readLastRestore(db);
  if (!restoredAt || !readAccountCreated) return false;
  return (await readAccountCreated()) < restoredAt;
}

const madeAtOnce = ['user_profile_pkey', 'organization_pkey', 'bonus_claim_pkey'];

/** The sign-in provider confirms this address: a bonus that was locked for it can be spent. */
export async function verifyEmail(
  deps: BonusDependencies,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  const state = await readBonusState(deps.db, uid);
  const withheld = await decideBonus(deps.db, state, { uid, email });
  if (withheld === null) await releaseBonus(deps, uid);
  const bonusWithheld = withheld === undefined ? state.withheld : withheld;
  await storeVerifiedEmail(deps.db, { uid, email, bonusWithheld });
}

/**
 * Why the verified address brings no bonus; null if it brings the one that is locked, undefined if this user
 * has none that it could bring.
 */
async function decideBonus(
  db: Kysely<Database>,
  { isByPhone, isEmailVerified, withheld, locked }: BonusState,
  { uid, email }: { uid: string; email: string },
): Promise<BonusWithheld | null | undefined> {
  // A bonus that purchases have released in part or in whole counts as one.
  const hasBonus = locked !== null || (!isByPhone && !isEmailVerified && withheld === null);
  if (!hasBonus) return undefined;
  if (await isDisposable(email)) return 'disposable_address';
  const digest = toDigest({ uid, phoneNumber: null, email });
  return (await claimVerified(db, { uid, digest })) ? null : 'claimed';
}

/**
 * Releases the whole locked bonus of a user whose address is verified, while the day's sum for such bonuses
 * lasts. Otherwise purchases release what they need of it, or the whole on another day.
 */
export async function releaseBonus(deps: BonusDependencies, uid: string): Promise<void> {
  const { locked } = await readBonusState(deps.db, uid);
  if (!locked) return;
  const amount = locked.paise;
  const taken = await tryToTake(deps, 'verified_bonus', amount);
  if (!taken) return;
  const outcome = await deps.ledger.append({
    type: 'ReleaseBonus',
    walletId: locked.walletId,
    idempotencyKey: `bonus-verified:${uid}`,
    actor: `user:${uid}`,
    reason: 'verified',
  });
  // A purchase may have released a part in the meantime.
  const released = outcome.ok && !outcome.replayed ? -(outcome.event.lockedPaise ?? 0) : 0;
  if (released < amount) await giveBackAllowance(deps.db, { ...taken, amount: amount - released });
}

/**
 * Takes an amount from the day's sum, in a separate transaction that waits for no wallet. Returns null if
 * the sum is used up.
 */
export async function tryToTake(
  { db, settings }: Pick<BonusDependencies, 'db' | 'settings'>,
  name: 'unverified_spending' | 'verified_bonus',
  amount: number,
): Promise<Allowance | null> {
  const { unverifiedSpendingRupeesPerDay, verifiedBonusRupeesPerDay } = settings.limits;
  const isUnverified = name === 'unverified_spending';
  const limit = isUnverified ? unverifiedSpendingRupeesPerDay : verifiedBonusRupeesPerDay;
  const allowance = { day: istDay(Date.now()), name, amount, most: limit * 100 };
  const { day } = allowance;
  try {
    await takeAllowance(db, allowance).execute();
    return allowance;
  } catch (error) {
    if (toDailyLimit(error) !== name) throw error;
    const data = { budget: name, day, limit };
    await raiseNotice(db, { kind: 'daily_budget_used', data }, `${name}:${day}`);
    return null;
  }
}

function toDigest({
  phoneNumber,
  email,
  uid,
}: Pick<NewProfile, 'uid' | 'phoneNumber' | 'email'>): Buffer {
  const mailbox = email ? `email:${toMailbox(email)}` : `uid:${uid}`;
  const person = phoneNumber ? `phone:${phoneNumber}` : mailbox;
  return createHash('sha256').update(`sachet.person\n${person}`).digest();
}
