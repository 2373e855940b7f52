// Commands whose statements meet locks of other transactions: no other command waits for them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type CompiledQuery } from 'kysely';
import type { Command } from '@sachet/shared/ledger/command';
import { compileAuditRows } from '../admin/audit.ts';
import { createPool } from '../connect.ts';
import { receiptDueStatement } from '../documents/receipts.ts';
import { compileNotification } from '../live.ts';
import { locks } from '../locks.ts';
import { secondPaymentStatement } from '../payments/exceptions.ts';
import { takeAllowance } from '../people/daily-limits.ts';
import { topUpStatement } from '../people/referrals.ts';
import { claimStatement } from '../people/signup-bonus.ts';
import { createTestLedger, type TestLedger } from '../testing/ledger-story.ts';
import { openWallet } from '../wallets/wallets.ts';
import { createLedger, type Ledger } from './ledger.ts';

let books: TestLedger;
let ledger: Ledger;
beforeAll(async () => {
  books = await createTestLedger();
  // A statement that waits fails its command.
  const connection = { statement_timeout: 5_000 };
  ledger = createLedger({ connectionString: books.database.appUrl, connection });
});
afterAll(async () => {
  await ledger.close();
  await books.close();
  await books.database.drop();
});

/** Another session holds every advisory lock, with the keys, and the rows that several wallets share. */
async function holdEverything(keys: readonly string[]) {
  const holder = createPool(books.database.ownerUrl, { max: 1 });
  await holder.query('begin');
  for (const { id } of Object.values(locks)) {
    await holder.query('select pg_advisory_xact_lock($1::bigint)', [id]);
    for (const key of keys) {
      await holder.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [id, key]);
    }
  }
  for (const shared of [
    'daily_allowance',
    'admin_audit_head',
    'credits_limit',
    'referral_campaign',
    'document_series',
  ]) {
    await holder.query(`select from ${shared} for update`);
  }
  return {
    release: async () => {
      await holder.query('commit');
      await holder.end();
    },
  };
}

let names = 0;
async function fund(): Promise<string> {
  const walletId = await openWallet(books.db, { kind: 'user', id: `blocked_${(names += 1)}` });
  await topUp(walletId);
  return walletId;
}

function topUp(walletId: string) {
  const { db } = books;
  const paymentId = `pay_blocked_${(names += 1)}`;
  const orderId = `ord_${paymentId}`;
  const amountPaise = 500_00;
  return ledger.append(
    {
      type: 'CreditTopUp',
      walletId,
      idempotencyKey: `topup:${paymentId}`,
      actor: 'gateway',
      amountPaise,
      orderId,
      paymentId,
    },
    (event) => [
      secondPaymentStatement(db, { orderId, paymentId, amountPaise }),
      topUpStatement(db, { uid: 'asha', walletId, paymentId, amountPaise }),
      receiptDueStatement(db, event),
      compileNotification(db, { event: 'top-up', uid: 'asha', id: orderId }),
    ],
  );
}

const placeHold = (walletId: string, ...also: CompiledQuery[]) => {
  const holdId = `hold_blocked_${(names += 1)}`;
  const command: Command = {
    type: 'PlaceHold',
    walletId,
    idempotencyKey: `hold:${holdId}`,
    actor: 'user:asha',
    holdId,
    amountPaise: 1_00,
    tool: 'image',
    memberUid: 'asha',
    expiresAtMs: Date.now() + 600_000,
  };
  return ledger.append(command, also);
};

const adjust = (walletId: string) =>
  ledger.append(
    {
      type: 'AdjustByAdmin',
      walletId,
      idempotencyKey: `adjust_${(names += 1)}`,
      actor: 'admin:meera',
      amountPaise: 1_00,
      reason: 'A correction',
    },
    [compileAuditRows(books.db, [{ actor: 'user:meera', action: 'add-credits', details: {} }])],
  );

const day = '2026-10-05';
const digest = Buffer.alloc(32, 7);
const claim = (walletId: string) =>
  ledger.append(
    {
      type: 'CreditSignupBonus',
      walletId,
      idempotencyKey: 'bonus',
      actor: 'user:asha',
      amountPaise: 100_00,
    },
    [
      takeAllowance(books.db, { day, name: 'referral', amount: 100_00, most: 1_000_00 }).compile(),
      claimStatement(books.db, { uid: 'asha', digest, isVerified: true }),
    ],
  );

test('purchases and top-ups commit while another session holds every shared lock, and blocked commands follow', async () => {
  const walletIds = await Promise.all(Array.from({ length: 8 }, fund));
  await takeAllowance(books.db, { day, name: 'referral', amount: 1, most: 1_000_00 }).execute();
  const held = await holdEverything(['admin:meera']);
  let blocked = 2;
  const later = [adjust(walletIds[0]!), claim(walletIds[1]!)].map((outcome) =>
    outcome.finally(() => (blocked -= 1)),
  );
  try {
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all(
        walletIds.flatMap((id) => [
          placeHold(id),
          placeHold(id, sql`select 1`.compile(books.db)),
          topUp(id),
        ]),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(24);
    }
    expect(blocked).toBe(2);
  } finally {
    await held.release();
  }
  expect(await Promise.all(later)).toMatchObject([{ ok: true }, { ok: true }]);
});

test('a command that meets a lock for too long is refused, and charges nothing', async () => {
  const walletId = await fund();
  const impatient = createLedger({ connectionString: books.database.appUrl, repeatWithinMs: 0 });
  const held = await holdEverything(['admin:meera']);
  try {
    const outcome = await impatient.append(
      {
        type: 'AdjustByAdmin',
        walletId,
        idempotencyKey: 'impatient',
        actor: 'admin:meera',
        amountPaise: 1_00,
        reason: 'A correction',
      },
      [],
    );
    expect(outcome).toEqual({ ok: false, refusal: 'ledger_busy' });
  } finally {
    await held.release();
    await impatient.close();
  }
  const { rows } = await books.owner.query('select balance_paise from wallet where id = $1', [
    walletId,
  ]);
  expect(Number(rows[0].balance_paise)).toBe(500_00);
});

test('commands with one key that all meet a lock are charged once, and a ledger that closes answers them', async () => {
  const { db } = books;
  const walletId = await fund();
  const day = '2026-10-06';
  const take = () =>
    takeAllowance(db, { day, name: 'referral', amount: 1_00, most: 1_000_00 }).compile();
  await takeAllowance(db, { day, name: 'referral', amount: 1, most: 1_000_00 }).execute();
  const closing = createLedger({ connectionString: books.database.appUrl });
  const charge = (idempotencyKey: string, also: CompiledQuery[] = [take()]) => {
    const spending = { tool: 'general', memberUid: 'asha', actor: 'user:asha' } as const;
    const amountPaise = 10_00;
    return closing.append(
      { type: 'Charge', walletId, idempotencyKey, amountPaise, ...spending },
      also,
    );
  };
  const held = await holdEverything([]);
  const repeated = Array.from({ length: 50 }, () => charge('repeated'));
  const others = Array.from({ length: 40 }, (_, i) => charge(`other_${i}`));
  expect(await charge('without the lock', [])).toMatchObject({ ok: true });
  const closed = closing.close();
  await held.release();
  expect((await Promise.all(others)).every(({ ok }) => ok)).toBe(true);
  const outcomes = await Promise.all(repeated);
  expect(outcomes.filter((each) => each.ok && !each.replayed)).toHaveLength(1);
  expect(outcomes.filter((each) => each.ok && each.replayed)).toHaveLength(49);
  await closed;
  const { rows } = await books.owner.query(
    `select w.balance_paise, a.used from wallet w, daily_allowance a where w.id = $1 and a.day = $2`,
    [walletId, day],
  );
  expect(rows.map(({ balance_paise, used }) => [Number(balance_paise), Number(used)])).toEqual([
    [500_00 - 42 * 10_00, 1 + 41 * 1_00],
  ]);
});
