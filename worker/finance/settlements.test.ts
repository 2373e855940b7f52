// Imports the gateway's settlement report with the real SDK: from the stand-in, and from a gateway whose
// items move while they are read.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { locks } from '@sachet/db/locks';
import { requestDays } from '@sachet/db/finance/settlements';
import { runLedgerTool } from '@sachet/db/finance/command-line';
import { decideOnBankEntry, proposeBankEntry } from '@sachet/flows/finance/bank-entries';
import {
  bookDisputedPayment,
  bookPayment,
  fetchAndBookPayment,
} from '@sachet/flows/payments/book-payment';
import { importSettlementDay } from '@sachet/flows/finance/import-settlements';
import {
  importBankStatement,
  type StatementFile,
} from '@sachet/flows/finance/import-bank-statement';
import { importSettlementFile } from '@sachet/flows/finance/import-settlement-file';
import { withdrawStatement } from '@sachet/db/finance/bank';
import { compareDays } from '@sachet/db/finance/findings';
import { resolveException } from '@sachet/db/finance/exceptions';
import type { Job } from '@sachet/adapters/queue/jobs';
import { createRazorpay } from '@sachet/adapters/payments/razorpay';
import { addDays, dayMs, istDay, minuteMs, startOfIstDay } from '@sachet/shared/time';
import { keySecret, webhookSecret } from '../../api/testing/payments.ts';
import { sweepSettlements } from './settlements.ts';
import { compareRequestedDays } from '@sachet/db/finance/comparisons';
import { openTill, type Till } from '../testing/till.ts';

type Item = Record<string, unknown>;
type Page = { day: string; count: number; skip: number };

let till: Till;
let folder: string;
let server: Server;
let gateway: ReturnType<typeof createRazorpay>;
/** The gateway's answer; null drops the connection. */
let answer: (page: Page) => Item[] | null;

beforeAll(async () => {
  till = await openTill();
  folder = await mkdtemp(join(tmpdir(), 'sachet-settlements-'));
  server = createServer((request, response) => {
    const query = new URL(request.url!, 'http://gateway').searchParams;
    const part = (name: string) => query.get(name)!.padStart(2, '0');
    const day = `${part('year')}-${part('month')}-${part('day')}`;
    const items = answer({ day, count: Number(part('count')), skip: Number(part('skip')) });
    if (items === null) return void response.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway = createRazorpay({
    keyId: 'rzp_test_1',
    keySecret,
    webhookSecret,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 60_000,
  });
});
afterAll(async () => {
  server?.close();
  await till?.close();
  await rm(folder, { recursive: true });
});

let days = 0;
let day: string;
beforeEach(() => {
  days += 1;
  day = addDays('2026-02-28', days);
});

function item(n: number, given: Item = {}): Item {
  const at = startOfIstDay(day) / 1000 + 3600;
  return {
    entity_id: `pay_${day}_${n}`,
    type: 'payment',
    amount: 50_000,
    debit: 0,
    credit: 48_820,
    fee: 1_180,
    tax: 180,
    currency: 'INR',
    on_hold: false,
    settled: true,
    created_at: at - 2 * 24 * 3600,
    settled_at: at,
    settlement_id: `setl_${day}`,
    settlement_utr: `utr_${day}`,
    payment_id: null,
    notes: { n: String(n) },
    ...given,
  };
}
const items = (count: number) => Array.from({ length: count }, (_, n) => item(n));
const paged =
  (all: () => Item[]) =>
  ({ count, skip }: Page) =>
    all().slice(skip, skip + count);

async function importDay(nowMs = startOfIstDay(day) + 5 * dayMs) {
  await requestDays(till.deps.db, [day]);
  return importSettlementDay({ db: till.deps.db, gateway }, { day, requestedBy: 'test' }, nowMs);
}

const standing = () =>
  till.books.query<{ entity_id: string; version: number; is_gone: boolean; credit_paise: number }>(
    `select l.entity_id, l.version, l.is_gone, l.credit_paise
       from settlement_current c join settlement_line l on l.id = c.line_id
      where l.entity_id like $1 order by l.id`,
    [`pay_${day}_%`],
  );
const versions = () =>
  till.books.query<{ version: number; raw: Item }>(
    `select version, raw from settlement_line where entity_id like $1 order by entity_id, version`,
    [`pay_${day}_%`],
  );
const dayRow = async () => {
  const [row] = await till.books.query<{ failures: number; next_import_at: Date | null }>(
    'select failures, next_import_at from settlement_day where day = $1',
    [day],
  );
  return row!;
};

describe("a day of the gateway's report", () => {
  test('the lines of a page are stored unchanged and only once, however often the page is read', async () => {
    answer = paged(() => items(3));
    expect(await importDay()).toMatchObject({ outcome: 'complete', lines: 3, newLines: 3 });
    expect(await importDay()).toMatchObject({ outcome: 'complete', newLines: 0, changedLines: 0 });
    const kept = await versions();
    expect(kept.map(({ version }) => version)).toEqual([1, 1, 1]);
    expect(kept[0]!.raw).toEqual(item(0));
    expect((await dayRow()).next_import_at).toBeNull();
    for (const change of [
      'delete from settlement_line',
      'update settlement_line set version = 9',
    ]) {
      await expect(till.books.query(change)).rejects.toThrow('settlement_line is append-only');
    }
  });

  test('every version of a line that changes, returns and disappears is kept', async () => {
    const changed = { credit: 48_000, fee: 2_000, tax: 305 };
    for (const now of [items(2), [item(0), item(1, changed)], items(2), [item(0)], items(2)]) {
      answer = paged(() => now);
      await importDay();
    }
    expect(await standing()).toMatchObject([
      { version: 1, is_gone: false },
      { version: 5, is_gone: false, credit_paise: 48_820 },
    ]);
    expect(await versions()).toHaveLength(6);
  });

  test('a day whose items move between pages is complete when two readings agree', async () => {
    const all = items(2_500);
    let pages = 0;
    answer = ({ count, skip }) => {
      pages += 1;
      // During the first reading an item of the first page moves to the end, so item 1000 is on neither page.
      const order = pages === 2 ? [...all.slice(1), all[0]!] : all;
      return order.slice(skip, skip + count);
    };
    expect(await importDay()).toMatchObject({ outcome: 'complete', lines: 2_500, newLines: 2_500 });
    expect(pages).toBe(9);
  });

  test('a day whose pages never agree is reported, keeps what was read, and is due again', async () => {
    const all = items(1_500);
    let first = 0;
    answer = ({ count, skip }) => {
      if (skip === 0) first += 1;
      return all.filter((_, n) => n !== first).slice(skip, skip + count);
    };
    const now = startOfIstDay(day) + 5 * dayMs;
    expect(await importDay(now)).toMatchObject({
      outcome: 'incomplete',
      problem: 'The pages of 5 readings did not agree.',
      newLines: 1_500,
    });
    expect(await dayRow()).toEqual({ failures: 1, next_import_at: new Date(now + 15 * minuteMs) });
    // An incomplete reading marks no line as gone.
    expect((await standing()).every(({ is_gone: gone }) => !gone)).toBe(true);
  });

  test.each<[string, (page: Page) => Item[] | null, string]>([
    [
      'is down at the second page',
      ({ skip }) => (skip > 0 ? null : items(1_000)),
      'Page 2: no answer',
    ],
    ['returns an invalid amount', () => [item(0, { amount: -1 })], 'Page 1: an answer that cannot'],
    ['returns more than requested', () => items(1_001), 'Page 1 is longer'],
  ])('a day is not complete when the gateway %s', async (_name, ask, problem) => {
    answer = ask;
    const { outcome, problem: told } = await importDay();
    expect([outcome, told]).toEqual(['incomplete', expect.stringContaining(problem)]);
    expect((await dayRow()).failures).toBe(1);
  });
});

/** A user pays ₹500, which is credited; returns the payment's id. */
async function pay(): Promise<string> {
  const order = await till.order();
  const paymentId = await till.counter.pay(order.gateway_order_id);
  const paid = await till.deps.gateway!.fetchPayment(paymentId);
  if (!paid.ok) throw new Error(paid.reason);
  await bookPayment(till.deps, paid.value);
  return paymentId;
}

const today = istDay(Date.now());

/** Settles and imports everything at the stand-in. */
async function settleAll() {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  await till.counter.call('POST', '/dashboard/settlements', { before: inAnHour });
  await requestDays(till.deps.db, [today]);
  return importSettlementDay(
    { db: till.deps.db, gateway: till.deps.gateway! },
    { day: today, requestedBy: 'test' },
    startOfIstDay(today) + 3 * dayMs,
  );
}

async function reconcile(): Promise<{ code: number; lines: string[] }> {
  const out = new PassThrough();
  const code = await runLedgerTool(
    {
      connectionString: till.database.ownerUrl,
      signingSecret: undefined,
      previousPublicKeysHex: [],
      out,
      err: process.stderr,
    },
    ['reconcile', '--day', today],
  );
  out.end();
  return { code, lines: (await text(out)).trim().split('\n') };
}

describe('a day at the stand-in', () => {
  test('the day of a payment is due after it has ended', async () => {
    const paymentId = await pay();
    await sweepSettlements(till.deps);
    const due = await till.books.query<{ day: string }>(
      'select day from settlement_day where next_import_at > now() and day = $1',
      [today],
    );
    expect(due).toEqual([{ day: today }]);
    expect(await settleAll()).toMatchObject({ outcome: 'complete', newLines: 1 });
    const [line] = await till.books.query(
      'select entity_id, amount_paise, fee_paise, payment_id from settlement_line where entity_id = $1',
      [paymentId],
    );
    expect(line).toEqual({
      entity_id: paymentId,
      amount_paise: 50_000,
      fee_paise: 1_180,
      payment_id: paymentId,
    });
  });

  test('books, gateway and bank agree to the paisa after payments, a refund and disputes', async () => {
    const [, refunded, lost, open] = [await pay(), await pay(), await pay(), await pay()];
    await till.counter.call('POST', `/v1/payments/${refunded}/refund`, { amount: 10_000 });
    await fetchAndBookPayment(till.deps, refunded!);
    for (const paymentId of [lost!, open!]) {
      const { id } = await till.counter.call<{ id: string }>(
        'POST',
        `/dashboard/payments/${paymentId}/dispute`,
        { amount: 20_000, ...(paymentId === open ? { deducted: 20_000 } : {}) },
      );
      if (paymentId === lost) await till.counter.call('POST', `/dashboard/disputes/${id}/lost`);
      await bookDisputedPayment(till.deps, id);
    }
    // One payment is already settled; neither dispute is in a report yet.
    const before = await reconcile();
    expect(before.code).toBe(0);
    expect(before.lines[0]).toBe(
      `${today}: ledger 2000.00 | not reported yet 1500.00 | gateway 500.00 | ` +
        'settled 488.20 + fees 10.00 + GST 1.80 + charges 0.00 + in transit 0.00 + on hold 0.00',
    );
    expect(await settleAll()).toMatchObject({ outcome: 'complete', newLines: 7 });
    const settled = await reconcile();
    expect(settled.lines[0]).toBe(
      `${today}: ledger 2000.00 | not reported yet 0.00 | gateway 2000.00 | ` +
        'settled 1941.00 + fees 50.00 + GST 9.00 + charges 0.00 + in transit 0.00 + on hold 0.00',
    );
    expect(settled).toMatchObject({ code: 0, lines: { length: 4 } });
    expect(settled.lines.at(-1)).toBe('Finance has no open exception.');
    // The bank has one settlement in full, and the other settlement one rupee short.
    const utrs = await till.books.query<{ utr: string; paise: number }>(
      `select c.utr, sum(l.credit_paise - l.debit_paise)::bigint as paise
         from settlement_current c join settlement_line l on l.id = c.line_id
        where c.settled_on = $1 group by 1 order by 2`,
      [today],
    );
    const statement = (less: number) =>
      `UTR,Date,Amount\n${utrs.map(({ utr, paise }, n) => `${utr},${today},${(paise - less * n) / 100}`).join('\n')}\n`;
    await importStatement(statement(100));
    const short = await reconcile();
    expect(short.code).toBe(1);
    expect(short.lines).toContain(
      `  bank_amount_differs utr ${utrs[1]!.utr.toUpperCase()} of ${today}, off by -1.00`,
    );
  });

  test('a line that the ledger does not know is found, and the exit code is 1', async () => {
    const stray = row(7).replaceAll(day.split('-').toReversed().join('/'), toDashboardDay(today));
    expect(await importFile(`${header}\n${stray}\n`)).toMatchObject({ ok: true });
    const { code, lines } = await reconcile();
    expect(code).toBe(1);
    expect(lines).toContain(`  missing_in_ledger payment pay_${day}_7 of ${today}, off by 500.00`);
    expect(lines).toContain(
      '  missing_in_ledger: Finance compares it with Razorpay and books it at /admin/payments.',
    );
  });
});

const toDashboardDay = (of: string) => of.split('-').toReversed().join('/');

const header =
  'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,' +
  'entity_created_at,order_receipt,settlement_id,settled_at,settlement_utr';
const row = (n: number) =>
  `payment,pay_${day}_${n},"500.00",INR,10.00,1.80,0,488.20,` +
  `${day.split('-').toReversed().join('/')} 10:20:30,ord_${n},setl_${day},` +
  `${day.split('-').toReversed().join('/')} 18:00:00,utr_${day}`;

let files = 0;
async function importFile(content: string | Buffer) {
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, content);
  return importSettlementFile(till.deps, { path, name: 'a.csv', adminUid: 'test' });
}

async function importStatement(content: string | Buffer, more: Partial<StatementFile> = {}) {
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, content);
  const file = { path, name: 'bank.csv', adminUid: 'test', ...more };
  return importBankStatement(till.deps.db, file, today);
}

describe("the dashboard's export", () => {
  test('a file in UTF-8 with a byte order mark has the lines of the API, and is imported once', async () => {
    answer = paged(() => [item(0, { created_at: startOfIstDay(day) / 1000 })]);
    await importDay();
    const file = `\ufeff${header}\r\n${row(0)}\r\n${row(1)}\r\n`;
    const first = await importFile(file);
    expect(first).toMatchObject({
      ok: true,
      isRepeated: false,
      imported: { lines: 2, new_lines: 1, changed_lines: 0 },
    });
    expect(await importFile(file)).toEqual({ ...first, isRepeated: true });
    expect((await standing()).map(({ version }) => version)).toEqual([1, 1]);
  });

  test('a file with faulty lines names each by its number and imports nothing', async () => {
    const broken = [
      header,
      row(0),
      row(1).replace('500.00', 'five hundred'),
      'payment,pay_x',
      row(2).replace('INR', 'Rs'),
      row(3).replace(`setl_${day}`, ''),
      row(4).replace(/\d\d\/\d\d\/2026 10/, '31/02/2026 10'),
    ];
    expect(await importFile(broken.join('\n'))).toMatchObject({
      ok: false,
      problemCount: 5,
      problems: [
        {
          line: 3,
          problem: expect.stringContaining('"amount" is not a valid amount: "five hundred"'),
        },
        { line: 4, problem: '2 cells, where the header has 13' },
        { line: 5, problem: expect.stringContaining('currency') },
        { line: 6, problem: expect.stringContaining('do not go together') },
        { line: 7, problem: expect.stringContaining('"entity_created_at" is not a valid date') },
      ],
    });
    expect(await versions()).toEqual([]);
  });

  test.each<[string, () => string | Buffer, number | null, string]>([
    ['other columns', () => 'id,sum\n1,2\n'.repeat(3), 1, 'transaction_entity, entity_id'],
    ['nothing', () => '', null, 'empty'],
    ['UTF-16', () => Buffer.from(`\ufeff${header}\n${row(0)}\n`, 'utf16le'), null, 'not UTF-8'],
    [
      'an open quote',
      () => `${header}\n${row(0).replace('"500.00"', '"500.00')}\n`,
      2,
      'breaks off',
    ],
    ['a NUL', () => `${header}\n${row(0).replace('ord_0', 'ord\0')}\n`, 2, 'character'],
  ])('a file with %s is refused', async (_name, content, line, problem) => {
    expect(await importFile(content())).toMatchObject({
      ok: false,
      problems: [{ line, problem: expect.stringContaining(problem) }],
    });
    expect(await versions()).toEqual([]);
  });

  test('a file whose dates a spreadsheet has rewritten with the month first is refused', async () => {
    const made = '04/02/2026 23:59:58';
    const lines = [0, 1].map((n) =>
      row(n)
        .replace(/[\d/]{10} 10:20:30/, made)
        .replace(/[\d/]{10} 18:00:00/, '04/06/2026 17:30:00'),
    );
    expect(await importFile(`${header}\n${lines.join('\n')}\n`)).toMatchObject({
      ok: false,
      problems: [{ line: null, problem: expect.stringContaining('the month before the day') }],
    });
    expect(await versions()).toEqual([]);
  });

  test('a file with a line of an unknown type keeps it, and an unknown column is reported', async () => {
    const file = `${header},mood\n${row(0)},good\n${row(1).replace('payment', 'reserve')},bad\n`;
    expect(await importFile(file)).toMatchObject({ ok: true, imported: { lines: 2 } });
    const kinds = await till.books.query<{ kind: string; mood: string }>(
      `select kind, raw->>'mood' as mood from settlement_line where raw ? 'mood' order by kind`,
    );
    expect(kinds).toEqual([
      { kind: 'other:reserve', mood: 'bad' },
      { kind: 'payment', mood: 'good' },
    ]);
    const about = (await till.exceptions()).filter(({ kind }) => kind === 'unknown_column');
    expect(about).toMatchObject([{ subject: 'column mood' }]);
  });

  test('an unknown type of several days stays resolved when the days are compared again', async () => {
    const days = ['2026-02-03', '2026-02-04'];
    const lines = days.map((each, n) =>
      row(50 + n)
        .replace('payment,', 'mystery,')
        .replaceAll(day.split('-').toReversed().join('/'), each.split('-').toReversed().join('/')),
    );
    expect(await importFile(`${header}\n${lines.join('\n')}\n`)).toMatchObject({ ok: true });
    await compareDays(till.deps.db, days);
    const find = async () => {
      const [found] = await till.books.query<{ id: number; open: boolean }>(
        `select id, resolved_at is null as open from payment_exception
          where subject = 'type mystery'`,
      );
      return found!;
    };
    const { id, open } = await find();
    expect(open).toBe(true);
    await till.deps.db
      .transaction()
      .execute((trx) => resolveException(trx, { id, by: 'user:finance', note: 'A new product' }));
    await compareDays(till.deps.db, days);
    expect(await find()).toMatchObject({ open: false });
  });

  test("the gateway's sample files are imported unchanged", async () => {
    for (const name of [
      '13-razorpay-settlement-recon-iso.csv',
      '14-razorpay-settlement-recon-dmy-two-more-columns.csv',
    ]) {
      expect(await importFile(await readFile(join(samples, name)))).toMatchObject({
        ok: true,
        imported: { lines: 5 },
      });
    }
    const known = await till.books.query(
      `select from settlement_current where entity_id like '%QaTest%'`,
    );
    expect(known).toHaveLength(5);
    for (const name of ['16-razorpay-payments-report.csv', '17-razorpay-settlements-report.csv']) {
      expect(await importFile(await readFile(join(samples, name)))).toMatchObject({
        ok: false,
        problems: [{ problem: expect.stringContaining('Download the “Settlement Recon” report') }],
      });
    }
  });
});

const samples = join(import.meta.dirname, '../../shared/finance/settlement/testing/bank');

describe('a bank statement', () => {
  const count = async () => {
    const [{ lines, paise } = { lines: 0, paise: 0 }] = await till.books.query<{
      lines: number;
      paise: number;
    }>(
      `select count(*)::int as lines, coalesce(sum(amount_paise), 0)::bigint as paise
         from bank_money where day between '2026-04-01' and '2026-04-30'`,
    );
    return { lines, paise };
  };

  test("a bank statement's line is booked once even if several statements have it, until all of these are withdrawn", async () => {
    const hdfc = await readFile(join(samples, '01-hdfc-netbanking-preamble.csv'));
    const first = await importStatement(hdfc);
    expect(first).toMatchObject({
      ok: true,
      isRepeated: false,
      imported: {
        lines: 6,
        new_lines: 6,
        from_day: '2026-04-02',
        to_day: '2026-04-10',
        closing_balance_paise: 3_37_681_86,
      },
    });
    expect(await importStatement(hdfc)).toMatchObject({ isRepeated: true });
    const again = await importStatement(await readFile(join(samples, '09-hdfc-utf16le-bom.csv')));
    expect(again).toMatchObject({ isRepeated: false, imported: { lines: 6, new_lines: 0 } });
    expect(await count()).toEqual({ lines: 6, paise: 87_681_86 });

    const withdraw = (importId: number) =>
      till.deps.db
        .transaction()
        .execute((trx) =>
          withdrawStatement(trx, { importId, reason: 'Wrong account', by: 'test' }),
        );
    const id = (outcome: typeof first) => (outcome.ok ? outcome.imported.id : 0);
    expect(await withdraw(id(first))).toContain('2026-04-06');
    expect(await count()).toEqual({ lines: 6, paise: 87_681_86 });
    await withdraw(id(again));
    expect(await count()).toEqual({ lines: 0, paise: 0 });
    expect(await withdraw(id(again))).toBeNull();
    expect(await importStatement(hdfc)).toMatchObject({ isRepeated: false });
    expect(await count()).toEqual({ lines: 6, paise: 87_681_86 });
  });

  test('concurrent imports of one bank statement are one import', async () => {
    const file = 'Date,Narration,Debit,Credit\n2026-03-09,TWICE TODAY,,77.00\n';
    const outcomes = await Promise.all([1, 2, 3].map(() => importStatement(file)));
    const ids = outcomes.map((outcome) => (outcome.ok ? outcome.imported.id : null));
    expect(new Set(ids).size).toBe(1);
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.isRepeated)).toHaveLength(1);
  });

  test('two equal transfers of a day with different references are both booked if statements overlap', async () => {
    const top = 'Transaction Date,Description,Chq / Ref No.,Amount,Dr / Cr\n';
    const transfer = (utr: string) => `16-03-2026,RAZORPAY SOFTWARE,${utr},500.00,CR\n`;
    const [first, second] = ['N777777777777771', 'N777777777777772'];
    expect(await importStatement(top + transfer(first))).toMatchObject({ ok: true });
    // The next statement lists the newest transfer first.
    const both = top + transfer(second) + transfer(first);
    expect(await importStatement(both)).toMatchObject({ ok: true, imported: { new_lines: 1 } });
    const booked = await till.books.query(
      `select refs from bank_money where day = '2026-03-16' order by refs`,
    );
    expect(booked).toEqual([{ refs: [first] }, { refs: [second] }]);
  });

  test('an approved entry for bank money whose statement is withdrawn stays a difference that can be explained', async () => {
    const money = '2026-03-19';
    const text = `UTR,Date,Amount,Narration\nN888888888888888,${money},20.00,RAZORPAY SOFTWARE\n`;
    const bank = await importStatement(text);
    if (!bank.ok) throw new Error(JSON.stringify(bank));
    await compareRequestedDays(till.deps.db);
    const find = async () => {
      const [found] = await till.books.query<{ id: number }>(
        `select id from payment_exception
          where kind = 'utr_unknown' and found_on = $1 and resolved_at is null`,
        [money],
      );
      return found?.id;
    };
    const explain = async (proposer: string, approver: string) => {
      const wanted = { account: 'other_receipt', reason: 'A gift of the gateway' } as const;
      const exceptionId = (await find())!;
      const proposed = await proposeBankEntry(till.deps, { ...wanted, exceptionId, uid: proposer });
      if (!proposed.ok) throw new Error(proposed.refusal);
      const { id } = proposed.entry;
      await decideOnBankEntry(till.deps, { id, decision: 'approve', uid: approver });
      await compareRequestedDays(till.deps.db);
      return proposed.entry.amount_paise;
    };
    expect(await explain('finance_1', 'finance_2')).toBe(-20_00);
    expect(await find()).toBeUndefined();
    await till.deps.db
      .transaction()
      .execute((trx) =>
        withdrawStatement(trx, { importId: bank.imported.id, reason: 'Wrong file', by: 'test' }),
      );
    await compareRequestedDays(till.deps.db);
    expect(await explain('finance_1', 'finance_2')).toBe(20_00);
    expect(await find()).toBeUndefined();
  });

  test('unknown bank money of two days with one reference is two exceptions, each explained by its own entry', async () => {
    const days = ['2026-01-13', '2026-01-14'];
    const lines = days.map((each) => `${each},NEFT CR 50200012345678 RAZORPAY SOFTWARE,30.00\n`);
    const bank = await importStatement(`Date,Narration,Amount\n${lines.join('')}`);
    if (!bank.ok) throw new Error(JSON.stringify(bank));
    const find = () =>
      till.books.query<{ id: number; found_on: string }>(
        `select id, found_on from payment_exception
          where kind = 'utr_unknown' and found_on = any($1) and resolved_at is null
          order by found_on`,
        [days],
      );
    await compareRequestedDays(till.deps.db);
    const found = await find();
    expect(found.map(({ found_on: on }) => on)).toEqual(days);
    for (const { id } of found) {
      const wanted = { exceptionId: id, account: 'other_receipt', reason: 'A gift' } as const;
      const proposed = await proposeBankEntry(till.deps, { ...wanted, uid: 'finance_1' });
      if (!proposed.ok) throw new Error(proposed.refusal);
      const decision = { id: proposed.entry.id, decision: 'approve', uid: 'finance_2' } as const;
      expect(await decideOnBankEntry(till.deps, decision)).toMatchObject({ ok: true });
    }
    await compareRequestedDays(till.deps.db);
    expect(await find()).toEqual([]);
  });

  test('an approved entry closes its exception although the server crashed before it queued the comparison', async () => {
    const money = '2026-01-21';
    const text = `Date,Narration,Amount\n${money},NEFT CR 50200012345679 RAZORPAY SOFTWARE,30.00\n`;
    const bank = await importStatement(text);
    if (!bank.ok) throw new Error(JSON.stringify(bank));
    await compareRequestedDays(till.deps.db);
    const find = () =>
      till.books.query<{ id: number }>(
        `select id from payment_exception
          where kind = 'utr_unknown' and found_on = $1 and resolved_at is null`,
        [money],
      );
    const [found] = await find();
    const wanted = { account: 'other_receipt', reason: 'A gift', uid: 'finance_1' } as const;
    const proposed = await proposeBankEntry(till.deps, { ...wanted, exceptionId: found!.id });
    if (!proposed.ok) throw new Error(proposed.refusal);
    const crashing = {
      ...till.deps,
      queue: {
        add() {
          throw new Error('crashed');
        },
      },
    };
    const decision = { id: proposed.entry.id, decision: 'approve', uid: 'finance_2' } as const;
    await expect(decideOnBankEntry(crashing, decision)).rejects.toThrow('crashed');
    expect(await find()).toHaveLength(1);

    const queued: Job[] = [];
    const queue = { ...till.deps.queue, add: async (job: Job) => void queued.push(job) };
    await sweepSettlements({ ...till.deps, queue });
    expect(queued).toContainEqual({ name: 'compare-days' });
    await compareRequestedDays(till.deps.db);
    expect(await find()).toEqual([]);
    queued.length = 0;
    await sweepSettlements({ ...till.deps, queue });
    expect(queued.filter(({ name }) => name === 'compare-days')).toEqual([]);
  });

  test("an unknown bank's statement is read with the columns that a person assigned once", async () => {
    const text = 'Wann,Was,Wieviel\n13/05/2026,UPI 609700000009,5.00\n';
    expect(await importStatement(text)).toMatchObject({
      ok: false,
      problems: [{ problem: expect.stringContaining('Assign the columns') }],
    });
    const roles = ['date', 'text', 'amount'] as const;
    expect(await importStatement(text, { roles })).toMatchObject({ ok: true });
    const next = text.replace('13/05', '14/05');
    expect(await importStatement(next)).toMatchObject({ ok: true, imported: { new_lines: 1 } });
  });

  test('a line of a bank statement with the UTRs of two settlements counts once', async () => {
    const [first, second] = ['N444444444444441', 'N444444444444442'];
    const report = [first, second].map((utr, n) =>
      row(60 + n)
        .replace(`utr_${day}`, utr)
        .replace(`setl_${day}`, `setl_${utr}`),
    );
    expect(await importFile(`${header}\n${report.join('\n')}\n`)).toMatchObject({ ok: true });
    // The statement ends long after the settlements, so that one of them is missing.
    const lines = [`RAZORPAY SOFTWARE ${first} ${second},${day},488.20`, 'RENT,2026-05-15,-5.00'];
    const text = `Narration,Date,Amount\n${lines.join('\n')}\n`;
    expect(await importStatement(text)).toMatchObject({ ok: true });
    const found = await compareDays(till.deps.db, [day]);
    const transfers = found.flatMap(({ evidence: { bank }, differencePaise }) =>
      bank ? [[bank.utr, bank.bankPaise, differencePaise]] : [],
    );
    expect(transfers).toEqual([[first, 0, -48_820]]);
  });

  test('a bank statement that is booked while a comparison waits is included in that comparison', async () => {
    const utr = 'N666666666666666';
    const old = `${header}\n${row(41)}\n`
      .replaceAll(`utr_${day}`, utr)
      .replaceAll(`setl_${day}`, 'setl_turn');
    const report = await importFile(old);
    if (!report.ok) throw new Error(JSON.stringify(report));
    const holder = new pg.Client({ connectionString: till.database.ownerUrl });
    await holder.connect();
    await holder.query(`select pg_advisory_lock(${locks.comparison.id})`);
    const waiting = compareRequestedDays(till.deps.db);
    await vi.waitUntil(
      async () => {
        const { rows } = await holder.query(
          `select from pg_locks join pg_database d on d.oid = database
            where datname = current_database() and locktype = 'advisory' and objid = ${locks.comparison.id}
              and not granted`,
        );
        return rows.length > 0;
      },
      { timeout: 60_000 },
    );
    const bank = await importStatement(`UTR,Date,Amount,Narration\n${utr},2026-03-03,480.00,x\n`);
    expect(bank).toMatchObject({ ok: true });
    await holder.end();
    await waiting;
    expect(
      await till.books.query(
        `select resolved_at from payment_exception
          where kind = 'bank_amount_differs' and subject = $1`,
        [`utr ${utr}`],
      ),
    ).toEqual([{ resolved_at: null }]);
  });
});
