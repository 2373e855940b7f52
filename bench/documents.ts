/**
 * `npm run bench -- documents`: how fast a month of many wallets is invoiced, and how long its return for
 * finance and a PDF take.
 */
import { parseArgs } from 'node:util';
import { projectNewEvents } from '@sachet/db/books/provenance/project';
import { createKysely, createPool } from '@sachet/db/connect';
import { issueDueDocuments } from '@sachet/db/documents/invoices';
import { readReceiptParties, receiptStatements } from '@sachet/db/documents/issue';
import { findDocument } from '@sachet/db/documents/read';
import { readRegister, readReturnDocuments, sumRegister } from '@sachet/db/documents/register';
import { addSupplier } from '@sachet/db/documents/suppliers';
import { readTaxMonth } from '@sachet/db/documents/tax-month';
import { createLedger } from '@sachet/db/ledger/ledger';
import { installShiftedClock, setShiftedClock } from '@sachet/db/testing/shifted-clock';
import { openWallet } from '@sachet/db/wallets/wallets';
import { renderPdf } from '@sachet/documents/pdf';
import { buildGstr1 } from '@sachet/shared/documents/gstr1';
import { testSupplier } from '@sachet/shared/documents/testing/parties';
import type { Command } from '@sachet/shared/ledger/command';
import { getDatabaseUrl, number, say, sayMachine, toTarget } from './report.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    wallets: { type: 'string' },
    /** Charges of each wallet. */
    charges: { type: 'string' },
    pdfs: { type: 'string' },
  },
});
const walletCount = Number(options.wallets ?? (options.quick ? 500 : 10_000));
const chargeCount = Number(options.charges ?? 10);
const pdfCount = Number(options.pdfs ?? (options.quick ? 50 : 500));
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
  const perSecond = await invoice();
  await measureFinance();
  const p95Ms = await measurePdfs();
  say('\n## Targets\n');
  say(toTarget('at least 300 documents/s', perSecond >= 300, number(perSecond)));
  say(toTarget('PDF p95 of at most 300 ms', p95Ms <= 300, `${number(p95Ms)} ms`));
} finally {
  await db.destroy();
  await owner.end();
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
  say(
    `${number(walletCount)} wallets, each with a top-up, its voucher and ${chargeCount} charges: ${number(seconds)} s`,
  );
}

async function useWallet(ledger: ReturnType<typeof createLedger>, i: number): Promise<void> {
  const walletId = await openWallet(db, { kind: 'user', id: `bench_${i}` });
  const parties = await readReceiptParties(db, walletId);
  const base = { walletId, actor: 'bench' };
  const credit: Command = {
    ...base,
    type: 'CreditTopUp',
    idempotencyKey: `topup:pay_${i}`,
    amountPaise: 999_00,
    orderId: `ord_${i}`,
    paymentId: `pay_${i}`,
  };
  await ledger.append(credit, (event) => receiptStatements(db, parties, event));
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

async function invoice(): Promise<number> {
  const startedMs = performance.now();
  await issueDueDocuments(db, fail);
  const seconds = (performance.now() - startedMs) / 1000;
  const { rows } = await owner.query(
    `select count(*)::int as invoices from document where kind = 'tax-invoice'`,
  );
  const perSecond = rows[0].invoices / seconds;
  say(`${number(rows[0].invoices)} invoices in ${number(seconds)} s: ${number(perSecond)}/s`);
  return perSecond;
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
  await time('sums of the register', () => sumRegister(db, { month }));
  await time('first page of the register', () =>
    readRegister(db, { month }, { beforeId: null, limit: 51 }),
  );
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
    const document = await findDocument(db, { number: name, walletId: null });
    const startedMs = performance.now();
    await renderPdf(document!, 'https://sachet.example');
    times.push(performance.now() - startedMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  say(`${rows.length} PDFs: p50 ${number(at(0.5))} ms, p95 ${number(at(0.95))} ms`);
  return at(0.95);
}
