// Gift codes against a real database: racing redemptions, and the limit of one admin.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  endGiftCode,
  insertGiftCode,
  newGiftCode,
  toGiftCodeHash,
} from '@sachet/db/people/gift-codes';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { readRefundable } from '@sachet/db/payments/refunds';
import { createTestLedger, type TestLedger } from '@sachet/db/testing/ledger-story';
import { hourMs } from '@sachet/shared/time';
import { redeemGiftCode, type GiftOutcome } from './gift-code.ts';
import { signUp } from './sign-up.ts';

let books: TestLedger;
let other: Ledger;
let maker: Person;

beforeAll(async () => {
  books = await createTestLedger();
  other = createLedger({ connectionString: books.database.appUrl });
  await books.owner.query('update credits_limit set limit_paise = 9e15');
  maker = await enter();
});
afterAll(async () => {
  await other.close();
  await books.close();
  await books.database.verify();
  await books.database.drop();
});

type Person = Awaited<ReturnType<typeof enter>>;

let people = 0;
async function enter() {
  people += 1;
  const { profile } = await signUp(books, {
    uid: `u_${randomBytes(6).toString('hex')}`,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: `+9196${String(people).padStart(8, '0')}`,
    email: null,
    emailVerified: false,
    organizationName: null,
  });
  return { uid: profile.uid, walletId: profile.wallet_id };
}

async function make(change: { uses?: number; amountPaise?: number; hours?: number } = {}) {
  const { uses = 1, amountPaise = 100_00, hours = 1 } = change;
  const code = newGiftCode();
  const { id } = await insertGiftCode(books.db, {
    proposalId: null,
    codeHash: toGiftCodeHash(code),
    uses,
    amountPaise,
    note: 'for a fair',
    expiresAt: new Date(Date.now() + hours * hourMs),
    madeBy: maker.uid,
  });
  return { id, code };
}

const redeem = (code: string, { uid, walletId }: Person, ledger = books.ledger) =>
  redeemGiftCode({ db: books.db, ledger }, { code, uid, walletId });

const toWord = (outcome: GiftOutcome) => (outcome.ok ? 'ok' : outcome.refusal);

async function readGifts(walletId: string): Promise<number[]> {
  const { rows } = await books.owner.query(
    `select amount_paise from ledger_event where wallet_id = $1 and kind = 'GiftCodeRedeemed'`,
    [walletId],
  );
  return rows.map(({ amount_paise: paise }) => paise);
}

it('a code is worth its amount once per account, in any spelling, and is never refunded', async () => {
  const { code } = await make({ uses: 5 });
  const person = await enter();
  const spelled = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')} `;
  expect(await redeem(spelled, person)).toMatchObject({ ok: true, amountPaise: 100_00 });
  expect(toWord(await redeem(code, person))).toBe('redeemed');
  expect(await readGifts(person.walletId)).toEqual([100_00]);
  expect(await readRefundable(books.db, person.walletId)).toBe(0);
});

it('a code is stored only as a digest', async () => {
  const { id, code } = await make();
  const { rows } = await books.owner.query('select * from gift_code where id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(rows[0].code_hash).toEqual(toGiftCodeHash(code));
});

it('unknown, expired, ended, used-up and own codes are refused and change nothing', async () => {
  const person = await enter();
  const [expired, ended, used] = [await make({ hours: -1 }), await make(), await make()];
  await endGiftCode(books.db, ended.id);
  await redeem(used.code, await enter());
  const codes = [newGiftCode(), expired.code, ended.code, used.code];
  const refusals = [];
  for (const code of codes) refusals.push(toWord(await redeem(code, person)));
  expect(refusals).toEqual(['unknown', 'expired', 'expired', 'used_up']);
  expect(toWord(await redeem((await make()).code, maker))).toBe('own_code');
  expect(await readGifts(person.walletId)).toEqual([]);
  expect(await readGifts(maker.walletId)).toEqual([]);
});

it('racing redemptions in two processes use a code exactly as often as it may be used', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 3 }),
    async (uses, count, times) => {
      const { id, code } = await make({ uses });
      const persons: Person[] = [];
      for (let i = 0; i < count; i += 1) persons.push(await enter());
      const outcomes = await Promise.all(
        persons.flatMap((person) =>
          Array.from({ length: times }, (_, i) =>
            redeem(code, person, i % 2 === 0 ? books.ledger : other),
          ),
        ),
      );
      const gifts = (await Promise.all(persons.map(({ walletId }) => readGifts(walletId)))).flat();
      expect(gifts).toEqual(Array(Math.min(uses, count)).fill(100_00));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(gifts.length);
      const { rows } = await books.owner.query('select used from gift_code where id = $1', [id]);
      expect(rows).toEqual([{ used: gifts.length }]);
    },
  );
  await fc.assert(property, { numRuns: 4 });
});

it('one admin makes codes for no more than one admin may give alone, with credits counted', async () => {
  await books.owner.query('update credits_limit set limit_paise = 100000');
  maker = await enter();
  const person = await enter();
  await books.ledger.append({
    type: 'AdjustByAdmin',
    walletId: person.walletId,
    idempotencyKey: 'k',
    actor: `admin:${maker.uid}`,
    amountPaise: 400_00,
    reason: 'an apology',
  });
  await expect(make({ uses: 7 })).rejects.toMatchObject({ constraint: 'gift_code_limit' });
  await make({ uses: 6 });
  await expect(make({ amountPaise: 1_00 })).rejects.toMatchObject({
    constraint: 'gift_code_limit',
  });
  // And codes count for credits.
  const more = books.ledger.append({
    type: 'AdjustByAdmin',
    walletId: person.walletId,
    idempotencyKey: 'k2',
    actor: `admin:${maker.uid}`,
    amountPaise: 1_00,
    reason: 'more',
  });
  await expect(more).rejects.toMatchObject({ constraint: 'credit_needs_approval' });
});
