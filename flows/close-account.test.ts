import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local/testing/database.ts';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
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

test('closing an account refunds a payment that has more than 200 newer ones', async () => {
  const { profile } = await signUp(
    { db, ledger },
    {
      uid: 'asha',
      firstName: 'Asha',
      lastName: 'Rao',
      phoneNumber: '+919812345678',
      email: null,
      emailVerified: false,
      organizationName: null,
    },
  );
  const walletId = profile.wallet_id;
  const pay = (paymentId: string) =>
    ledger.append({
      type: 'CreditTopUp',
      walletId,
      idempotencyKey: `topup:${paymentId}`,
      actor: 'gateway:razorpay',
      amountPaise: 100_00,
      orderId: `ord_${paymentId}`,
      paymentId,
    });
  await pay('pay_oldest');
  const newer = Array.from({ length: 201 }, (_, i) => `pay_${i}`);
  await Promise.all(newer.map(pay));
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
  const deleteSignIn = () => Promise.resolve();
  const closed = {
    uid: 'asha',
    remainder: 'send_back',
    actor: 'user:asha',
    action: 'close',
  } as const;
  await db.transaction().execute((trx) => closeAccount(trx, { ...closed, deleteSignIn }));
  const closing = await db.selectFrom('wallet_closing').selectAll().executeTakeFirstOrThrow();

  const log = { error: (details: object) => expect.unreachable(JSON.stringify(details)) };
  const queue = { add: () => Promise.resolve() };
  await clearWallet({ db, ledger, queue, log }, closing, 0);

  const holds = await db
    .selectFrom('ledger_event as e')
    .innerJoin('payment_refund as r', 'r.hold_id', 'e.hold_id')
    .select(['e.kind', 'e.held_paise', 'r.payment_id'])
    .execute();
  expect(holds).toEqual([{ kind: 'HoldPlaced', held_paise: 100_00, payment_id: 'pay_oldest' }]);
});
