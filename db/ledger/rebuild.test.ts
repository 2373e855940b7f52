import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '@sachet/shared/ledger/command';
import {
  accept,
  createTestLedger,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { rebuildProjections } from './rebuild.ts';

const holds = 100;

let books: TestLedger;
beforeAll(async () => {
  books = await createTestLedger();
});
afterAll(async () => {
  await books?.close();
  await books?.database.drop();
});

/** Appends all events of one wallet, in which every hold has ended. */
async function placeAndEndHolds(walletId: string): Promise<void> {
  const append = (command: Command) => accept(books.ledger, command);
  const by = { walletId, actor: 'worker' } as const;
  await append({
    ...by,
    type: 'CreditTopUp',
    idempotencyKey: 'topup',
    amountPaise: 1_000_00,
    orderId: 'order_1',
    paymentId: 'pay_1',
  });
  await Promise.all(
    Array.from({ length: holds }, async (_, n) => {
      const holdId = `hold_${n}`;
      await append({
        ...by,
        type: 'PlaceHold',
        idempotencyKey: `hold_${n}`,
        amountPaise: 1_00,
        tool: 'image',
        memberUid: 'u1',
        generationId: `gen_${n}`,
        holdId,
        expiresAtMs: Date.now() + 600_000,
      });
      await append({ ...by, type: 'CaptureHold', idempotencyKey: `end_${n}`, holdId });
    }),
  );
}

async function countReadEvents(): Promise<number> {
  await books.owner.query('select pg_stat_force_next_flush()');
  const { rows } = await books.owner.query(
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as read
     from pg_stat_user_tables where relname = 'ledger_event'`,
  );
  return rows[0].read;
}

// With ten million events and no open hold, a plan once compared each ended hold with all events of its
// wallet, and `rebuild` did not end.
test('a rebuild without open holds does not read an event for each ended hold', async () => {
  await placeAndEndHolds(await walletCalled(books, 'wal_busy'));
  await books.owner.query('vacuum analyze ledger_event');
  // Makes the planner prefer index look-ups, as for events that do not fit in memory.
  const lookingUp = encodeURIComponent('-c random_page_cost=0 -c seq_page_cost=100000');
  const before = await countReadEvents();
  const { repaired } = await rebuildProjections({
    connectionString: `${books.database.ownerUrl}?options=${lookingUp}`,
  });
  expect(repaired).toEqual([]);
  const events = 1 + 2 * holds;
  expect(await countReadEvents()).toBeLessThan(before + 10 * events);
});
