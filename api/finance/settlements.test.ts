// Finance imports settlements and resolves differences.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  PaymentException,
  PaymentExceptionHistory,
  PaymentExceptions,
  ResolveExceptionsResponse,
} from '@sachet/shared/payments/contracts/admin-payments';
import type {
  BankEntriesResponse,
  BankEntry,
  BankLine,
  BankLinesResponse,
  FeeTerms,
  MonthResponse,
  ReconciliationResponse,
  SettlementFileRefusal,
  SettlementImport,
  SettlementsResponse,
  StatementPreview,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { feeMethods } from '@sachet/shared/finance/settlement/line';
import { istDay, addDays } from '@sachet/shared/time';
import { createCustomer, type AnyBody, type Customer } from '../testing/client.ts';
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

const today = istDay(Date.now());
const post = <Body>(path: string, json: object) => finance.send<Body & AnyBody>(path, { json });
const importDays = (from: string, to: string) =>
  post<{ days: number }>('/api/admin/settlements/import', { from, to });
const read = async (from: string, to = from) =>
  (await finance.send<SettlementsResponse>(`/api/admin/settlements?from=${from}&to=${to}`)).body;

/** Has the worker import this day and compare it with the books. */
async function importDay(day: string): Promise<void> {
  const before = (await read(day)).days[0]?.completeAt ?? '';
  expect((await importDays(day, day)).status).toBe(202);
  await vi.waitFor(
    async () => expect((await read(day)).days[0]?.completeAt ?? '').not.toBe(before),
    { timeout: 60_000, interval: 50 },
  );
}

const header =
  'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,' +
  'entity_created_at,settlement_id,settled_at,settlement_utr';
const toDashboardDay = (day: string) => day.split('-').toReversed().join('/');
const row = (id: string, day: string, rupees = '500.00', credit = '488.20') =>
  `payment,${id},${rupees},INR,10.00,1.80,0,${credit},${toDashboardDay(day)} 10:20:30,` +
  `setl_${id},${toDashboardDay(addDays(day, 2))} 18:00:00,utr_${id}`;
const upload = <Body>(content: string, { type = 'text/csv' } = {}) =>
  finance.send<Body & AnyBody>('/api/admin/settlements/file?name=report.csv', {
    raw: content,
    headers: { 'content-type': type },
  });

describe('a range of days', () => {
  test.each([
    ['reversed', today, addDays(today, -1), 'to'],
    ['too long', addDays(today, -92), today, 'from'],
  ])(
    'a settlement range %s is refused for reading and for importing',
    async (_name, from, to, field) => {
      expectRefusal(await importDays(from, to), 'invalid', field);
      const asked = await finance.send(`/api/admin/settlements?from=${from}&to=${to}`);
      expectRefusal(asked, 'invalid', field);
    },
  );

  test('a range of days is imported by the worker, and the audit trail names the requester', async () => {
    const day = addDays(today, -40);
    await importDay(day);
    const { days, imports } = await read(day);
    expect(days).toMatchObject([{ day, lines: 0, problem: null, nextImportAt: null }]);
    expect(imports.find((each) => each.day === day)).toMatchObject({ outcome: 'complete' });
    const trail = await open.books.query(
      `select action, details from admin_audit where actor = $1`,
      [`user:${finance.uid}`],
    );
    expect(trail).toEqual([{ action: 'import-settlements', details: { from: day, to: day } }]);
  });
});

describe('a file', () => {
  const id = `pay_${randomBytes(7).toString('hex')}`;

  test('a settlement file is imported once, and the same file again gets the same answer', async () => {
    const file = `${header}\n${row(id, addDays(today, -60))}\n`;
    const { status, body } = await upload<SettlementImport>(file);
    expect([status, body]).toMatchObject([
      201,
      { source: 'file', fileName: 'report.csv', lines: 1, newLines: 1, outcome: 'complete' },
    ]);
    expect(await upload(file)).toMatchObject({ status: 200, body });
  });
  test('a settlement file with invalid lines names them and is not imported', async () => {
    const { status, body } = await upload<SettlementFileRefusal>(
      `${header}\n${row(`${id}x`, today)}\n${row(`${id}y`, today, '5,0')}\n`,
    );
    expect([status, body]).toMatchObject([
      400,
      { code: 'invalid', problemCount: 1, problems: [{ line: 3 }] },
    ]);
    const stored = await open.books.query(
      'select from settlement_line where entity_id like $1 and entity_id <> $2',
      [`${id}%`, id],
    );
    expect(stored).toEqual([]);
  });
});

describe('a bank statement', () => {
  const id = `pay_${randomBytes(7).toString('hex')}`;
  const utr = `N${randomBytes(8).toString('hex').slice(0, 15)}`;
  const day = addDays(today, -70);
  const send = <Body>(content: string, query = '', step = '') =>
    finance.send<Body & AnyBody>(`/api/admin/bank-statement${step}?name=bank.csv${query}`, {
      raw: content,
      headers: { 'content-type': 'text/csv' },
    });
  const statement = (rupees: string) =>
    `My bank\nDate,Narration,Debit,Credit\n${day},NEFT-${utr}-RAZORPAY SOFTWARE,,${rupees}\n` +
    `${day},RENT,"45,000.00",\nTotal,,"45,000.00",${rupees}\n`;
  const findings = async () => {
    const path = `/api/admin/payment-exceptions?kind=bank_amount_differs&day=${addDays(day, 2)}`;
    const { body } = await finance.send<PaymentExceptions>(path);
    return body.items.map(({ subject }) => subject);
  };
  const about = `utr ${utr.toUpperCase()}`;

  test('a bank statement shows a preview, is booked once, is compared immediately and is withdrawn with a reason', async () => {
    await upload(`${header}\n${row(id, day).replace(`utr_${id}`, utr)}\n`);
    const { status, body: preview } = await send<StatementPreview>(
      statement('480.00'),
      '',
      '/preview',
    );
    expect([status, preview]).toMatchObject([
      200,
      {
        needs: null,
        from: day,
        credits: { lines: 1, amount: 480 },
        debits: { lines: 1, amount: -45_000 },
        gateway: { lines: 1, amount: 480 },
        leftOut: [{ line: 5 }],
        problems: [],
      },
    ]);
    expect(await open.books.query('select from bank_line where day = $1', [day])).toEqual([]);

    const booked = await send<SettlementImport>(statement('480.00'));
    expect([booked.status, booked.body]).toMatchObject([
      201,
      { source: 'bank', newLines: 2, statement: { from: day, withdrawn: null } },
    ]);
    expect((await send(statement('480.00'))).status).toBe(200);
    await vi.waitUntil(async () => (await findings()).includes(about), { timeout: 60_000 });

    const withdraw = { importId: booked.body.id, reason: 'Wrong amount' };
    const path = '/api/admin/bank-statement/withdraw';
    expect((await post(path, withdraw)).status).toBe(200);
    expectRefusal(await post(path, withdraw), 'wrong_state');
    expect((await send(statement('488.20'))).status).toBe(201);
    await vi.waitUntil(async () => !(await findings()).includes(about), { timeout: 60_000 });
    const { body: read } = await finance.send<SettlementsResponse>(
      `/api/admin/settlements?from=${today}&to=${today}`,
    );
    const withdrawn = read.imports.find((each) => each.id === booked.body.id);
    expect(withdrawn?.statement?.withdrawn).toMatchObject({ reason: 'Wrong amount' });
  });

  test('an import of a file is in the audit trail with the person who made it', async () => {
    const text = `Date,Narration,Debit,Credit\n${addDays(day, -8)},AUDITED ${id},,78.00\n`;
    const statement = (await send<SettlementImport>(text)).body;
    const file = (await upload<SettlementImport>(`${header}\n${row(`${id}a`, day)}\n`)).body;
    const trail = await open.books.query(
      `select action, details from admin_audit
        where actor = $1 and action like 'import-%' and details ? 'importId' order by id desc limit 2`,
      [`user:${finance.uid}`],
    );
    expect(trail).toEqual([
      { action: 'import-settlement-file', details: { importId: file.id } },
      { action: 'import-statement', details: { importId: statement.id } },
    ]);
  });

  test('a settlement whose bank amount differs is explained by one person and approved by another, and the totals then agree', async () => {
    const second = await createCustomer(open.stack);
    await open.books.query('insert into finance_user (uid) values ($1)', [second.uid]);
    const payment = `pay_${randomBytes(7).toString('hex')}`;
    const short = `N${randomBytes(8).toString('hex').slice(0, 15)}`;
    const made = addDays(today, -75);
    const settled = addDays(made, 2);
    await upload(`${header}\n${row(payment, made).replace(`utr_${payment}`, short)}\n`);
    await send(`Date,Narration,Debit,Credit\n${settled},NEFT-${short}-RAZORPAY,,488.00\n`);
    const list = async (state = 'open') => {
      const path = `/api/admin/payment-exceptions?kind=bank_amount_differs&day=${settled}&state=${state}`;
      return (await finance.send<PaymentExceptions>(path)).body.items;
    };
    const figures = async () => {
      const path = `/api/admin/reconciliation?from=${settled}&to=${settled}`;
      return (await finance.send<ReconciliationResponse>(path)).body.total;
    };
    const [difference] = await vi.waitUntil(
      async () => {
        const found = await list();
        return found.length > 0 && found;
      },
      { timeout: 60_000 },
    );
    expect(await figures()).toMatchObject({ settled: -0.2, charges: 0, holds: false });

    const wanted = { exceptionId: difference!.id, account: 'rounding', reason: 'The bank rounds' };
    const proposed = await finance.send<BankEntry>('/api/admin/bank-entries', { json: wanted });
    expect(proposed.body).toMatchObject({ amount: 0.2, status: 'waiting', day: settled });
    expectRefusal(await post('/api/admin/bank-entries', wanted), 'wrong_state');
    const approval = { id: proposed.body.id, decision: 'approve' };
    const decide = '/api/admin/bank-entries/decide';
    expectRefusal(await post(decide, approval), 'forbidden');
    expect(await figures()).toMatchObject({ charges: 0, holds: false });
    const answers = await Promise.all([
      second.send<BankEntry & AnyBody>(decide, { json: approval }),
      second.send<BankEntry & AnyBody>(decide, { json: approval }),
    ]);
    for (const answer of answers) expect(answer.body).toMatchObject({ status: 'approved' });
    expect(await figures()).toMatchObject({ settled: -0.2, charges: 0.2, holds: true });
    await expect.poll(() => list(), { timeout: 60_000 }).toEqual([]);
    const refusal = { id: proposed.body.id, decision: 'refuse', note: 'Too late' };
    expectRefusal(await second.send(decide, { json: refusal }), 'wrong_state');
    const { body } = await finance.send<BankEntriesResponse>('/api/admin/bank-entries');
    expect(body.entries).toContainEqual(
      expect.objectContaining({ id: proposed.body.id, decidedBy: second.uid }),
    );
    await expect(
      open.books.query('update bank_entry set amount_paise = 1 where id = $1', [proposed.body.id]),
    ).rejects.toThrow(/already approved/);
  });

  test("a bank statement's line of other business is an exception only while a person marks it as the gateway's", async () => {
    const { body } = await finance.send<BankLinesResponse>('/api/admin/bank-lines?business=other');
    const rent = body.items.find(({ text }) => text === 'RENT')!;
    expect(rent).toMatchObject({ amount: -45_000, isGateway: false, day });
    const list = async () => {
      const path = `/api/admin/payment-exceptions?kind=utr_unknown&day=${day}`;
      return (await finance.send<PaymentExceptions>(path)).body.items;
    };
    expect(await list()).toEqual([]);
    for (const isGateway of [true, false]) {
      const mark = { id: rent.id, isGateway, note: isGateway ? 'Paid to Razorpay' : 'It was not' };
      expect((await post<BankLine>('/api/admin/bank-lines', mark)).body).toMatchObject({
        isGateway,
      });
      await expect.poll(list, { timeout: 60_000 }).toHaveLength(isGateway ? 1 : 0);
    }
    const unknown = { id: 2e9, isGateway: true, note: 'Paid to Razorpay' };
    expectRefusal(await post('/api/admin/bank-lines', unknown), 'not_found');
  });
});

describe('a month', () => {
  const month = addDays(today, -120).slice(0, 7);
  const previousMonth = addDays(`${month}-01`, -1).slice(0, 7);
  const day = `${month}-10`;
  /** The last day of the bank statement. A settlement after this day is not missing from it. */
  const closingDay = addDays(day, 4);
  const newId = () => `pay_${randomBytes(7).toString('hex')}`;
  const read = async () =>
    (await finance.send<MonthResponse>(`/api/admin/month?month=${month}`)).body;
  const statement = (narration: string, balance: number) =>
    finance.send<SettlementImport & AnyBody>('/api/admin/bank-statement?name=month.csv', {
      raw: `Date,Narration,Debit,Credit,Balance\n${closingDay},${narration},,5.00,${balance}\n`,
      headers: { 'content-type': 'text/csv' },
    });

  test('a month shows the amounts that the bank has not received and that disputes may still take', async () => {
    const [id, later] = [newId(), newId()];
    await upload(`${header}\n${row(id, day)}\n${row(later, closingDay)}\n`);
    const first = await statement('INTEREST', 1_005);
    expect(first.status).toBe(201);
    await open.books.query(
      `insert into payment_dispute (id, payment_id, amount_paise, deducted_paise, currency, status, opened_at)
       values ($1, $2, 20000, 5000, 'INR', 'open', $3)`,
      [`disp_${id}`, id, `${day}T10:00:00Z`],
    );
    const shown = await read();
    expect(shown).toMatchObject({
      bank: {
        closing: { day: closingDay, amount: 1_005 },
        unclearedTotal: 488.2,
        reconciled: 1_493.2,
      },
      atRisk: [{ subject: `disp_${id}`, amount: 150 }],
      reserve: 150,
      lock: null,
    });
    expect(shown.bank.uncleared).toEqual([
      { subject: `utr_${id}`.toUpperCase(), day: addDays(day, 2), amount: 488.2 },
    ]);
    expect(shown.days.find((each) => each.day === day)?.figures.gateway).toBe(500);
    await open.books.query('delete from payment_dispute where id = $1', [`disp_${id}`]);
  });

  test('two settlements that reached the bank in one transfer are not uncleared in the month', async () => {
    const [first, second] = [newId(), newId()];
    const shared = `N${randomBytes(8).toString('hex').slice(0, 15)}`;
    const early = `${month}-03`;
    const before = await read();
    const rows = [first, second].map((id) => row(id, early).replace(`utr_${id}`, shared));
    await upload(`${header}\n${rows.join('\n')}\n`);
    await finance.send('/api/admin/bank-statement?name=both.csv', {
      raw: `Date,Narration,Debit,Credit\n${addDays(early, 2)},NEFT-${shared}-RAZORPAY SOFTWARE,,976.40\n`,
      headers: { 'content-type': 'text/csv' },
    });
    expect((await read()).bank).toEqual(before.bank);
  });

  test('a transfer that names two settlements leaves one of them uncleared in the month', async () => {
    const [first, second] = [newId(), newId()];
    const early = `${month}-03`;
    const before = await read();
    await upload(`${header}\n${row(first, early)}\n${row(second, early)}\n`);
    const refs = [first, second].map((id) => `utr_${id}`.toUpperCase());
    await finance.send('/api/admin/bank-statement?name=one.csv', {
      raw: `Date,UTR,Ref No.,Narration,Debit,Credit\n${addDays(early, 2)},${refs.join(',')},x,,488.20\n`,
      headers: { 'content-type': 'text/csv' },
    });
    expect((await read()).bank.unclearedTotal).toBe(before.bank.unclearedTotal + 488.2);
  });

  test('resolving an exception does not change what was signed off', async () => {
    await upload(`${header}\n${row(newId(), `${previousMonth}-10`)}\n`);
    const path = `/api/admin/payment-exceptions?kind=missing_in_ledger&day=${previousMonth}-10`;
    const [exception] = await vi.waitUntil(
      async () => {
        const { items: exceptions } = (await finance.send<PaymentExceptions>(path)).body;
        return exceptions.length > 0 && exceptions;
      },
      { timeout: 30_000 },
    );
    const sign = { month: previousMonth, note: 'Checked' };
    expect((await post('/api/admin/month/lock', sign)).status).toBe(200);
    const resolved = { id: exception!.id, note: 'A test payment' };
    expect((await post('/api/admin/payment-exceptions', resolved)).status).toBe(200);
    const { body } = await finance.send<MonthResponse>(`/api/admin/month?month=${previousMonth}`);
    expect(body.lock).toMatchObject({ hasChanged: false });
  });

  test('finance reopens an exception that was resolved by mistake, with a reason and until its month is signed off', async () => {
    const mistaken = addDays(`${previousMonth}-01`, -1).slice(0, 7);
    await upload(`${header}\n${row(newId(), `${mistaken}-10`)}\n`);
    const list = async (state: 'open' | 'resolved') => {
      const path = `/api/admin/payment-exceptions?state=${state}&day=${mistaken}-10`;
      return (await finance.send<PaymentExceptions>(path)).body.items[0];
    };
    const { id } = await vi.waitUntil(() => list('open'), { timeout: 30_000 });
    const reopen = (reason: string) =>
      post<PaymentException>('/api/admin/payment-exceptions/reopen', { id, reason });
    const resolve = () => post('/api/admin/payment-exceptions', { id, note: 'Wrong row' });
    expectRefusal(await reopen('It is open'), 'wrong_state');
    expect((await resolve()).status).toBe(200);
    expectRefusal(await reopen(' '), 'invalid', 'reason');

    const answers = await Promise.all([reopen('It was row 8'), reopen('It was row 8')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await list('open')).toMatchObject({
      id,
      resolvedAt: null,
      resolvedBy: null,
      note: null,
    });
    const path = `/api/admin/payment-exception?id=${id}`;
    const { history } = (await finance.send<PaymentExceptionHistory>(path)).body;
    expect(history.map(({ actor, action, note }) => [actor, action, note])).toEqual([
      [`user:${finance.uid}`, 'resolved', 'Wrong row'],
      [`user:${finance.uid}`, 'reopened', 'It was row 8'],
    ]);
    const audit = `select actor, details from admin_audit where action = 'reopen-exception'`;
    expect(await open.books.query(audit)).toEqual([
      { actor: `user:${finance.uid}`, details: { exceptionId: id, reason: 'It was row 8' } },
    ]);

    expect((await resolve()).status).toBe(200);
    const sign = { month: mistaken, note: 'Checked' };
    expect((await post('/api/admin/month/lock', sign)).status).toBe(200);
    expectRefusal(await reopen('After the sign-off'), 'wrong_state');
    expect((await list('resolved'))?.id).toBe(id);
  });

  test('the preview of a statement names the gap after the previous statement', async () => {
    const preview = async (balance: number) => {
      const { body } = await finance.send<StatementPreview>(
        '/api/admin/bank-statement/preview?name=next.csv',
        {
          raw: `Date,Narration,Debit,Credit,Balance\n${addDays(closingDay, 1)},RENT,5.00,,${balance}\n`,
          headers: { 'content-type': 'text/csv' },
        },
      );
      return body.gap;
    };
    expect(await preview(1_000)).toBeNull();
    expect(await preview(900)).toEqual({ day: closingDay, closing: 1_005, opening: 905 });
  });

  test('a month is signed off once and keeps its statements until a super admin lifts the lock', async () => {
    const { body: booked } = await statement('CASH', 2_005);
    const sign = { month, note: 'Checked with the bank' };
    const locked = await post<MonthResponse>('/api/admin/month/lock', sign);
    expect(locked.body.lock).toMatchObject({
      by: `user:${finance.uid}`,
      note: sign.note,
      hasChanged: false,
    });
    expectRefusal(await post('/api/admin/month/lock', sign), 'wrong_state');
    expectRefusal(await statement('NEW', 3_005), 'wrong_state');
    const withdraw = { importId: booked.id, reason: 'Wrong account' };
    expectRefusal(await post('/api/admin/bank-statement/withdraw', withdraw), 'wrong_state');
    // The gateway's rows are always booked, even after the sign-off, which then shows that its figures have
    // changed.
    expect((await upload(`${header}\n${row(newId(), day)}\n`)).status).toBe(201);
    expect((await read()).lock).toMatchObject({ hasChanged: true });
    expectRefusal(await post('/api/admin/month/unlock', sign), 'forbidden');
    await open.books.query('insert into super_admin (uid) values ($1)', [finance.uid]);
    const lifted = await finance.send<MonthResponse>('/api/admin/month/unlock', { json: sign });
    expect(lifted.body.lock).toBeNull();
    await open.books.query('delete from super_admin where uid = $1', [finance.uid]);
    expect((await post('/api/admin/bank-statement/withdraw', withdraw)).status).toBe(200);
  });

  test('a month that is not over, or has not begun, cannot be signed off', async () => {
    const now = { month: today.slice(0, 7), note: 'Too early' };
    expectRefusal(await post('/api/admin/month/lock', now), 'invalid', 'month');
    expectRefusal(await finance.send('/api/admin/month?month=2099-01'), 'invalid', 'month');
    expectRefusal(await finance.send('/api/admin/month?month=2026-13'), 'invalid', 'month');
  });
});

describe('the terms of fees', () => {
  test('fee terms are kept for the methods of reports by day, and replaced on the same day', async () => {
    const term = { method: 'upi', fromDay: '2026-04-01', feeBasisPoints: 0, taxBasisPoints: 1800 };
    await post('/api/admin/fee-terms', { ...term, feeBasisPoints: 50 });
    const { body } = await post<FeeTerms>('/api/admin/fee-terms', term);
    expect(body.terms).toEqual([term]);
    expect((await finance.send<FeeTerms>('/api/admin/fee-terms')).body).toEqual(body);
    for (const method of ['UPI', 'unknown', '']) {
      expectRefusal(await post('/api/admin/fee-terms', { ...term, method }), 'invalid', 'method');
    }
    for (const method of feeMethods) {
      expect(await post('/api/admin/fee-terms', { ...term, method })).toMatchObject({
        status: 200,
      });
    }
    await open.books.query('delete from fee_term');
  });
});

describe('lines that do not agree', () => {
  const id = `pay_${randomBytes(7).toString('hex')}`;
  const day = addDays(today, -50);
  const list = async (state: 'open' | 'resolved') => {
    const { body } = await finance.send<PaymentExceptions>(
      `/api/admin/payment-exceptions?state=${state}`,
    );
    return body.items.find(({ subject }) => subject === `payment ${id}`);
  };
  const history = async (of: number) => {
    const path = `/api/admin/payment-exception?id=${of}`;
    const { body } = await finance.send<PaymentExceptionHistory>(path);
    return body.history.map(({ actor, action }) => `${action} by ${actor.split(':')[0]}`);
  };

  test('a difference is added to the exceptions, is resolved, opens again when it changes, and disappears when it ends', async () => {
    await upload(`${header}\n${row(id, day)}\n`);
    await importDay(day);
    const found = await vi.waitUntil(() => list('open'), { timeout: 60_000, interval: 50 });
    expect(found).toMatchObject({
      kind: 'missing_in_ledger',
      paymentId: id,
      foundOn: day,
      detail: { day, differencePaise: 50_000, gateway: [{ entityId: id, amountPaise: 50_000 }] },
    });

    const reconciled = await finance.send<ReconciliationResponse>(
      `/api/admin/reconciliation?from=${day}&to=${day}`,
    );
    const off = { ledger: 0, gateway: 500, settled: 488.2, fees: 10, gst: 1.8, holds: false };
    expect(reconciled.body).toMatchObject({
      days: [{ day, figures: { ...off, findings: 1, openFindings: 1, resolvedFindings: 0 } }],
      total: { ...off, openFindings: 1 },
    });
    // Today's report cannot be complete.
    const { body: now } = await finance.send<ReconciliationResponse>(
      `/api/admin/reconciliation?from=${today}&to=${today}`,
    );
    expect(now.days[0]!.figures.isCompared).toBe(false);

    const listed = async (filter: string) => {
      const path = `/api/admin/payment-exceptions?${filter}`;
      const { body } = await finance.send<PaymentExceptions>(path);
      return body.items.map(({ subject }) => subject);
    };
    expect(await listed(`day=${day}`)).toEqual([`payment ${id}`]);
    expect(await listed(`day=${addDays(day, -1)}`)).toEqual([]);
    expect(await listed('kind=missing_in_ledger')).toContain(`payment ${id}`);
    expect(await listed('kind=duplicate')).not.toContain(`payment ${id}`);
    for (const search of [id, id.slice(4, 14).toUpperCase(), `utr_${id}`, '500', '₹500.00']) {
      expect(await listed(`search=${encodeURIComponent(search)}`)).toContain(`payment ${id}`);
    }
    expect(await listed('search=500.01')).not.toContain(`payment ${id}`);
    expect(await listed('search=%25_')).toEqual([]);

    const note = (more: object) =>
      post<PaymentException>('/api/admin/payment-exceptions/note', { id: found.id, ...more });
    expectRefusal(await note({ assignee: 'nobody' }), 'invalid', 'assignee');
    expectRefusal(await note({}), 'invalid');
    expectRefusal(
      await post('/api/admin/payment-exceptions/note', { id: 2_000_000_000, note: 'abc' }),
      'not_found',
    );
    const { body } = await note({ assignee: finance.uid, note: 'Asked the gateway' });
    expect(body.assignee).toBe(finance.uid);
    expect(
      await open.books.query(
        `select actor, details from admin_audit where action = 'note-exception'`,
      ),
    ).toEqual([
      { actor: `user:${finance.uid}`, details: { exceptionId: found.id, assignee: finance.uid } },
    ]);
    await post('/api/admin/payment-exceptions', { id: found.id, note: 'Of another shop' });
    const dealtWith = ['assigned by user', 'noted by user', 'resolved by user'];
    expect(await history(found.id)).toEqual(dealtWith);

    // An unchanged difference stays resolved; a changed one opens again.
    await importDay(day);
    expect((await list('resolved'))?.id).toBe(found.id);
    await upload(`${header}\n${row(id, day, '600.00', '588.20')}\n`);
    await importDay(day);
    await vi.waitUntil(() => list('open'), { timeout: 60_000, interval: 50 });
    expect(await history(found.id)).toEqual([...dealtWith, 'found_again by worker']);

    // Two concurrent requests resolve the differences once, with one note.
    const bulk = { ids: [found.id, 2_000_000_000], note: 'Of another shop' };
    const resolve = () =>
      post<ResolveExceptionsResponse>('/api/admin/payment-exceptions/resolve', bulk);
    const answers = await Promise.all([resolve(), resolve()]);
    expect(answers.map(({ body: { resolved } }) => resolved).toSorted()).toEqual([0, 1]);
    expect((await list('resolved'))?.note).toBe('Of another shop');
    const audit = `select details from admin_audit where action = 'resolve-exceptions' and actor = $1`;
    expect(await open.books.query(audit, [`user:${finance.uid}`])).toEqual([
      { details: { exceptionIds: [found.id] } },
    ]);

    // The gateway's own report of that day does not contain it.
    await importDay(addDays(day, 2));
    await vi.waitFor(async () => expect((await history(found.id)).at(-1)).toBe('gone by worker'), {
      timeout: 60_000,
      interval: 50,
    });
    const reopen = { id: found.id, reason: 'Look again' };
    expectRefusal(await post('/api/admin/payment-exceptions/reopen', reopen), 'wrong_state');
  });
});
