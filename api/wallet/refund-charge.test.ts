import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { insertWalletClosings } from '@sachet/db/wallet/closings';
import type { AdminLedgerEventDetail } from '@sachet/shared/ledger/contracts/admin-ledger';
import type { AdminProposal } from '@sachet/shared/admin/contracts/admin-proposals';
import type { ProvenanceOfEvent } from '@sachet/shared/finance/contracts/admin-provenance';
import type { ApiError } from '@sachet/shared/contracts/error';
import type { Command } from '@sachet/shared/ledger/command';
import { createCustomer, type Customer } from '../testing/client.ts';
import { addMember, answerInvitation, foundOrganization } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
let ledger: Ledger;
let finance: Customer;
let admin: Customer;
let second: Customer;
beforeAll(async () => {
  open = await openAdministeredStack();
  [admin, second] = open.admins;
  ledger = createLedger({ connectionString: open.stack.database.appUrl });
  finance = await createFinance();
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await ledger?.close();
  await open?.stop();
});

type DistributiveOmit<T, Name extends PropertyKey> = T extends unknown ? Omit<T, Name> : never;

async function createFinance(): Promise<Customer> {
  const person = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [person.uid]);
  return person;
}

async function append(command: DistributiveOmit<Command, 'idempotencyKey'>): Promise<number> {
  const outcome = await ledger.append({ ...command, idempotencyKey: randomUUID() });
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal}`);
  return outcome.event.seq;
}

interface Charge {
  readonly customer: Customer;
  readonly wallet: string;
  readonly seq: number;
}

/** ₹250 of bonus and a payment pay a charge. */
async function charge(rupees: number, spender?: Customer): Promise<Charge> {
  const customer = spender ?? (await createCustomer(open.stack));
  const wallet = (await customer.wallet()).walletId;
  const id = randomUUID();
  const paid = { orderId: `ord_${id}`, paymentId: `pay_${id}`, amountPaise: 10_000_00 };
  await append({ type: 'CreditTopUp', walletId: wallet, actor: 'gateway:razorpay', ...paid });
  const seq = await append({
    type: 'Charge',
    walletId: wallet,
    actor: `user:${customer.uid}`,
    tool: 'chat',
    memberUid: customer.uid,
    amountPaise: rupees * 100,
  });
  return { customer, wallet, seq };
}

const refund = (
  { wallet, seq }: Pick<Charge, 'wallet' | 'seq'>,
  amount: number,
  { by = finance, key = randomUUID() as string, reason = 'the reply was cut off' } = {},
) =>
  by.send<ApiError & { refundable: number; proposal: AdminProposal | null }>(
    '/api/admin/ledger/refund-charge',
    { json: { wallet, seq, amount, reason }, headers: { 'idempotency-key': key } },
  );

const refunds = ({ wallet }: Charge) =>
  open.books.query<{ amount_paise: number; actor: string; reverses_seq: number; reason: string }>(
    `select amount_paise, actor, reverses_seq, reason from ledger_event
      where wallet_id = $1 and kind = 'ChargeRefunded' order by seq`,
    [wallet],
  );

const sumPaise = (events: { amount_paise: number }[]) =>
  events.reduce((sum, { amount_paise: paise }) => sum + paise, 0);

const decide = (by: Customer, { proposalId }: AdminProposal, decision = 'approve') =>
  by.send<AdminProposal & ApiError>('/api/admin/proposals', { json: { proposalId, decision } });

test('finance refunds a part of a charge and then the rest below one rupee, each as one event with an audit row', async () => {
  const bought = await charge(300);
  const { customer, wallet, seq } = bought;
  const before = (await customer.wallet()).walletBalance;
  const first = await refund(bought, 299.5);
  expect([first.status, first.body]).toEqual([200, { refundable: 0.5, proposal: null }]);
  expectRefusal(await refund(bought, 0.51), 'invalid', 'amount');
  expect((await refund(bought, 0.5)).body).toMatchObject({ refundable: 0 });
  expect((await customer.wallet()).walletBalance).toBe(before + 300);
  const event = {
    actor: `admin:${finance.uid}`,
    reverses_seq: seq,
    reason: 'the reply was cut off',
  };
  expect(await refunds(bought)).toEqual([
    { amount_paise: 299_50, ...event },
    { amount_paise: 50, ...event },
  ]);
  expect(await open.trail(customer.uid)).toMatchObject(
    [299_50, 50].map((amountPaise) => ({
      actor: `user:${finance.uid}`,
      action: 'refund-charge',
      details: { walletId: wallet, chargeSeq: seq, amountPaise },
    })),
  );
  const path = `/api/admin/ledger/event?wallet=${wallet}`;
  const { body } = await finance.send<AdminLedgerEventDetail>(`${path}&seq=${seq}`);
  expect(body).toMatchObject({ refundable: 0, reversedBy: [{ amount: 299.5 }, { amount: 0.5 }] });
  const last = await finance.send<AdminLedgerEventDetail>(`${path}&seq=${seq + 1}`);
  expect(last.body).toMatchObject({ refundable: null, adminAction: { action: 'refund-charge' } });
});

test('concurrent refunds never return more than the charge', async () => {
  const bought = await charge(75);
  const answers = await Promise.all(Array.from({ length: 12 }, () => refund(bought, 10)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectRefusal(answer, 'invalid', 'amount');
  }
  expect(sumPaise(await refunds(bought))).toBe(70_00);
});

test('concurrent requests with one key refund once, and later ones return the same answer', async () => {
  const bought = await charge(75);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(bought, 75, { key })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await refund(bought, 75, { key })).status).toBe(200);
  expectRefusal(await refund(bought, 70, { key }), 'idempotency_conflict');
  expect(await refunds(bought)).toMatchObject([{ amount_paise: 75_00 }]);
});

test('a refund returns to the bonus and the payment that paid the charge', async () => {
  // The charge took ₹250 of bonus and ₹50 of the payment; the payment is given back first.
  const bought = await charge(300);
  const { wallet, seq } = bought;
  await refund(bought, 80);
  const { body } = await finance.send<ProvenanceOfEvent>(
    `/api/admin/provenance/event?wallet=${wallet}&seq=${seq + 1}`,
  );
  expect(body.funding).toMatchObject({
    taken: 300,
    givenBack: 80,
    parts: [{ credit: { kind: 'SignupBonusCredited' }, amount: 220 }],
  });
});

test('a refund above the limit waits for a second super admin, who is not the person of finance', async () => {
  const bought = await charge(6_000);
  const { customer, wallet, seq } = bought;
  const before = (await customer.wallet()).walletBalance;
  const key = randomUUID();
  const { status, body } = await refund(bought, 5_500, { key });
  expect([status, body]).toMatchObject([
    202,
    {
      refundable: 6_000,
      proposal: { kind: 'refund', walletId: wallet, chargeSeq: seq, amount: 5_500, target: 'user' },
    },
  ]);
  const proposal = body.proposal!;
  expect((await refund(bought, 5_500, { key })).body.proposal).toEqual(proposal);
  expectRefusal(await refund(bought, 5_501, { key }), 'idempotency_conflict');
  expectRefusal(await refund(bought, 6_000.01), 'invalid', 'amount');
  expectRefusal(await decide(finance, proposal), 'forbidden');

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => decide(i % 2 ? admin : second, proposal)),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect((await customer.wallet()).walletBalance).toBe(before + 5_500);
  expect(await refunds(bought)).toMatchObject([
    { amount_paise: 5_500_00, actor: `admin:${finance.uid}`, reverses_seq: seq },
  ]);
  const details = { proposalId: proposal.proposalId, chargeSeq: seq, amountPaise: 5_500_00 };
  expect(await open.trail(customer.uid)).toMatchObject([
    { actor: `user:${finance.uid}`, action: 'propose-refund', details },
    { action: 'approve-refund', details },
  ]);
});

test('an approval that would refund more than the charge is refused', async () => {
  const bought = await charge(6_000);
  const { body } = await refund(bought, 6_000);
  expect((await refund(bought, 1, { by: await createFinance() })).status).toBe(200);
  expectRefusal(await decide(admin, body.proposal!), 'wrong_state');
  expect(sumPaise(await refunds(bought))).toBe(1_00);
});

test('what one person refunds and credits alone in a day adds up, in the database too', async () => {
  const person = await createFinance();
  const bought = await charge(6_000);
  expect((await refund(bought, 3_000, { by: person })).status).toBe(200);
  expect((await refund(bought, 2_500, { by: person })).status).toBe(202);
  const alone = append({
    type: 'RefundCharge',
    walletId: bought.wallet,
    chargeSeq: bought.seq,
    amountPaise: 2_500_00,
    actor: `admin:${person.uid}`,
    reason: 'written past the route',
  });
  await expect(alone).rejects.toThrow('exceeds what one admin may adjust alone');
});

test('a proposal for one charge refunds no other', async () => {
  const bought = await charge(3_000);
  const other = await charge(3_000, bought.customer);
  const person = await createFinance();
  await refund(other, 2_900, { by: person });
  const { body } = await refund(bought, 2_900, { by: person });
  const { proposalId } = body.proposal!;
  const outcome = ledger.append({
    type: 'RefundCharge',
    walletId: bought.wallet,
    chargeSeq: other.seq,
    amountPaise: 100_00,
    actor: `admin:${person.uid}`,
    idempotencyKey: `credit-proposal:${proposalId}`,
  });
  await expect(outcome).rejects.toThrow('is not an approved proposal');
});

test('an admin neither refunds nor approves refunds of a wallet that they can spend from, and never joins one that they refunded', async () => {
  expectRefusal(await refund(await charge(10, finance), 1), 'forbidden');
  const { body } = await refund(await charge(6_000, second), 6_000, { by: await createFinance() });
  expectRefusal(await decide(second, body.proposal!), 'forbidden');
  const founder = await foundOrganization(open.stack);
  const shared = await charge(20, await addMember(open.stack, founder));
  expect((await refund(shared, 1, { by: admin })).status).toBe(200);
  expect((await founder.invite(admin.email!)).status).toBe(200);
  expectRefusal(await answerInvitation(admin, 'accept'), 'forbidden');
});

test('a refund is refused for bad amounts, other events, closed wallets and people without the role', async () => {
  const bought = await charge(10);
  for (const amount of [0, -1, 1.005, 500_001]) {
    expectRefusal(await refund(bought, amount), 'invalid', 'amount');
  }
  expectRefusal(await refund(bought, 1, { reason: ' ' }), 'invalid', 'reason');
  expectRefusal(await refund({ ...bought, seq: 1 }, 1), 'not_found');
  expectRefusal(await refund({ ...bought, wallet: 'wal_other' }, 1), 'not_found');
  expectRefusal(await refund(bought, 1, { by: bought.customer }), 'forbidden');
  const db = createKysely(createPool(open.stack.database.appUrl));
  const { uid } = bought.customer;
  await db.transaction().execute((trx) => insertWalletClosings(trx, { uid, remainder: 'give_up' }));
  await db.destroy();
  expectRefusal(await refund(bought, 1), 'wrong_state');
  expect(await refunds(bought)).toEqual([]);
});
