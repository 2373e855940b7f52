/**
 * Closes an account, by its owner or by a super admin, and returns or books its money.
 *
 * 1. `closeAccount`, in one transaction under the user's lock: the wallets that no other user pays from are
 *    noted as closing, the sign-in account is deleted, the profile becomes a tombstone, the audit row is
 *    written. An organization keeps its money while it has other members.
 * 2. `clearWallet`, by the worker's sweep until nothing is left: money that was paid in and not spent goes
 *    back through the gateway, payment by payment; then gifts (the bonus, an admin's credits) go to
 *    `promotions`. Money that the gateway could not send back, or that its owner gave up, goes to
 *    `unclaimed`, an account for debts to such people. Disputes end first, because a bank may return the
 *    money instead.
 *
 * Keys: a refund is `closing:<payment>:<how many before>`, an outflow `clear:<wallet's seq>:<account>`.
 *
 * | crash                                  | what happens                                            |
 * | -------------------------------------- | ------------------------------------------------------- |
 * | before 1 commits                       | nothing is closed; a sign-in account that is already deleted does not come back, and a super admin's "Delete user" ends the rest |
 * | after 1                                | the sweep finds the wallet                              |
 * | after a refund is reserved             | the refund's own sweep finishes it                      |
 * | between the two outflows               | the sweep finds what is left                            |
 * | and a bank confirms a payment later    | the wallet has money again, and the sweep sends it back |
 */
import type { Kysely, Transaction } from 'kysely';
import { insertAudit } from '@sachet/db/admin/audit';
import { anonymizeProfile } from '@sachet/db/people/user-erasure';
import type { Ledger } from '@sachet/db/ledger/ledger';
import {
  readPayments,
  readRefundable,
  readWalletRefunds,
  getRefundablePaise,
} from '@sachet/db/payments/refunds';
import type { Database } from '@sachet/db/tables';
import { leavesOthersWithoutAdmin } from '@sachet/db/people/user-roles';
import {
  insertWalletClosings,
  postponeClosing,
  markCleared,
  readSoleWallets,
  type WalletClosing,
} from '@sachet/db/wallet/closings';
import { readWallet } from '@sachet/db/wallet/wallets';
import { smallestRefundPaise } from '@sachet/shared/payments/payment';
import type { JobQueue } from '@sachet/adapters/queue/queue';
import { awaitsDispute } from '../payments/book-payment.ts';
import { reserveRefund } from '../payments/refund.ts';

/** Changes nothing and returns `last_admin` if other members would be left without an admin. */
export async function closeAccount(
  trx: Transaction<Database>,
  account: {
    readonly uid: string;
    readonly remainder: WalletClosing['remainder'];
    /** `user:{uid}` */
    readonly actor: string;
    /** The name for the audit trail. */
    readonly action: string;
    /** Throws if the sign-in provider does not answer; then closing changes nothing. */
    readonly deleteSignIn: () => Promise<unknown>;
  },
): Promise<'closed' | 'last_admin'> {
  const { uid, remainder, actor, action } = account;
  if (await leavesOthersWithoutAdmin(trx, uid)) return 'last_admin';
  await insertWalletClosings(trx, { uid, remainder });
  await account.deleteSignIn();
  await anonymizeProfile(trx, uid);
  await insertAudit(trx, { actor, action, targetUid: uid });
  return 'closed';
}

/**
 * The rest of a wallet in paise: what can be refunded to its payers, and the bonuses and credits that end.
 */
export interface Remainder {
  readonly paidPaise: number;
  readonly givenPaise: number;
  readonly heldPaise: number;
}

/** The effect of closing, summed over all wallets that it closes. */
export async function previewClosing(
  db: Kysely<Database>,
  uid: string,
): Promise<Remainder & { walletIds: readonly string[] }> {
  const walletIds = await readSoleWallets(db, uid);
  const remainders = await Promise.all(walletIds.map((id) => readRemainder(db, id)));
  const sum = (name: 'paidPaise' | 'givenPaise' | 'heldPaise') =>
    remainders.reduce((total, remainder) => total + remainder[name], 0);
  return {
    walletIds,
    paidPaise: sum('paidPaise'),
    givenPaise: sum('givenPaise'),
    heldPaise: sum('heldPaise'),
  };
}

async function readRemainder(
  db: Kysely<Database>,
  walletId: string,
): Promise<Remainder & { seq: number }> {
  // In one snapshot.
  const [wallet, paidPaise] = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(
      async (trx) =>
        [await readWallet(trx, walletId), await readRefundable(trx, walletId)] as const,
    );
  const { balance_paise: balance, held_paise: heldPaise, seq } = wallet;
  return { paidPaise, givenPaise: Math.max(0, balance - heldPaise - paidPaise), heldPaise, seq };
}

export interface ClearingDependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly queue: Pick<JobQueue, 'add'>;
  readonly log: { error(details: object, message: string): void };
}

/** Schedules the next check of the wallet, and then takes the next step to empty it. */
export async function clearWallet(
  deps: ClearingDependencies,
  closing: WalletClosing,
  checkAgainAfterMs: number,
): Promise<void> {
  const { db } = deps;
  const walletId = closing.wallet_id;
  await postponeClosing(db, { walletId, at: new Date(Date.now() + checkAgainAfterMs) });
  const isWaiting =
    (closing.remainder === 'send_back' && (await refundNextPayment(deps, closing))) ||
    (await awaitsDispute(db, walletId)) ||
    !(await clearRemainder(deps, closing));
  if (!isWaiting) await markCleared(db, walletId);
}

/** True while a refund is in progress; false when no refundable payment is left. */
async function refundNextPayment(
  deps: ClearingDependencies,
  { uid, wallet_id: walletId }: WalletClosing,
): Promise<boolean> {
  const { db } = deps;
  const [payments, refunds, refundable] = await Promise.all([
    readPayments(db, { walletId }),
    readWalletRefunds(db, walletId),
    readRefundable(db, walletId),
  ]);
  if (refunds.some(({ status }) => status === 'reserved' || status === 'pending')) return true;
  const unrefundable = new Set(
    refunds
      .filter(
        ({ status, requested_by: by, requested_as: role }) =>
          status === 'failed' && by === uid && role === 'closing',
      )
      .map(({ payment_id: paymentId }) => paymentId),
  );
  const payment = payments.find(
    (each) =>
      !unrefundable.has(each.id) && getRefundablePaise(each, refundable) >= smallestRefundPaise,
  );
  if (!payment) return false;
  // If this is refused, for example by another worker's refund, the sweep tries again.
  await reserveRefund(deps, {
    paymentId: payment.id,
    walletId,
    amountPaise: getRefundablePaise(payment, refundable),
    reason: 'the account was closed',
    requestedBy: uid,
    requestedAs: 'closing',
    idempotencyKey: `closing:${payment.id}:${refunds.length}`,
  });
  return true;
}

/** Whether the wallet is empty now. */
async function clearRemainder(
  { db, ledger }: ClearingDependencies,
  { wallet_id: walletId, remainder }: WalletClosing,
): Promise<boolean> {
  const { paidPaise, givenPaise, heldPaise, seq } = await readRemainder(db, walletId);
  const outflows = [
    { to: 'promotions', amountPaise: givenPaise, reason: 'the account was closed' },
    {
      to: 'unclaimed',
      amountPaise: paidPaise,
      reason: remainder === 'give_up' ? 'given up by its owner' : 'could not be sent back',
    },
  ] as const;
  let isEmpty = heldPaise === 0;
  for (const outflow of outflows) {
    if (outflow.amountPaise === 0) continue;
    const outcome = await ledger.append({
      type: 'ClearWallet',
      walletId,
      idempotencyKey: `clear:${seq}:${outflow.to}`,
      actor: 'worker',
      ...outflow,
    });
    isEmpty &&= outcome.ok;
  }
  return isEmpty;
}
