import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import { somePerson } from '../testing/somebody.ts';
import { clearWallet, closeAccount } from './close-account.ts';
import { signUp } from './sign-up.ts';

let database: TestDatabase;
let db: Kysely<Database>;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  ledger = createLedger({ connectionString: database.appUrl });
});
afterAll(async () => {
  await ledger?.close();
  await db?.destroy();
  await database?.drop();
});

async function openWallet(uid: string, phoneNumber: string) {
  const { profile } = await signUp({ db, ledger }, somePerson(uid, phoneNumber));
  const walletId = profile.wallet_id;
  const pay = (paymentId: string, amountPaise = 100_00) =>
    ledger.append({
      type: 'CreditTopUp',
      walletId,
      idempotencyKey: `topup:${paymentId}`,
      actor: 'gateway:razorpay',
      amountPaise,
      orderId: `ord_${paymentId}`,
      paymentId,
    });
  return { walletId, pay };
}

/** Closes the account and takes the first step to empty its wallet. */
async function closeWallet(uid: string, walletId: string): Promise<void> {
  const deleteSignIn = () => Promise.resolve();
  const closed = { uid, remainder: 'send_back', actor: `user:${uid}`, action: 'close' } as const;
  await db.transaction().execute((trx) => closeAccount(trx, { ...closed, deleteSignIn }));
  const closing = await db
    .selectFrom('wallet_closing')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .executeTakeFirstOrThrow();
  const log = { error: (details: object) => expect.unreachable(JSON.stringify(details)) };
  const queue = { add: () => Promise.resolve() };
  await clearWallet({ db, ledger, queue, log }, closing, 0);
}

test('closing an account refunds a payment that has more than 200 newer ones', async () => {
  const { walletId, pay } = await openWallet('asha', '+919812345678');
  await pay('pay_oldest');
  const newer = Array.from({ length: 201 }, (_, i) => `pay_${i}`);
  await Promise.all(newer.map((paymentId) => pay(paymentId)));
  // Their banks may still take these back, so they are not refunded.
  await db
    .insertInto('payment_dispute')
    .values(
      newer.map((paymentId) => ({
        id: `disp_${paymentId}`,
        payment_id: paymentId,
        amount_paise: 100_00,
        deducted_paise: 0,
        currency: 'INR',
        status: 'open' as const,
      })),
    )
    .execute();
  await closeWallet('asha', walletId);

  const holds = await db
    .selectFrom('ledger_event as e')
    .innerJoin('payment_refund as r', 'r.hold_id', 'e.hold_id')
    .select(['e.kind', 'e.held_paise', 'r.payment_id'])
    .execute();
  expect(holds).toEqual([{ kind: 'HoldPlaced', held_paise: 100_00, payment_id: 'pay_oldest' }]);
});

test('closing an account books less than ₹1 to unclaimed money, because the gateway pays back no less', async () => {
  const { walletId, pay } = await openWallet('meera', '+919812345679');
  await pay('pay_small', 99);
  await closeWallet('meera', walletId);
  const events = await db
    .selectFrom('ledger_event')
    .select(['counter_account', 'amount_paise'])
    .where('wallet_id', '=', walletId)
    .where('kind', '=', 'WalletCleared')
    .orderBy('seq')
    .execute();
  expect(events).toContainEqual({ counter_account: 'unclaimed', amount_paise: -99 });
  const refunds = await db
    .selectFrom('payment_refund')
    .select('id')
    .where('wallet_id', '=', walletId)
    .execute();
  expect(refunds).toEqual([]);
});
