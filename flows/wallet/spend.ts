/**
 * Appends a purchase. If it needs the locked bonus of a user who is not verified, it releases what it needs,
 * while the day's allowance for all such purchases lasts (docs/decisions/0013).
 *
 * 1. The purchase is appended; nearly all end here.
 * 2. If it needs locked money, that amount is taken from the allowance, in a transaction that waits for no
 *    wallet.
 * 3. The purchase is appended again. Its event and `BonusReleased` are recorded together, or neither.
 *
 * | crash          | what happens                                                                    |
 * | -------------- | ------------------------------------------------------------------------------- |
 * | before 2       | nothing was taken or bought                                                     |
 * | between 2 and 3 | the amount stays counted for the day, and the buyer tries again                |
 * | after 3        | the key finds the purchase; nothing more is taken                               |
 *
 * A purchase that is refused gives back what was taken for it. The released amount of a hold that is voided
 * stays released and counted: the next purchase spends it without the allowance.
 */
import type { Also } from '@sachet/db/ledger/batch';
import { LedgerUnavailable } from '@sachet/db/ledger/unavailable';
import type { Outcome } from '@sachet/db/ledger/outcome';
import { giveBackAllowance } from '@sachet/db/people/daily-limits';
import { readBonusState, readLock } from '@sachet/db/people/signup-bonus';
import type { CommandOf } from '@sachet/shared/ledger/command';
import { releaseBonus, tryToTake, type BonusDependencies } from '../people/signup-bonus.ts';

type Purchase = CommandOf<'PlaceHold' | 'Charge'>;

/** Each further try follows another purchase from the same wallet that succeeded. */
const mostTries = 10;

/** Refused with `unverified_funds` if the allowance is used up. */
export async function spend(
  deps: BonusDependencies,
  purchase: Purchase,
  also: Also = [],
): Promise<Outcome> {
  const { db, ledger } = deps;
  const outcome = await ledger.append(purchase, also);
  if (!needsRelease(outcome)) return outcome;
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (tries === 0) await releaseIfVerified(deps, purchase.walletId);
    const { lockedFor, unlockedPaise } = await readLock(db, purchase.walletId);
    if (lockedFor && (await readBonusState(db, lockedFor)).withheld) return outcome;
    const needed = purchase.amountPaise - unlockedPaise;
    const next =
      lockedFor === null || needed <= 0
        ? await ledger.append(purchase, also)
        : await spendReleased(deps, purchase, also, needed);
    if (!next) return outcome;
    if (!needsRelease(next)) return next;
  }
  return { ok: false, refusal: 'ledger_busy' };
}

const needsRelease = (outcome: Outcome): boolean =>
  !outcome.ok && outcome.refusal === 'unverified_funds';

/** The day's sum may have been used up when this user verified the address. */
async function releaseIfVerified(deps: BonusDependencies, walletId: string): Promise<void> {
  const { lockedFor } = await readLock(deps.db, walletId);
  if (lockedFor === null) return;
  const { isEmailVerified, withheld } = await readBonusState(deps.db, lockedFor);
  if (isEmailVerified && withheld === null) await releaseBonus(deps, lockedFor);
}

/** Returns null if the allowance is used up. */
async function spendReleased(
  deps: BonusDependencies,
  purchase: Purchase,
  also: Also,
  releasesPaise: number,
): Promise<Outcome | null> {
  const taken = await tryToTake(deps, 'unverified_spending', releasesPaise);
  if (!taken) return null;
  const giveBack = () => giveBackAllowance(deps.db, taken);
  let outcome: Outcome;
  try {
    const release = { releasesPaise, allowanceDay: taken.day };
    outcome = await deps.ledger.append({ ...purchase, ...release }, also);
  } catch (error) {
    // Without an answer the purchase may have committed, so the amount stays counted.
    if (!(error instanceof LedgerUnavailable)) await giveBack();
    throw error;
  }
  if (!outcome.ok || outcome.replayed) await giveBack();
  return outcome;
}
