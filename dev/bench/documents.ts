/**
 * `npm run bench -- documents`: how fast a month of many wallets is invoiced, how much slower purchases are
 * during that time, and how long its return for finance and a PDF take.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { projectNewEvents } from '@sachet/db/finance/provenance/project';
import { createKysely, createPool } from '@sachet/db/connect';
import { issueReceipts, receiptDueStatement } from '@sachet/db/tax/receipts';
import { findDocument } from '@sachet/db/tax/read';
import { readReturnDocuments } from '@sachet/db/tax/register';
import { addSupplier } from '@sachet/db/tax/suppliers';
import { readTaxMonth } from '@sachet/db/tax/tax-month';
import { createLedger } from '@sachet/db/ledger/ledger';
import { installShiftedClock, setShiftedClock } from '@sachet/db/testing/shifted-clock';
import { openWallet } from '@sachet/db/wallet/wallets';
import { renderPdf } from '@sachet/adapters/documents/pdf';
import { buildGstr1 } from '@sachet/shared/tax/gstr1';
import { testSupplier } from '@sachet/shared/tax/testing/parties';
import type { Command } from '@sachet/shared/ledger/command';
import { measureHolds } from './documents/holds.ts';
import { quantile } from './load.ts';
import {
  getDatabaseUrl,
  number,
  say,
  sayMachine,
  sayTable,
  sayTargets,
  toTarget,
} from './report.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
  },
});
const walletCount = options.quick ? 500 : 10_000;
/** Charges of each wallet. */
const chargeCount = 10;
const pdfCount = options.quick ? 50 : 500;
const callers = 64;
const prices = [9_00, 25_00, 49_00];

const ownerUrl = getDatabaseUrl('OWNER');
const appUrl = getDatabaseUrl('APP');
await installShiftedClock({ ownerUrl, name: new URL(ownerUrl).pathname.slice(1) });
const owner = createPool(ownerUrl, { max: 2, statement_timeout: 0 });
const db = createKysely(createPool(appUrl));
const fail = (error: unknown) => {
  throw error;
};
try {
  sayMachine();
  await setShiftedClock(owner, Date.parse('2026-10-15T12:00:00+05:30'));
  await db
    .transaction()
    .execute((trx) =>
      addSupplier(trx, { settings: testSupplier, fromDay: '2026-10-15', by: 'bench' }),
    );
  await useWallets();
  await projectNewEvents(db, fail);
  await setShiftedClock(owner, Date.parse('2026-11-01T00:30:00+05:30'));
  const { perSecond, ratio } = await measureCoupling();
  await measureFinance();
  const p95Ms = await measurePdfs();
  sayTargets([
    toTarget('at least 250 documents/s', perSecond >= 250, number(perSecond)),
    toTarget('p99 of holds at most twice the quiet one', ratio <= 2, `${number(ratio, 2)} times`),
    toTarget('PDF p95 of at most 300 ms', p95Ms <= 300, `${number(p95Ms)} ms`),
  ]);
} finally {
  await db.destroy();
  await owner.end();
}

/** Holds and top-ups of other wallets: alone, and while another process issues the month's invoices. */
async function measureCoupling() {
  const walletIds: string[] = [];
  const ledger = createLedger({ connectionString: appUrl });
  for (let i = 0; i < 1_000; i += 1) walletIds.push(await creditWallet(ledger, `buyer_${i}`));
  await ledger.close();
  await issueReceipts(db, fail);
  const measure = (name: string, ends: Promise<unknown>) =>
    measureHolds({ db, connectionString: appUrl }, { walletIds, name, ends });
  await measure('warm', sleep(2_000));
  const quiet = await measure('quiet', sleep(options.quick ? 3_000 : 15_000));
  const startedMs = performance.now();
  let seconds = 0;
  const script = join(import.meta.dirname, 'documents', 'issue.ts');
  const issuing = promisify(execFile)(process.execPath, [script]).then(
    () => (seconds = (performance.now() - startedMs) / 1000),
  );
  const busy = await measure('busy', issuing);
  const { rows } = await owner.query(
    `select count(*)::int as invoices from document where kind = 'tax-invoice'`,
  );
  const perSecond = rows[0].invoices / seconds;
  say(`${number(rows[0].invoices)} invoices in ${number(seconds)} s: ${number(perSecond)}/s`);
  sayTable(
    [
      '64 callers of holds, a top-up each second',
      'holds',
      'p50 ms',
      'p99 ms',
      'longest receipt ms',
    ],
    Object.entries({
      quiet,
      'while invoices are issued': busy,
    }).map(([when, each]) => [
      when,
      number(each.holds),
      number(each.p50Ms, 1),
      number(each.p99Ms, 1),
      number(each.receiptMs),
    ]),
  );
  return { perSecond, ratio: busy.p99Ms / quiet.p99Ms };
}

/** A top-up with its voucher, and charges. */
async function useWallets(): Promise<void> {
  const ledger = createLedger({ connectionString: appUrl });
  let next = 0;
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let i = next++; i < walletCount; i = next++) await useWallet(ledger, i);
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  await ledger.close();
  await issueReceipts(db, fail);
  say(
    `${number(walletCount)} wallets, each with a top-up, its voucher and ${chargeCount} charges: ${number(seconds)} s`,
  );
}

async function useWallet(ledger: ReturnType<typeof createLedger>, i: number): Promise<void> {
  const walletId = await creditWallet(ledger, String(i));
  const base = { walletId, actor: 'bench' };
  for (let charge = 0; charge < chargeCount; charge += 1) {
    await ledger.append({
      ...base,
      type: 'Charge',
      idempotencyKey: `charge_${charge}`,
      amountPaise: prices[charge % prices.length]!,
      tool: 'image',
      memberUid: `bench_${i}`,
    });
  }
}

async function creditWallet(
  ledger: ReturnType<typeof createLedger>,
  name: string,
): Promise<string> {
  const walletId = await openWallet(db, { kind: 'user', id: `bench_${name}` });
  const credit: Command = {
    walletId,
    actor: 'bench',
    type: 'CreditTopUp',
    idempotencyKey: `topup:pay_${name}`,
    amountPaise: 999_00,
    orderId: `ord_${name}`,
    paymentId: `pay_${name}`,
  };
  await ledger.append(credit, (event) => [receiptDueStatement(db, event)]);
  return walletId;
}

/** The finance page of the month, and the file of its return. */
async function measureFinance(): Promise<void> {
  const time = async (what: string, work: () => Promise<unknown>) => {
    const startedMs = performance.now();
    await work();
    say(`${what}: ${number(performance.now() - startedMs)} ms`);
  };
  const month = '2026-11';
  const gstin = testSupplier.gstin!;
  await time('tax of the month', () => readTaxMonth(db, month));
  await time('use of the month before, against the ledger', () => readTaxMonth(db, '2026-10'));
  await time('GSTR-1 of the month', async () => {
    const builder = buildGstr1({ gstin, month });
    for await (const batch of readReturnDocuments(db, { gstin, month })) {
      for (const document of batch) builder.add(document);
    }
    builder.end();
  });
}

async function measurePdfs(): Promise<number> {
  const { rows } = await owner.query<{ number: string }>(
    `select number from document where kind = 'tax-invoice' order by id limit $1`,
    [pdfCount],
  );
  const times: number[] = [];
  for (const { number: name } of rows) {
    const document = await findDocument(db, { number: name, of: 'anyone' });
    const startedMs = performance.now();
    await renderPdf(document!, 'https://sachet.example');
    times.push(performance.now() - startedMs);
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  say(`${rows.length} PDFs: p50 ${number(p50)} ms, p95 ${number(p95)} ms`);
  return p95;
}
