/** Callers that place holds, and a top-up each second with its receipt, while other work runs or not. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { issueReceipts, receiptDueStatement } from '@sachet/db/tax/receipts';
import { createLedger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import { quantile } from '../load.ts';

const callers = 64;

interface HoldTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly holds: number;
  readonly receiptMs: number;
}

/** `walletIds` have money for many holds of one paisa. Measures until `ends`. */
export async function measureHolds(
  { db, connectionString }: { db: Kysely<Database>; connectionString: string },
  { walletIds, name, ends }: { walletIds: readonly string[]; name: string; ends: Promise<unknown> },
): Promise<HoldTimes> {
  const ledger = createLedger({ connectionString });
  let isOver = false;
  void ends.finally(() => (isOver = true));
  const times: number[] = [];
  const receipts: number[] = [];
  const fail = (error: unknown) => {
    throw error;
  };
  async function placeHolds(caller: number): Promise<void> {
    for (let i = 0; !isOver; i += 1) {
      const holdId = `${name}_${caller}_${i}`;
      const startedMs = performance.now();
      const outcome = await ledger.append({
        type: 'PlaceHold',
        walletId: walletIds[(caller + callers * i) % walletIds.length]!,
        idempotencyKey: `hold:${holdId}`,
        actor: 'bench',
        holdId,
        amountPaise: 1,
        tool: 'image',
        memberUid: 'bench',
        expiresAtMs: Date.parse('2027-01-01'),
      });
      if (!outcome.ok) throw new Error(outcome.refusal);
      times.push(performance.now() - startedMs);
      await sleep(20);
    }
  }
  async function topUp(): Promise<void> {
    for (let i = 0; !isOver; i += 1) {
      const paymentId = `pay_${name}_${i}`;
      const startedMs = performance.now();
      await ledger.append(
        {
          type: 'CreditTopUp',
          walletId: walletIds[i % walletIds.length]!,
          idempotencyKey: `topup:${paymentId}`,
          actor: 'bench',
          amountPaise: 999_00,
          orderId: `ord_${paymentId}`,
          paymentId,
        },
        (event) => [receiptDueStatement(db, event)],
      );
      await issueReceipts(db, fail);
      receipts.push(performance.now() - startedMs);
      await sleep(1_000);
    }
  }
  await Promise.all([topUp(), ...Array.from({ length: callers }, (_, i) => placeHolds(i))]);
  await ledger.close();
  return {
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    holds: times.length,
    receiptMs: Math.max(...receipts),
  };
}
