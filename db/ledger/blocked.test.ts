// Commands whose statements meet locks of other transactions: no other command waits for them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type CompiledQuery } from 'kysely';
import type { Command, CommandOf, CommandType } from '@sachet/shared/ledger/command';
import { compileAuditRows } from '../admin/audit.ts';
import { createPool } from '../connect.ts';
import { receiptDueStatement } from '../tax/receipts.ts';
import { compileNotification } from '../live.ts';
import { locks } from '../locks.ts';
import { secondPaymentStatement } from '../finance/exceptions.ts';
import { takeAllowance } from '../people/daily-limits.ts';
import { topUpStatement } from '../people/referrals.ts';
import { createTestLedger, type TestLedger } from '../testing/ledger-story.ts';
import { openWallet } from '../wallet/wallets.ts';
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
  const command = { ...toHold(holdId), walletId, idempotencyKey: `hold:${holdId}`, actor } as const;
  return ledger.append(command, also);
};

const actor = 'user:asha';
const reason = 'A correction';
const amountPaise = 1_00;
const spending = { tool: 'image', memberUid: 'asha' } as const;
const expiresAtMs = Date.now() + 600_000;
const toHold = (holdId: string) =>
  ({ type: 'PlaceHold', holdId, amountPaise, expiresAtMs, ...spending }) as const;

/** A command without what all have, and the commands that its wallet needs before. */
interface Prepared<T extends CommandType> {
  readonly before?: readonly Own<Command>[];
  readonly command: Own<CommandOf<T>>;
}
type Own<C> = C extends Command
  ? Omit<C, 'walletId' | 'idempotencyKey' | 'actor'> & { actor?: string; idempotencyKey?: string }
  : never;

/** Every command of the ledger, by the id of a payment of its wallet and the id of a hold. */
const prepare: {
  readonly [T in CommandType]: (ids: { paymentId: string; holdId: string }) => Prepared<T>;
} = {
  CreditSignupBonus: () => ({ command: { type: 'CreditSignupBonus', amountPaise } }),
  ReleaseBonus: () => ({
    before: [{ type: 'CreditSignupBonus', amountPaise, lockedPaise: amountPaise }],
    command: { type: 'ReleaseBonus', reason },
  }),
  CreditReferral: () => ({ command: { type: 'CreditReferral', amountPaise } }),
  RedeemGiftCode: () => ({ command: { type: 'RedeemGiftCode', amountPaise } }),
  CreditTopUp: ({ holdId }) => ({
    command: { type: 'CreditTopUp', amountPaise, orderId: holdId, paymentId: holdId },
  }),
  ReserveRefund: (ids) => ({
    command: {
      type: 'ReserveRefund',
      amountPaise,
      expiresAtMs,
      idempotencyKey: `hold:${ids.holdId}`,
      ...ids,
    },
  }),
  RefundTopUp: ({ paymentId }) => ({ command: { type: 'RefundTopUp', amountPaise, paymentId } }),
  ReturnRefund: ({ paymentId }) => ({
    before: [{ type: 'RefundTopUp', amountPaise, paymentId }],
    command: { type: 'ReturnRefund', amountPaise, paymentId },
  }),
  DisputeTopUp: ({ paymentId }) => ({ command: { type: 'DisputeTopUp', amountPaise, paymentId } }),
  WinDispute: ({ paymentId }) => ({
    before: [{ type: 'DisputeTopUp', amountPaise, paymentId }],
    command: { type: 'WinDispute', amountPaise, paymentId },
  }),
  CorrectPayment: ({ paymentId }) => ({
    command: { type: 'CorrectPayment', amountPaise, paymentId, reason, actor: 'admin:meera' },
  }),
  PlaceHold: ({ holdId }) => ({ command: { ...toHold(holdId), idempotencyKey: `hold:${holdId}` } }),
  CaptureHold: ({ holdId }) => ({
    before: [{ ...toHold(holdId), idempotencyKey: `hold:${holdId}` }],
    command: { type: 'CaptureHold', holdId, idempotencyKey: `capture:${holdId}` },
  }),
  VoidHold: ({ holdId }) => ({
    before: [{ ...toHold(holdId), idempotencyKey: `hold:${holdId}` }],
    command: { type: 'VoidHold', holdId, idempotencyKey: `void:${holdId}` },
  }),
  ExpireHold: ({ holdId }) => ({
    before: [
      { ...toHold(holdId), idempotencyKey: `hold:${holdId}`, expiresAtMs: Date.now() - 1_000 },
    ],
    command: { type: 'ExpireHold', holdId, idempotencyKey: `expire:${holdId}` },
  }),
  Charge: () => ({ command: { type: 'Charge', amountPaise, ...spending } }),
  RefundCharge: () => ({
    before: [{ type: 'Charge', amountPaise, ...spending }],
    command: { type: 'RefundCharge', amountPaise, chargeSeq: 2 },
  }),
  AdjustByAdmin: () => ({
    command: { type: 'AdjustByAdmin', amountPaise, reason, actor: 'admin:meera' },
  }),
  ClearWallet: () => ({
    command: { type: 'ClearWallet', amountPaise, to: 'unclaimed', reason },
  }),
};

/** Prepares the command's own wallet. Returns a function that sends the command with these statements. */
async function prepareCommand(type: CommandType) {
  const walletId = await openWallet(books.db, { kind: 'user', id: `blocked_${type}` });
  const paymentId = `pay_${type}`;
  const { before = [], command } = prepare[type]({ paymentId, holdId: `hold_${type}` });
  const credit = { type: 'CreditTopUp', amountPaise: 500_00, orderId: 'ord_1', paymentId } as const;
  const complete = (own: Own<Command>) =>
    ({ walletId, idempotencyKey: `blocked_${(names += 1)}`, actor, ...own }) as Command;
  for (const each of [credit, ...before]) {
    expect(await ledger.append(complete(each))).toMatchObject({ ok: true });
  }
  return (also: readonly CompiledQuery[]) => ledger.append(complete(command), also);
}

const day = '2026-10-05';
const types = Object.keys(prepare) as CommandType[];

test('commands of every kind whose statements meet a lock let purchases and top-ups pass, and follow once it is free', async () => {
  const { db } = books;
  const walletIds = await Promise.all(Array.from({ length: 8 }, fund));
  await takeAllowance(db, { day, name: 'referral', amount: 1, most: 1_000_00 }).execute();
  const commands = await Promise.all(types.map(prepareCommand));
  const meeting = [
    takeAllowance(db, { day, name: 'referral', amount: 1, most: 1_000_00 }).compile(),
    compileAuditRows(db, [{ actor: 'user:meera', action: 'add-credits', details: {} }]),
    ...Object.values(locks).map(({ id }) => sql`select pg_advisory_xact_lock(${id})`.compile(db)),
  ];
  const held = await holdEverything(['admin:meera']);
  let blocked = commands.length;
  const later = commands.map((send, i) =>
    send([meeting[i % meeting.length]!]).finally(() => (blocked -= 1)),
  );
  try {
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all(
        walletIds.flatMap((id) => [
          placeHold(id),
          placeHold(id, sql`select 1`.compile(db)),
          topUp(id),
        ]),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(24);
    }
    expect(blocked).toBe(commands.length);
  } finally {
    await held.release();
  }
  const outcomes = await Promise.all(later);
  expect(types.filter((_, i) => !outcomes[i]!.ok)).toEqual([]);
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
