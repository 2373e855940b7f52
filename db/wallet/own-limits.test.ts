// The ledger's decision enforces a user's own monthly cap.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '@sachet/shared/ledger/command';
import { istMonth } from '@sachet/shared/time';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { profileStatements, readProfile } from '../people/profiles.ts';
import { brokenInvariants } from '../testing/ledger-checks.ts';
import { accept, createTestLedger, type TestLedger } from '../testing/ledger-story.ts';
import { setOwnLimits } from './own-limits.ts';
import { openWallet } from './wallets.ts';

let books: TestLedger;
let elsewhere: Ledger;

beforeAll(async () => {
  books = await createTestLedger();
  elsewhere = createLedger({ connectionString: books.database.appUrl });
});

afterAll(async () => {
  expect(await brokenInvariants(books.owner)).toEqual([]);
  await elsewhere.close();
  await books.close();
  await books.database.drop();
});

/** Creates a user with ₹1,000 and that cap. */
async function createSpender(monthlyCapPaise: number): Promise<{ uid: string; walletId: string }> {
  const uid = `u_${randomUUID()}`;
  const walletId = await openWallet(books.db, { kind: 'user', id: uid });
  const [insertion] = profileStatements(books.db, {
    uid,
    walletId,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: null,
    email: null,
    emailVerified: false,
    signUpId: uid,
    bonusWithheld: null,
    founds: null,
  });
  await books.db.executeQuery(insertion!);
  const bonus = { idempotencyKey: 'bonus', actor: 'system', amountPaise: 1_000_00 } as const;
  await accept(books.ledger, { type: 'CreditSignupBonus', walletId, ...bonus });
  await setOwnLimits(books.db, { uid, monthlyCapPaise, lowBalancePaise: undefined });
  return { uid, walletId };
}

type Spender = Awaited<ReturnType<typeof createSpender>>;

interface Purchase {
  readonly amountPaise: number;
  readonly end: 'capture' | 'void' | 'charge';
}

/**
 * Buys as two servers do: with a hold that is captured or released, or with a charge. Returns the first
 * refusal.
 */
async function buy(
  ledger: Ledger,
  { uid, walletId }: Spender,
  { amountPaise, end }: Purchase,
): Promise<string | null> {
  const holdId = randomUUID();
  const of = { walletId, actor: `user:${uid}` } as const;
  const spending = { amountPaise, tool: 'image', memberUid: uid } as const;
  const first: Command =
    end === 'charge'
      ? { ...of, ...spending, type: 'Charge', idempotencyKey: holdId }
      : {
          ...of,
          ...spending,
          type: 'PlaceHold',
          holdId,
          idempotencyKey: `hold:${holdId}`,
          expiresAtMs: Date.now() + 600_000,
        };
  const outcome = await ledger.append(first);
  if (!outcome.ok) return outcome.refusal;
  if (end === 'capture') {
    const capture = { ...of, type: 'CaptureHold', holdId } as const;
    await accept(ledger, { ...capture, idempotencyKey: `capture:${holdId}` });
  }
  if (end === 'void') {
    await accept(ledger, { ...of, type: 'VoidHold', holdId, idempotencyKey: `void:${holdId}` });
  }
  return null;
}

/** The highest and the last sum of the month's charged and held paise. */
async function readSpending({ walletId, uid }: Spender): Promise<{ most: number; last: number }> {
  const { rows } = await books.owner.query<{ used: number }>(
    `select sum(held_paise - amount_paise) over (order by seq)::bigint as used
     from ledger_event where wallet_id = $1 and member_uid = $2 and budget_month = $3 order by seq`,
    [walletId, uid, istMonth(Date.now())],
  );
  const used = rows.map((row) => Number(row.used));
  return { most: Math.max(0, ...used), last: used.at(-1) ?? 0 };
}

const purchases = fc.array(
  fc.record({
    amountPaise: fc.constantFrom(6_00, 45_00, 75_00, 98_00),
    end: fc.constantFrom('capture' as const, 'void' as const, 'charge' as const),
  }),
  { minLength: 4, maxLength: 24 },
);

test('concurrent purchases through two servers never exceed the monthly cap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400_00 }),
      purchases,
      async (monthlyCapPaise, asked) => {
        const spender = await createSpender(monthlyCapPaise);
        const refusals = await Promise.all(
          asked.map((purchase, i) => buy(i % 2 ? elsewhere : books.ledger, spender, purchase)),
        );
        const { most, last } = await readSpending(spender);
        expect(most).toBeLessThanOrEqual(monthlyCapPaise);
        for (const refusal of refusals) {
          expect([null, 'budget_exceeded', 'insufficient_funds']).toContain(refusal);
        }
        const profile = await readProfile(books.db, spender.uid);
        expect(profile).toMatchObject({ budget_paise: monthlyCapPaise });
        expect(profile?.spent_this_month_paise).toBe(last);
      },
    ),
    { numRuns: 25 },
  );
});

test('a lowered cap applies to every purchase that is decided after the change', async () => {
  const spender = await createSpender(0);
  const one: Purchase = { amountPaise: 6_00, end: 'charge' };
  const racing = Array.from({ length: 40 }, (_, i) =>
    buy(i % 2 ? elsewhere : books.ledger, spender, one),
  );
  const limits = { uid: spender.uid, lowBalancePaise: undefined };
  await setOwnLimits(books.db, { ...limits, monthlyCapPaise: 60_00 });
  const later = await Promise.all(
    Array.from({ length: 20 }, (_, i) => buy(i % 2 ? elsewhere : books.ledger, spender, one)),
  );
  const outcomes = [...(await Promise.all(racing)), ...later];
  const won = outcomes.filter((refusal) => refusal === null).length;
  const { most, last } = await readSpending(spender);
  expect(most).toBe(last);
  expect(last).toBe(won * 6_00);
  // After ₹60 are spent, no purchase succeeds under the lower cap. Purchases before the change may exceed it.
  const wonLater = later.filter((refusal) => refusal === null).length;
  expect(wonLater).toBeLessThanOrEqual(10);
  expect(wonLater === 0 || last <= 60_00).toBe(true);

  expect(await buy(books.ledger, spender, { ...one, amountPaise: 60_00 })).toBe('budget_exceeded');
  await setOwnLimits(books.db, { ...limits, monthlyCapPaise: 0 });
  expect(await buy(elsewhere, spender, { ...one, amountPaise: 60_00 })).toBeNull();
});

test('the cap and the low balance are changed independently', async () => {
  const { uid } = await createSpender(300_00);
  await setOwnLimits(books.db, { uid, monthlyCapPaise: undefined, lowBalancePaise: 100_00 });
  expect(await readProfile(books.db, uid)).toMatchObject({
    budget_paise: 300_00,
    low_balance_paise: 100_00,
  });
  await setOwnLimits(books.db, { uid, monthlyCapPaise: 0, lowBalancePaise: undefined });
  expect(await readProfile(books.db, uid)).toMatchObject({
    budget_paise: 0,
    low_balance_paise: 100_00,
  });
});

test('each change of a cap writes an audit row with its actor, also a change by hand', async () => {
  const { uid, walletId } = await createSpender(100_00);
  await setOwnLimits(books.db, { uid, monthlyCapPaise: 200_00, lowBalancePaise: undefined });
  await setOwnLimits(books.db, { uid, monthlyCapPaise: 200_00, lowBalancePaise: undefined });
  await sql`update member_budget set budget_paise = 0 where wallet_id = ${walletId}`.execute(
    books.db,
  );
  const { rows } = await books.owner.query(
    `select actor, details ->> 'fromPaise' as from, details ->> 'paise' as to from admin_audit
     where action = 'set-budget' and target_uid = $1 order by id`,
    [uid],
  );
  expect(rows).toEqual([
    { actor: `user:${uid}`, from: null, to: '10000' },
    { actor: `user:${uid}`, from: '10000', to: '20000' },
    { actor: expect.stringMatching(/^login:/), from: '20000', to: '0' },
  ]);
});
