/**
 * The sign-up bonus: once per phone and mailbox, within the day's limits, locked until the
 * phone or the address is verified (docs/decisions/0013).
 *
 * | crash                     | what happens                                           |
 * | ------------------------- | ------------------------------------------------------ |
 * | before the credit commits | the user is not signed up; the client tries again      |
 * | after it                  | credit, profile, claim, counts and lock are stored     |
 * | while it is unlocked      | address and lock change together; the next request     |
 * |                           | that brings the verified address does both             |
 */
import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import { raiseNotice } from '@sachet/db/admin/notices';
import { violates } from '@sachet/db/constraint';
import {
  countAddressBonus,
  takeAllowance,
  toDailyLimit,
  type Allowance,
} from '@sachet/db/people/daily-limits';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { storeVerifiedEmail, type NewProfile } from '@sachet/db/people/profiles';
import {
  claimStatements,
  hasClaimedBonus,
  hasLockedBonus,
  lockBonusStatement,
  readLastRestore,
  unlockBonus,
  type Claimant,
} from '@sachet/db/people/signup-bonus';
import type { Database } from '@sachet/db/tables';
import type { BonusWithheld } from '@sachet/shared/contracts/user';
import { istDay } from '@sachet/shared/ledger/calendar';
import { toMailbox } from '@sachet/shared/mailbox';
import { isDisposable } from './disposable-address.ts';

/** docs/product.md, Numbers: ₹250. */
export const signupBonusPaise = 250_00;

export interface BonusLimits {
  /** The bonuses of all users in one day; unverified users get at most half of it. */
  readonly perDayPaise: number;
  /** Bonuses per day for sign-ups by email from one block of addresses; a verified phone is not limited. */
  readonly perAddressBlock: number;
}

type Person = Pick<NewProfile, 'uid' | 'walletId' | 'phoneNumber' | 'email' | 'emailVerified'> & {
  readonly ipAddress: string;
  /** When the account was created at the sign-in provider. Needed only after a restore from a backup. */
  readonly readAccountCreated?: (() => Promise<Date>) | undefined;
};

export type BonusOutcome = 'credited' | BonusWithheld;

/**
 * Credits the bonus and runs `statements`, which create the profile, in one transaction. Unless it returns
 * `credited`, it changed nothing.
 */
export async function creditBonus(
  { db, ledger }: { db: Kysely<Database>; ledger: Ledger },
  person: Person,
  limits: BonusLimits,
  statements: readonly CompiledQuery[],
): Promise<BonusOutcome> {
  const { uid, walletId, phoneNumber, email, ipAddress } = person;
  if (!phoneNumber && email && (await isDisposable(email))) return 'disposable_address';
  if (await mayHaveLostBonus(db, person)) return 'restored';
  const isVerified = phoneNumber !== null || person.emailVerified;
  const claimant: Claimant = { uid, digest: toDigest(person), isVerified };
  if (await hasClaimedBonus(db, claimant)) return 'claimed';

  const day = istDay(Date.now());
  const paise = signupBonusPaise;
  const { perDayPaise, perAddressBlock } = limits;
  const everybody: Allowance = { day, name: 'bonus', amount: paise, most: perDayPaise };
  const unverified: Allowance = {
    ...everybody,
    name: 'unverified_bonus',
    most: Math.floor(perDayPaise / 2),
  };
  const neighbours = { day, address: ipAddress, most: perAddressBlock };
  try {
    const outcome = await ledger.append(
      {
        type: 'CreditSignupBonus',
        walletId,
        idempotencyKey: `signup-bonus:${uid}`,
        actor: `user:${uid}`,
        amountPaise: paise,
      },
      [
        // The row that all bonuses share is locked first: a transaction that holds this lock waits for no
        // other lock.
        takeAllowance(db, everybody).compile(),
        ...(isVerified ? [] : [takeAllowance(db, unverified).compile()]),
        ...(phoneNumber ? [] : [countAddressBonus(db, neighbours)]),
        ...(isVerified ? [] : [lockBonusStatement(db, { walletId, uid, paise })]),
        ...statements,
        ...claimStatements(db, claimant),
      ],
    );
    if (!outcome.ok) throw new Error(`sign-up bonus refused: ${outcome.refusal}`);
    return outcome.replayed ? 'claimed' : 'credited';
  } catch (error) {
    // Created concurrently: the same uid in another call, or the same person under another uid.
    if (violates(error, ...madeAtOnce)) return 'claimed';
    const limit = toDailyLimit(error);
    if (limit === 'address_block') return limit;
    if (limit !== 'bonus' && limit !== 'unverified_bonus') throw error;
    const { most } = limit === 'bonus' ? everybody : unverified;
    const data = { budget: limit, day, limit: most / 100 };
    await raiseNotice(db, { kind: 'daily_budget_used', data }, `${limit}:${day}`);
    return 'daily_budget';
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
  db: Kysely<Database>,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await storeVerifiedEmail(trx, { uid, email });
    if ((await isDisposable(email)) || !(await hasLockedBonus(trx, uid))) return;
    await unlockBonus(trx, { uid, digest: toDigest({ uid, phoneNumber: null, email }) });
  });
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
