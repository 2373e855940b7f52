import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Provider } from '@sachet/shared/providers';
import type { PaidTool } from '@sachet/shared/sales';
import type { Statement } from '@sachet/shared/wallet/contracts/statement';
import { createCustomer, type Customer } from '../testing/client.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';
import { csvLine } from './statement-csv.ts';

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

async function adjust(walletId: string, amountPaise: number, reason: string): Promise<void> {
  const outcome = await ledger.append({
    type: 'AdjustByAdmin',
    walletId,
    amountPaise,
    reason,
    // Each call uses its own actor, because the credits of one admin per day are limited.
    actor: `test:${randomUUID()}`,
    idempotencyKey: randomUUID(),
  });
  if (!outcome.ok) throw new Error(outcome.refusal);
}

async function download(customer: Customer, query = '') {
  const answer = await fetch(`${open.stack.apiUrl}/api/statement.csv${query}`, {
    headers: customer.headers,
  });
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return { headers: answer.headers, rows: parseCsv(bytes.subarray(3).toString('utf8')) };
}

/** Parses RFC 4180 strictly. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    rows.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

const column = (rows: string[][], header: string) => {
  const index = rows[0]!.indexOf(header);
  expect(index).toBeGreaterThanOrEqual(0);
  return rows.slice(1).map((row) => row[index]);
};

test('the CSV has a row per event, plain decimals, Indian time and a file name', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview({ provider: 'google' });
  expect((await customer.unlock(preview, 1024)).status).toBe(200);
  const { walletId } = await customer.wallet();
  await open.books.query('update wallet set recorded_at = $1 where id = $2', [
    '2031-03-10T18:30:05.678Z',
    walletId,
  ]);
  await adjust(walletId, -1_05, 'a mistake');

  const { headers, rows } = await download(customer);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="sachet-statement.csv"');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([rows[0]!.length]));
  expect(column(rows, 'No.')).toEqual(['4', '3', '2', '1']);
  expect(column(rows, 'Description')).toEqual([
    'Adjusted by an admin',
    'Paid',
    'On hold',
    'Sign-up bonus',
  ]);
  expect(column(rows, 'Time (IST)')[0]).toBe('2031-03-11 00:00:05');
  expect(column(rows, 'Tool')).toEqual(['', 'Image', 'Image', '']);
  expect(column(rows, 'Provider')).toEqual(['', 'Google', 'Google', '']);
  expect(column(rows, 'Pixels')).toEqual(['', '1024', '1024', '']);
  expect(column(rows, 'Member')).toEqual(['', 'Test Person', 'Test Person', '']);
  expect(column(rows, 'Amount (INR)')).toEqual(['-1.05', '-75.00', '0.00', '250.00']);
  expect(column(rows, 'Balance (INR)')).toEqual(['173.95', '175.00', '250.00', '250.00']);
  expect(column(rows, 'Change on hold (INR)')).toEqual(['0.00', '-75.00', '75.00', '0.00']);
  expect(column(rows, 'On hold after (INR)')).toEqual(['0.00', '0.00', '75.00', '0.00']);
  expect(column(rows, 'Result')).toEqual(['', preview.generationId, preview.generationId, '']);

  const filtered = await download(customer, '?from=2031-03-11&to=2031-03-12&kind=corrections');
  expect(column(filtered.rows, 'No.')).toEqual(['4']);
  expect(filtered.headers.get('content-disposition')).toBe(
    'attachment; filename="sachet-statement-2031-03-11-2031-03-12.csv"',
  );
  expect((await download(customer, '?to=2020-01-01')).rows).toHaveLength(1);
});

test('the CSV names a tool and a provider that a rollback removed by their ids', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview({ provider: 'google' });
  expect((await customer.unlock(preview, 1024)).status).toBe(200);
  const { walletId } = await customer.wallet();
  const outcome = await ledger.append({
    type: 'Charge',
    walletId,
    amountPaise: 9_00,
    tool: 'posters' as PaidTool,
    memberUid: customer.uid,
    actor: `user:${customer.uid}`,
    idempotencyKey: randomUUID(),
  });
  expect(outcome.ok).toBe(true);
  const { rows } = await download(customer);
  expect(column(rows, 'Tool')).toEqual(['posters', 'Image', 'Image', '']);
  const { body } = await customer.send<Statement>('/api/statement');
  const bought = body.items.find(({ provider }) => provider === 'google')!;
  expect(csvLine({ ...bought, provider: 'acme' as Provider })).toContain(',Image,acme,1024,');
});

test('free text stays in its cell and is never a formula', async () => {
  const said: [written: string, cell: string][] = [
    ['=HYPERLINK("http://x.test","a, b")', `'=HYPERLINK("http://x.test","a, b")`],
    ['+91 98', "'+91 98"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r\n=1', "'\r\n=1"],
    ['＝1+1', "'＝1+1"],
    ['two\r\nlines, "quoted"', 'two\r\nlines, "quoted"'],
    ['माफ़ कीजिए 🙏', 'माफ़ कीजिए 🙏'],
    ['a=1', 'a=1'],
  ];
  const customer = await createCustomer(open.stack, {
    accountType: 'individual',
    firstName: '=cmd|',
    lastName: "' /C calc'!A0",
  });
  const { walletId } = await customer.wallet();
  for (const [reason] of said) await adjust(walletId, 1_00, reason);
  const preview = await customer.preview({ mode: 'general' });
  expect((await customer.unlockText(preview)).status).toBe(200);
  const { rows } = await download(customer);
  const cells = column(rows, 'Reason').slice(1, 1 + said.length);
  expect(cells.reverse()).toEqual(said.map(([, cell]) => cell));
  expect(column(rows, 'Member')[0]).toBe("'=cmd| ' /C calc'!A0");
});

test('a long statement is complete and in order across several reads', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  await Promise.all(Array.from({ length: 599 }, () => adjust(walletId, 1_00, 'a test')));
  const { rows } = await download(customer);
  expect(column(rows, 'No.')).toEqual(Array.from({ length: 600 }, (_, i) => String(600 - i)));
  expect(column(rows, 'Balance (INR)')[0]).toBe('849.00');
  const some = await download(customer, '?kind=corrections');
  expect(some.rows).toHaveLength(600);
});
