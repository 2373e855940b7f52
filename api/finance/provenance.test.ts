// Finance traces payments to purchases, and purchases to payments.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type {
  ProvenanceOfEvent,
  ProvenanceOfGeneration,
  ProvenanceOfSettlement,
  ProvenanceUse,
  Unspent,
} from '@sachet/shared/finance/contracts/admin-provenance';
import { istDay, addDays } from '@sachet/shared/time';
import { pageTokens } from '../http/page-token.ts';
import { createCustomer, type AnyBody, type Customer } from '../testing/client.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type SharedStack } from '../testing/stack.ts';

let open: SharedStack;
let finance: Customer;
beforeAll(async () => {
  open = await shareStack();
  finance = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
});
afterAll(() => open?.stop());

const ask = <Body>(what: string) => finance.send<Body & AnyBody>(`/api/admin/provenance/${what}`);

async function pay(customer: Customer, rupees: number): Promise<string> {
  const payer = createPayer(customer);
  const { orderId } = await payer.order(rupees);
  const paymentId = await openCounter(open.stack.razorpayUrl).pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).body.status).toBe('credited');
  return paymentId;
}

/** Imports a settlement of this payment, in the format of the dashboard's export. */
async function settle(paymentId: string, rupees: number, utr: string): Promise<void> {
  const day = istDay(Date.now());
  const [made, settled] = [day, addDays(day, 2)].map((each) =>
    each.split('-').toReversed().join('/'),
  );
  const file =
    'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,' +
    'entity_created_at,settlement_id,settled_at,settlement_utr\n' +
    `payment,${paymentId},${rupees}.00,INR,0,0,0,${rupees}.00,${made} 10:20:30,setl_${utr},${settled} 18:00:00,${utr}\n`;
  const sent = { raw: file, headers: { 'content-type': 'text/csv' } };
  const { status } = await finance.send('/api/admin/settlements/file', sent);
  expect(status).toBe(201);
}

test('a picture names the bonus, the payment and the bank reference that paid for it, and each of them names the picture', async () => {
  const customer = await createCustomer(open.stack);
  const paymentId = await pay(customer, 500);
  const utr = `utr${paymentId}`;
  await settle(paymentId, 500, utr);
  // The bonus of ₹250 is spent first; the payment covers the rest.
  const generations: string[] = [];
  let spent = 0;
  while (spent <= 250) {
    const preview = await customer.preview();
    const { status } = await customer.unlock(preview);
    expect(status).toBe(200);
    generations.push(preview.generationId);
    spent = 750 - (await customer.wallet()).walletBalance;
  }
  const { body } = await ask<ProvenanceOfGeneration>(`generation?id=${generations.at(-1)}`);
  const [funding] = body.charges;
  expect(body.charges).toHaveLength(1);
  expect(funding).toMatchObject({ givenBack: 0, owed: 0, taking: { tool: 'image' } });
  expect(funding!.parts.map(({ credit }) => credit.kind)).toEqual(
    funding!.taken > spent - 250 ? ['SignupBonusCredited', 'TopUpCredited'] : ['TopUpCredited'],
  );
  const paid = funding!.parts.at(-1)!;
  expect(paid).toMatchObject({
    amount: spent - 250,
    credit: { isPaid: true, paymentId, credited: 500, settlements: [{ utr }] },
  });

  const use = (await ask<ProvenanceUse>(`payment?id=${paymentId}`)).body;
  expect(use).toMatchObject({
    unspent: 750 - spent,
    went: { bought: spent - 250, refunded: 0, disputed: 0 },
    items: [{ amount: spent - 250, taking: { generationId: generations.at(-1) } }],
    next: null,
  });
  const { walletId, seq } = use.credit;
  const ofCredit = await ask<ProvenanceOfEvent>(`event?wallet=${walletId}&seq=${seq}`);
  expect(ofCredit.body).toEqual({ funding: null, use });
  const { taking } = funding!;
  const ofCharge = await ask<ProvenanceOfEvent>(`event?wallet=${walletId}&seq=${taking.seq}`);
  expect(ofCharge.body).toEqual({ funding, use: null });
  const ofHold = await ask<ProvenanceOfEvent>(`event?wallet=${walletId}&seq=${taking.seq - 1}`);
  expect(ofHold.body).toEqual({ funding: null, use: null });

  const settled = (await ask<ProvenanceOfSettlement>(`settlement?utr=${utr}`)).body;
  expect(settled).toMatchObject({
    payments: 1,
    credited: 500,
    items: [{ amount: spent - 250, credit: { paymentId }, taking: { seq: taking.seq } }],
    next: null,
  });
  // Bank lines and exceptions show references in upper case.
  const asShown = await ask<ProvenanceOfSettlement>(`settlement?utr=${utr.toUpperCase()}`);
  expect(asShown.body).toEqual(settled);
});

test('unspent money is listed by kind, now and at an earlier time', async () => {
  const before = (await ask<Unspent>('unspent')).body;
  const customer = await createCustomer(open.stack);
  await pay(customer, 300);
  const { walletId } = await customer.wallet();
  // A request for one of the wallet's events computes the wallet immediately, before the worker does.
  await ask(`event?wallet=${walletId}&seq=1`);
  const now = (await ask<Unspent>('unspent')).body;
  expect(now.paid).toBeGreaterThanOrEqual(before.paid + 300);
  const then = `unspent?at=${encodeURIComponent(before.at)}`;
  expect((await ask<Unspent>(then)).body).toMatchObject({ at: before.at });
  expect((await ask<Unspent>('unspent?at=2020-01-01T00:00:00Z')).body).toMatchObject({
    paid: 0,
    bonus: 0,
    owed: 0,
  });
});

describe('provenance refuses contradictory or invalid parameters', () => {
  test.each([
    ['event?wallet=wal_none&seq=1', 'not_found', undefined],
    ['payment?id=pay_none', 'not_found', undefined],
    ['settlement?utr=none&after=nonsense', 'invalid', 'after'],
    ['unspent?at=2199-01-01T00:00:00Z', 'invalid', 'at'],
  ] as const)('provenance refuses the request %s', async (what, code, field) => {
    expectRefusal(await ask(what), code, field);
  });

  test('provenance refuses the page token of another list', async () => {
    const customer = await createCustomer(open.stack);
    const { walletId } = await customer.wallet();
    const token = pageTokens('users', z.unknown()).write({ seq: 2, ordinal: 3 }, {});
    expectRefusal(await ask(`event?wallet=${walletId}&seq=1&after=${token}`), 'invalid', 'after');
  });
});
