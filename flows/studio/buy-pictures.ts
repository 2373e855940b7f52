/**
 * Buys several pictures with one press. Each is a separate purchase (`buy-picture.ts`) with its own hold,
 * job, charge and idempotency key, which is the key of the press with the picture's id.
 *
 * 1. Everything that would refuse one of them is checked for all, and the money for their sum. If
 *    something is wrong, nothing is bought.
 * 2. `buyPicture` is called for each, concurrently, so their holds usually share a transaction.
 *
 * | what happens                    | what is bought                                                 |
 * | ------------------------------- | -------------------------------------------------------------- |
 * | a crash before 2                | nothing                                                        |
 * | a crash or a lost answer in 2   | those whose hold was committed; the same press again finds     |
 * |                                 | them, buys the others, and each once                           |
 * | another purchase takes the      | as many as the ledger accepts; the answer names the others,    |
 * | money between 1 and 2, or the   | which were not charged                                         |
 * | allowance for unverified users  |                                                                |
 * | lasts only for some             |                                                                |
 */
import { countRecentUnlocks } from '@sachet/db/studio/unlocks';
import { findSpendingRefusal } from '@sachet/db/wallet/spending';
import {
  buyPicture,
  quotePicture,
  type PicturePurchase,
  type PurchaseOutcome,
} from './buy-picture.ts';

type Unbought = Exclude<PurchaseOutcome, { placed: unknown }>;

/** The outcomes in the order of the purchases, or why none of them was begun. */
export async function buyPictures(
  deps: Parameters<typeof buyPicture>[0],
  purchases: readonly PicturePurchase[],
): Promise<{ readonly outcomes: PurchaseOutcome[] } | { readonly none: Unbought }> {
  const [first] = purchases;
  if (!first) return { outcomes: [] };
  let amountPaise = 0;
  for (const purchase of purchases) {
    const quoted = quotePicture(purchase);
    if (typeof quoted === 'string') return { none: quoted };
    amountPaise += quoted.price.pricePaise;
  }
  const { profile, unlocksPerMinute } = first;
  const recent = await countRecentUnlocks(deps.db, profile.uid);
  if (recent + purchases.length > unlocksPerMinute) return { none: 'over_minute' };
  const spending = { walletId: profile.wallet_id, memberUid: profile.uid, amountPaise };
  const refusal = await findSpendingRefusal(deps.db, spending);
  // Each purchase releases what it needs of a locked bonus.
  if (refusal && refusal !== 'unverified_funds') return { none: { refusal } };

  const settled = await Promise.allSettled(purchases.map((each) => buyPicture(deps, each)));
  return {
    outcomes: settled.map((each) => {
      // All have ended. The caller repeats the press, which finds those that were bought.
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    }),
  };
}
