// Revenue, cost and income in the books, with and without a registration.
import { afterEach, expect, test } from 'vitest';
import { inKarnataka, testSupplier } from '@sachet/shared/tax/testing/parties';
import { toVouchers } from '@sachet/shared/finance/tally';
import { inMaharashtra, openPapers, type Papers } from '../tax/testing/papers.ts';
import { verifyLines, walletCalled } from '../testing/ledger-story.ts';
import { readDayBooks } from './books.ts';
import { countNewEvents } from './day-totals.ts';
import { readBooks } from './figures.ts';

let papers: Papers;
afterEach(async () => {
  await papers.close();
  await papers.database.drop();
});

const october = { from: '2026-10-01', to: '2026-10-31' };

/** A settlement's fees of one day: 234.07 and 42.13 GST. */
const settle = (day: string) =>
  papers.owner.query(
    `insert into settlement_day_sum (day, fee_paise, tax_paise, charges_paise)
     values ($1, 23407, 4213, 0)
     on conflict (day) do update set fee_paise = excluded.fee_paise, tax_paise = excluded.tax_paise`,
    [day],
  );

async function read() {
  await papers.issue();
  await countNewEvents(papers.db);
  const { paidUse, fees, forfeitedTax } = await readBooks(papers.db, october);
  const sum = (paise: number[]) => paise.reduce((total, each) => total + each, 0);
  return {
    gross: sum(paidUse.map(({ paidPaise }) => paidPaise)),
    tax: sum(paidUse.map(({ taxPaise }) => taxPaise)),
    fees: sum(fees.map(({ paise }) => paise)),
    inputTax: sum(fees.map(({ inputTaxPaise }) => inputTaxPaise)),
    forfeitedTax: sum(forfeitedTax.map(({ paise }) => paise)),
  };
}

const readLedgers = async () => {
  const xml = (await readDayBooks(papers.db, october)).flatMap(toVouchers).join('');
  return [...new Set([...xml.matchAll(/<LEDGERNAME>(.*?)</g)].map(([, name]) => name))];
};

test('revenue is without output tax, and recoverable GST on fees does not count as a cost, from the day of the registration on', async () => {
  papers = await openPapers('2026-10-02T10:00:00+05:30');
  const walletId = await walletCalled(papers, 'wal_asha');
  await papers.topUp(walletId, 2000_00);
  await papers.charge(walletId, 100_00);
  await settle('2026-10-02');
  expect(await read()).toMatchObject({ gross: 100_00, tax: 0, fees: 276_20, inputTax: 0 });
  expect(await readLedgers()).not.toContain(`Sachet CGST payable ${testSupplier.gstin}`);

  await papers.setTime('2026-10-05T10:00:00+05:30');
  await papers.supply();
  await papers.bill(walletId, inKarnataka);
  const { seq } = await papers.charge(walletId, 118_00);
  await papers.charge(walletId, 59_00);
  await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 59_00 });
  await settle('2026-10-05');
  expect(await read()).toEqual({
    gross: 218_00,
    tax: 18_00,
    fees: 276_20 + 234_07,
    inputTax: 42_13,
    forfeitedTax: 0,
  });
  expect(await readLedgers()).toContain('Input GST on Razorpay fees');

  // The charge that is older than the registration stays untaxed when it is given back.
  await papers.setTime('2026-10-20T10:00:00+05:30');
  await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: 2, amountPaise: 100_00 });
  expect(await read()).toMatchObject({ gross: 118_00, tax: 18_00 });
  expect(await verifyLines(papers.database)).toEqual([]);
});

test('the tax on an advance that a closed wallet leaves behind is not income', async () => {
  papers = await openPapers('2026-10-02T10:00:00+05:30');
  await papers.supply();
  const walletId = await walletCalled(papers, 'wal_closed');
  await papers.bill(walletId, inKarnataka);
  await papers.topUp(walletId, 236_00);
  await papers.charge(walletId, 118_00);
  const outcome = await papers.tell(walletId, {
    type: 'ClearWallet',
    amountPaise: 118_00,
    to: 'unclaimed',
    reason: 'closed',
  });
  expect(outcome).toMatchObject({ ok: true });
  expect(await read()).toMatchObject({ gross: 118_00, tax: 18_00, forfeitedTax: 18_00 });
  await papers.setTime('2026-11-01T00:30:00+05:30');
  expect(await read()).toMatchObject({ gross: 118_00, tax: 18_00, forfeitedTax: 18_00 });
});

test('a purchase that makes a debt is a taxed sale, and a payment of the debt is not a sale', async () => {
  papers = await openPapers('2026-10-02T10:00:00+05:30');
  await papers.supply();
  const walletId = await walletCalled(papers, 'wal_debt');
  await papers.topUp(walletId, 118_00, 'pay_debt');
  const hold = {
    type: 'PlaceHold',
    amountPaise: 118_00,
    holdId: 'hold_debt',
    tool: 'image',
  } as const;
  await papers.tell(walletId, {
    ...hold,
    memberUid: 'asha',
    expiresAtMs: Date.parse('2026-10-03'),
  });
  await papers.tell(walletId, { type: 'DisputeTopUp', paymentId: 'pay_debt', amountPaise: 118_00 });
  const captured = await papers.tell(walletId, { type: 'CaptureHold', holdId: 'hold_debt' });
  expect(captured).toMatchObject({ ok: true });
  await papers.topUp(walletId, 236_00);
  expect(await read()).toMatchObject({ gross: 118_00, tax: 18_00 });
  await papers.setTime('2026-11-01T00:30:00+05:30');
  expect(await read()).toMatchObject({ gross: 118_00, tax: 18_00 });
  expect(await readLedgers()).not.toContain('Sachet adjustments of balances');
  expect(await verifyLines(papers.database)).toEqual([]);
});

test('two registrations of a month have their own payable ledgers', async () => {
  papers = await openPapers('2026-10-02T10:00:00+05:30');
  await papers.supply();
  const walletId = await walletCalled(papers, 'wal_moved');
  await papers.bill(walletId, inKarnataka);
  await papers.topUp(walletId, 118_00);
  await papers.supply(inMaharashtra);
  await papers.topUp(walletId, 118_00);
  const ledgers = await readLedgers();
  expect(ledgers).toContain(`Sachet CGST payable ${testSupplier.gstin}`);
  expect(ledgers).toContain(`Sachet IGST payable ${inMaharashtra.gstin}`);
});
