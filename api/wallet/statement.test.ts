import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { createStory } from '@sachet/db/testing/ledger-story';
import { Statement, StatementKind } from '@sachet/shared/wallet/contracts/statement';
import type { Command } from '@sachet/shared/ledger/command';
import { EventKind } from '@sachet/shared/ledger/event';
import { createCustomer, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { toCallback, openCounter, createPayer } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let ledger: Ledger;
beforeAll(async () => {
  open = await shareStack();
  ledger = createLedger({ connectionString: open.stack.database.appUrl });
});
afterAll(async () => {
  await ledger?.close();
  await open?.stop();
});

async function append(command: Command): Promise<number> {
  const outcome = await ledger.append(command);
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal}`);
  return outcome.event.seq;
}

const adjust = (walletId: string, amountPaise: number, reason = 'a test') =>
  append({
    type: 'AdjustByAdmin',
    walletId,
    amountPaise,
    reason,
    actor: 'test',
    idempotencyKey: randomUUID(),
  });

const spend = (walletId: string, memberUid: string, more: { conversationId?: string } = {}) =>
  append({
    type: 'Charge',
    walletId,
    memberUid,
    amountPaise: 10_00,
    tool: 'chat',
    actor: 'test',
    idempotencyKey: randomUUID(),
    ...more,
  });

async function readStatement(customer: Customer, query = ''): Promise<Statement> {
  const { status, body } = await customer.send<Statement>(`/api/statement${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return Statement.parse(body);
}

const toSeqs = ({ items: rows }: Statement) => rows.map(({ seq }) => seq);

describe('the contents of a row', () => {
  test('a row of a bought image or text has tool, provider, size and balances', async () => {
    const customer = await createCustomer(open.stack);
    const image = await customer.preview({ provider: 'google' });
    expect((await customer.unlock(image, 512)).body).toMatchObject({ charged: 45 });
    const answer = await customer.preview({ mode: 'general', provider: 'openai' });
    expect((await customer.unlockText(answer)).status).toBe(200);
    const paid = answer.cost!;

    const statement = await readStatement(customer);
    const member = { uid: customer.uid, name: 'Test Person' };
    const bought = { tool: 'image', mode: 'image', provider: 'google', finalSize: 512, member };
    expect(statement.items).toMatchObject([
      {
        seq: 4,
        kind: 'Charged',
        amount: -paid,
        held: 0,
        balanceAfter: 205 - paid,
        tool: 'general',
        mode: 'general',
        provider: 'openai',
        finalSize: null,
        generationId: answer.generationId,
        member,
      },
      { ...bought, seq: 3, kind: 'HoldCaptured', amount: -45, held: -45, balanceAfter: 205 },
      { ...bought, seq: 2, kind: 'HoldPlaced', amount: 0, held: 45, heldAfter: 45 },
      { seq: 1, kind: 'SignupBonusCredited', amount: 250, tool: null, member: null },
    ]);
    expect(statement.totals).toEqual({ events: 4, in: 250, out: 45 + paid });
    expect(statement).toMatchObject({ balance: 205 - paid, held: 0, next: null });

    const { walletId } = await customer.wallet();
    await append({
      type: 'RefundCharge',
      walletId,
      chargeSeq: 3,
      amountPaise: 5_00,
      actor: 'test',
      reason: 'cut off',
      idempotencyKey: 'refund',
    });
    const { items: rows } = await readStatement(customer, '?kind=corrections');
    const refund = {
      ...bought,
      seq: 5,
      kind: 'ChargeRefunded',
      amount: 5,
      refundOf: 45,
      reason: 'cut off',
    };
    expect(rows).toMatchObject([refund]);
  });

  test('a row of a chat reply has its conversation and provider', async () => {
    const customer = await createCustomer(open.stack);
    const { walletId } = await customer.wallet();
    const id = `con_${randomUUID()}`;
    await open.books.query(
      `insert into conversation (id, uid, provider, language, title, model_id, model_label)
       values ($1, $2, 'openai', 'en', 'Kites', 'gpt-6.2-sol', 'GPT-6.2 Sol')`,
      [id, customer.uid],
    );
    await spend(walletId, customer.uid, { conversationId: id });
    const { items: rows } = await readStatement(customer, '?kind=spent');
    const about = { tool: 'chat', provider: 'openai', mode: null, generationId: null };
    expect(rows).toMatchObject([{ ...about, conversationId: id, amount: -10 }]);
  });
});

test("every kind of event is in exactly one group, and the groups' totals add up", async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  // `createStory` counts events from 1: the customer's own bonus is already there.
  for (const command of createStory(walletId, 0).slice(1)) await append(command);
  const clear = { type: 'ClearWallet', to: 'promotions', reason: 'closed' } as const;
  await append({ ...clear, walletId, idempotencyKey: 'clear', actor: 'worker', amountPaise: 1_00 });
  const paid = { walletId, actor: 'gateway', paymentId: `pay_${walletId}` } as const;
  await append({ ...paid, type: 'ReturnRefund', idempotencyKey: 'returned', amountPaise: 1_00 });
  const correct = { type: 'CorrectPayment', reason: 'less was paid', amountPaise: -1_00 } as const;
  await append({ ...paid, ...correct, idempotencyKey: 'correct' });
  const gift = { walletId, actor: 'worker', amountPaise: 1_00 } as const;
  await append({ ...gift, type: 'CreditReferral', idempotencyKey: 'referral' });
  await append({ ...gift, type: 'RedeemGiftCode', idempotencyKey: 'gift-code' });
  const own = { walletId, actor: `user:${customer.uid}` } as const;
  const locked = { amountPaise: 1_00, lockedPaise: 1_00 } as const;
  await append({ ...own, ...locked, type: 'CreditSignupBonus', idempotencyKey: 'locked' });
  await append({ ...own, type: 'ReleaseBonus', reason: 'verified', idempotencyKey: 'verified' });
  const whole = await readStatement(customer);
  expect(new Set(whole.items.map(({ kind }) => kind))).toEqual(new Set(EventKind.options));
  const groups = await Promise.all(
    StatementKind.options.map((kind) => readStatement(customer, `?kind=${kind}`)),
  );
  const seqs = groups.flatMap(toSeqs).sort((a, b) => b - a);
  expect(seqs).toEqual(toSeqs(whole));
  const sum = (part: 'events' | 'in' | 'out') =>
    groups.reduce((total, { totals }) => total + totals[part], 0);
  expect({ events: sum('events'), in: sum('in'), out: sum('out') }).toEqual(whole.totals);
  expect(whole.totals.in - whole.totals.out).toBe(whole.balance);
  expect(whole.held).toBe(20);
  const kinds = (group: number) =>
    [...new Set(groups[group]!.items.map(({ kind }) => kind))].sort();
  expect(kinds(0)).toEqual([
    'GiftCodeRedeemed',
    'ReferralCredited',
    'SignupBonusCredited',
    'TopUpCredited',
  ]);
  expect(kinds(1)).toEqual(['Charged', 'HoldCaptured']);
  expect(kinds(2)).toEqual(['BonusReleased', 'HoldExpired', 'HoldPlaced', 'HoldVoided']);
  const release = { type: 'VoidHold', reason: 'end of the test' } as const;
  const holdId = `hold_${walletId}_open`;
  await append({ ...release, walletId, holdId, idempotencyKey: `void:${holdId}`, actor: 'worker' });
});

describe('days', () => {
  let customer: Customer;
  beforeAll(async () => {
    customer = await createCustomer(open.stack);
    const { walletId } = await customer.wallet();
    // The next event is recorded at this moment, because a wallet's clock never runs backwards.
    for (const moment of [
      '2031-03-09T18:30:00.000Z', // 2: first of 10 March in India
      '2031-03-10T18:29:59.999Z', // 3: last of 10 March
      '2031-03-10T18:30:00.000Z', // 4: first of 11 March
      '2031-03-12T12:00:00.000Z', // 5
    ]) {
      await open.books.query('update wallet set recorded_at = $1 where id = $2', [
        moment,
        walletId,
      ]);
      await adjust(walletId, 1_00);
    }
  });

  test.each([
    ['?from=2031-03-10', [5, 4, 3, 2]],
    ['?to=2031-03-10', [3, 2, 1]],
    ['?from=2031-03-10&to=2031-03-10', [3, 2]],
    ['?from=0001-01-01&to=9999-12-31', [5, 4, 3, 2, 1]],
    ['?from=2031-03-10&kind=corrections&limit=2', [5, 4]],
  ])('the statement filter %s returns %j', async (query, seqs) => {
    expect(toSeqs(await readStatement(customer, query))).toEqual(seqs);
  });

  test('a filtered statement has the totals of the filtered days, and the current balance', async () => {
    const statement = await readStatement(customer, '?from=2031-03-10&to=2031-03-11');
    expect(statement.totals).toEqual({ events: 3, in: 3, out: 0 });
    expect(statement.balance).toBe(254);
    const none = await readStatement(customer, '?from=2031-03-13');
    expect(none.totals).toEqual({ events: 0, in: 0, out: 0 });
  });
});

describe('pages', () => {
  let customer: Customer;
  let walletId: string;
  beforeAll(async () => {
    customer = await createCustomer(open.stack);
    ({ walletId } = await customer.wallet());
    for (let made = 0; made < 54; made++) await adjust(walletId, 1_00);
  });

  test('pages of a statement follow each other without a gap while events are added', async () => {
    const seqs: number[] = [];
    let next: string | null = '';
    for (let page = 0; next !== null && page < 10; page++) {
      const statement: Statement = await readStatement(customer, `?after=${next}`);
      seqs.push(...toSeqs(statement));
      next = statement.next;
      await adjust(walletId, 1_00);
    }
    expect(seqs).toEqual(Array.from({ length: 55 }, (_, i) => 55 - i));
  });

  test('the last page of a statement is marked as the last, even if it is full', async () => {
    const [newest] = (await readStatement(customer, '?limit=1')).items;
    const count = newest!.seq;
    const whole = await readStatement(customer, `?limit=${count}`);
    expect([whole.items.length, whole.next]).toEqual([count, null]);
    const most = await readStatement(customer, `?limit=${count - 1}`);
    const last = await readStatement(customer, `?limit=1&after=${most.next}`);
    expect([toSeqs(last), last.next]).toEqual([[1], null]);
  });
});

describe('an organisation', () => {
  test("an organization's admin sees all events and can filter by member; a member sees their own", async () => {
    const admin = await foundOrganization(open.stack);
    const [meera, other] = [
      await addMember(open.stack, admin),
      await addMember(open.stack, admin),
    ] as const;
    const stranger = await createCustomer(open.stack);
    const { walletId } = await admin.wallet();
    for (const { uid } of [meera, other, admin]) await spend(walletId, uid);

    expect(toSeqs(await readStatement(admin))).toEqual([4, 3, 2, 1]);
    const named = await readStatement(admin, `?member=${meera.uid}`);
    expect(toSeqs(named)).toEqual([2]);
    expect(named.items[0]!.member).toEqual({ uid: meera.uid, name: 'Meera Nair' });
    expect(named.totals).toEqual({ events: 1, in: 0, out: 10 });
    expect(named.balance).toBe(220);
    // A user of another organization has spent nothing here.
    expect((await readStatement(admin, `?member=${stranger.uid}`)).items).toEqual([]);

    expect(toSeqs(await readStatement(meera))).toEqual([2]);
    expect((await readStatement(meera)).totals).toEqual({ events: 1, in: 0, out: 10 });
    expect(toSeqs(await readStatement(meera, `?member=${meera.uid}`))).toEqual([2]);
    for (const path of ['/api/statement', '/api/statement.csv']) {
      for (const [person, { uid }] of [
        [meera, other],
        [meera, admin],
        [stranger, meera],
      ] as const) {
        expectRefusal(await person.send(`${path}?member=${uid}`), 'forbidden', 'member');
      }
    }
    const csv = await meera.send<string>('/api/statement.csv');
    expect(csv.body.split('\r\n')).toHaveLength(3);
  });

  test("an organization's statement shows a member what they paid in, and its admin who paid", async () => {
    const admin = await foundOrganization(open.stack);
    const [meera, other] = [
      await addMember(open.stack, admin),
      await addMember(open.stack, admin),
    ] as const;
    const counter = openCounter(open.stack.razorpayUrl);
    const payer = createPayer(meera);
    const { orderId } = await payer.order(500);
    const paymentId = await counter.pay(orderId);
    await payer.verify(toCallback(orderId, paymentId));
    const { items: rows, totals } = await readStatement(meera);
    const member = { uid: meera.uid, name: 'Meera Nair' };
    expect(rows).toMatchObject([{ kind: 'TopUpCredited', amount: 500, paymentId, member }]);
    expect(totals).toEqual({ events: 1, in: 500, out: 0 });
    expect((await readStatement(other)).items).toEqual([]);
    expect(toSeqs(await readStatement(admin, `?member=${meera.uid}`))).toEqual([2]);
    expect((await readStatement(admin)).items[0]).toMatchObject({ member });
  });
});

describe('an invalid statement request', () => {
  test.each([
    ['from', '2026-02-30'],
    ['kind', 'everything'],
    ['member', 'x'.repeat(129)],
  ])('a statement with %s=%s is refused, as a page and as a file', async (field, value) => {
    const customer = await someone();
    for (const path of ['/api/statement', '/api/statement.csv']) {
      const answer = await customer.send(`${path}?${field}=${encodeURIComponent(value)}`);
      expectRefusal(answer, 'invalid', field);
    }
  });

  test('a statement refuses the page token of another filter', async () => {
    const customer = await someone();
    await adjust((await customer.wallet()).walletId, 1_00);
    const { next } = await readStatement(customer, '?limit=1');
    expect((await customer.send(`/api/statement?limit=2&after=${next}`)).status).toBe(200);
    const other = await customer.send(`/api/statement?kind=spent&after=${next}`);
    expectRefusal(other, 'invalid', 'after');
  });

  test('a statement with days in the wrong order, a repeated day or a NUL is refused', async () => {
    const customer = await someone();
    for (const path of ['/api/statement', '/api/statement.csv']) {
      const order = await customer.send(`${path}?from=2026-11-02&to=2026-11-01`);
      expectRefusal(order, 'invalid', 'from');
      const twice = await customer.send(`${path}?from=2026-11-02&from=2026-11-01`);
      expectRefusal(twice, 'invalid', 'from');
    }
    const founder = await foundOrganization(open.stack);
    expectRefusal(await founder.send('/api/statement?member=%00'), 'invalid', 'member');
  });

  let known: Promise<Customer> | undefined;
  const someone = () => (known ??= createCustomer(open.stack));
});
