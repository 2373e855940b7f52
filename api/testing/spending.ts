// Adds and spends money with the ledger's own events.
import { randomUUID } from 'node:crypto';
import { createLedger } from '@sachet/db/ledger/ledger';
import type { TestDatabase } from '../../dev/local/testing/database.ts';

/** Fills a wallet with `amountPaise` and spends all of it in this person's name. */
export async function fillAndSpend(
  database: TestDatabase,
  { walletId, uid, amountPaise }: { walletId: string; uid: string; amountPaise: number },
): Promise<void> {
  const ledger = createLedger({ connectionString: database.appUrl });
  try {
    const command = {
      walletId,
      amountPaise,
      actor: `test:${walletId}`,
      idempotencyKey: `fill:${uid}`,
    };
    const outcomes = [
      await ledger.append({ ...command, type: 'AdjustByAdmin', reason: 'a test' }),
      await ledger.append({
        ...command,
        type: 'Charge',
        tool: 'image',
        memberUid: uid,
        idempotencyKey: `spend:${uid}`,
      }),
    ];
    if (outcomes.some((outcome) => !outcome.ok)) throw new Error(JSON.stringify(outcomes));
  } finally {
    await ledger.close();
  }
}

/** Credits any amount as a payment does. */
export async function payIn(
  database: TestDatabase,
  { walletId, amountPaise }: { walletId: string; amountPaise: number },
): Promise<void> {
  const ledger = createLedger({ connectionString: database.appUrl });
  const paymentId = `pay_${randomUUID()}`;
  try {
    const outcome = await ledger.append({
      type: 'CreditTopUp',
      walletId,
      amountPaise,
      actor: 'test',
      orderId: `ord_${paymentId}`,
      paymentId,
      idempotencyKey: `topup:${paymentId}`,
    });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  } finally {
    await ledger.close();
  }
}

/** Adds or deducts money. */
export async function adjustBalance(
  database: TestDatabase,
  { walletId, amountPaise }: { walletId: string; amountPaise: number },
): Promise<void> {
  const ledger = createLedger({ connectionString: database.appUrl });
  try {
    const outcome = await ledger.append({
      type: 'AdjustByAdmin',
      walletId,
      amountPaise,
      actor: `test:${walletId}`,
      reason: 'a test',
      idempotencyKey: `adjust:${randomUUID()}`,
    });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  } finally {
    await ledger.close();
  }
}
