import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toLedgerMasters, toVouchers, vouchersFoot, vouchersHead, type DayBooks } from './tally.ts';

const day = '2026-03-01';
const readEntries = (xml: string) =>
  [
    ...xml.matchAll(
      /<LEDGERNAME>(.*?)<\/LEDGERNAME>\n<ISDEEMEDPOSITIVE>(.*?)<\/ISDEEMEDPOSITIVE>\n<AMOUNT>(.*?)<\/AMOUNT>/g,
    ),
  ].map(([, ledger, isDebit, amount]) => ({ ledger, isDebit: isDebit === 'Yes', amount }));

const quiet: DayBooks = {
  day,
  topUpsPaise: 0,
  refundsPaise: 0,
  disputesPaise: 0,
  correctionsPaise: 0,
  sales: [],
  salesTax: [],
  forfeitedPaise: 0,
  forfeitedTax: [],
  adjustedTax: [],
  documents: [],
  isRegistered: false,
  liabilityChangePaise: 0,
  feePaise: 0,
  taxPaise: 0,
  chargesPaise: 0,
  bankEntriesPaise: 0,
  bankPaise: 0,
};

describe('the vouchers of a day', () => {
  test('a day has one voucher for each kind of movement, with separate fees and GST', () => {
    const vouchers = toVouchers({
      ...quiet,
      topUpsPaise: 500_00,
      refundsPaise: 50_00,
      sales: [{ account: 'revenue:image', paise: 25_05 }],
      liabilityChangePaise: 424_95,
      feePaise: 10_00,
      taxPaise: 1_80,
      bankEntriesPaise: 30,
      bankPaise: 488_20,
    });
    const ids = vouchers.map((xml) => /REMOTEID="sachet-2026-03-01-([a-z-]+)"/.exec(xml)![1]);
    expect(ids).toEqual(['top-ups', 'refunds', 'sales', 'fees', 'gst', 'bank-differences', 'bank']);
    expect(vouchers.map(readEntries)).toEqual([
      [
        { ledger: 'Razorpay', isDebit: true, amount: '-500.00' },
        { ledger: 'Sachet wallets, paid', isDebit: false, amount: '500.00' },
      ],
      [
        { ledger: 'Sachet wallets, paid', isDebit: true, amount: '-50.00' },
        { ledger: 'Razorpay', isDebit: false, amount: '50.00' },
      ],
      [
        { ledger: 'Sachet wallets, paid', isDebit: true, amount: '-25.05' },
        { ledger: 'Sachet revenue image', isDebit: false, amount: '25.05' },
      ],
      [
        { ledger: 'Razorpay fees', isDebit: true, amount: '-10.00' },
        { ledger: 'Razorpay', isDebit: false, amount: '10.00' },
      ],
      [
        { ledger: 'GST on Razorpay fees', isDebit: true, amount: '-1.80' },
        { ledger: 'Razorpay', isDebit: false, amount: '1.80' },
      ],
      [
        { ledger: 'Sachet bank differences', isDebit: true, amount: '-0.30' },
        { ledger: 'Razorpay', isDebit: false, amount: '0.30' },
      ],
      [
        { ledger: 'Sachet bank', isDebit: true, amount: '-488.20' },
        { ledger: 'Razorpay', isDebit: false, amount: '488.20' },
      ],
    ]);
    expect(vouchers.at(-1)).toContain('VCHTYPE="Receipt"');
    expect(vouchers[0]).toContain('<DATE>20260301</DATE>');
  });

  test('vouchers book forfeited balances as income', () => {
    const [voucher] = toVouchers({ ...quiet, forfeitedPaise: 7_00, liabilityChangePaise: -7_00 });
    expect(readEntries(voucher!)[1]).toMatchObject({ ledger: 'Sachet forfeited balances' });
    expect(toLedgerMasters({ accounts: [], gstins: [] })).toContain(
      '<PARENT>Indirect Incomes</PARENT>',
    );
  });

  test('with a registration, sales are net of GST and each document changes the payable ledgers', () => {
    const gstin = '29AAGCB7383J1Z4';
    const vouchers = toVouchers({
      ...quiet,
      sales: [{ account: 'revenue:image', paise: 100_00 }],
      salesTax: [{ gstin, paise: 18_00 }],
      forfeitedPaise: 11_80,
      forfeitedTax: [{ gstin, paise: 1_80 }],
      adjustedTax: [{ gstin, paise: 36 }],
      liabilityChangePaise: -132_16,
      taxPaise: 1_80,
      isRegistered: true,
      documents: [
        {
          gstin,
          sales: { taxablePaise: 100_00, cgstPaise: 9_00, sgstPaise: 9_00, igstPaise: 0 },
          advances: { taxablePaise: -100_00, cgstPaise: 0, sgstPaise: 0, igstPaise: -18_00 },
        },
      ],
    });
    const amounts = vouchers.map((xml) =>
      readEntries(xml).map(({ ledger, amount }) => `${ledger!.replace(gstin, '29')} ${amount}`),
    );
    expect(amounts).toEqual([
      [
        'Sachet wallets, paid -118.00',
        'Sachet revenue image 100.00',
        'Sachet GST on sales, not invoiced 29 18.00',
      ],
      [
        'Sachet wallets, paid -11.80',
        'Sachet forfeited balances 10.00',
        'Sachet GST on advances 29 1.80',
      ],
      [
        'Sachet adjustments of balances 2.00',
        'Sachet wallets, paid -2.36',
        'Sachet GST on advances 29 0.36',
      ],
      ['Input GST on Razorpay fees -1.80', 'Razorpay 1.80'],
      ['Sachet GST on advances 29 18.00', 'Sachet IGST payable 29 -18.00'],
      [
        'Sachet GST on sales, not invoiced 29 -18.00',
        'Sachet CGST payable 29 9.00',
        'Sachet SGST payable 29 9.00',
      ],
    ]);
    const masters = toLedgerMasters({ accounts: [], gstins: [gstin] });
    const named = amounts.flat().map((text) => text.replace(/ -?[\d.]+$/, '').replace('29', gstin));
    for (const ledger of named.filter((name) => !name.includes('revenue'))) {
      expect(masters).toContain(`<NAME>${ledger}</NAME>`);
    }
  });

  test('a day without movements has no vouchers', () => {
    expect(toVouchers(quiet)).toEqual([]);
  });

  test('vouchers of any movements balance to the paisa and change the wallets as the books do', () => {
    const paise = fc.integer({ min: -1e12, max: 1e12 });
    const gstin = fc.constantFrom('29AAGCB7383J1Z4', '27AAPFU0939F1ZV');
    const taxes = fc.array(fc.record({ gstin, paise }));
    const tax = fc.record({
      taxablePaise: paise,
      cgstPaise: paise,
      sgstPaise: paise,
      igstPaise: paise,
    });
    const books = fc.record({
      day: fc.constant(day),
      topUpsPaise: paise,
      refundsPaise: paise,
      disputesPaise: paise,
      correctionsPaise: paise,
      sales: fc.array(fc.record({ account: fc.string({ minLength: 1 }), paise })),
      salesTax: taxes,
      forfeitedPaise: paise,
      forfeitedTax: taxes,
      adjustedTax: taxes,
      documents: fc.array(fc.record({ gstin, sales: tax, advances: tax })),
      isRegistered: fc.boolean(),
      liabilityChangePaise: paise,
      feePaise: paise,
      taxPaise: paise,
      chargesPaise: paise,
      bankEntriesPaise: paise,
      bankPaise: paise,
    });
    fc.assert(
      fc.property(books, (of) => {
        let walletsPaise = 0n;
        for (const xml of toVouchers(of)) {
          const entries = [
            ...xml.matchAll(/<LEDGERNAME>(.*?)<\/LEDGERNAME>\n.*\n<AMOUNT>(.*?)<\/AMOUNT>/g),
          ].map(([, ledger, amount]) => ({ ledger, paise: BigInt(amount!.replace('.', '')) }));
          expect(entries.reduce((sum, each) => sum + each.paise, 0n)).toBe(0n);
          for (const each of entries) {
            if (each.ledger === 'Sachet wallets, paid') walletsPaise += each.paise;
          }
        }
        expect(walletsPaise).toBe(BigInt(of.liabilityChangePaise));
      }),
    );
  });
});

test('a Tally document stays well-formed with any account name', () => {
  const account = 'a<b>&"\u0000\u0007';
  const xml = vouchersHead + toLedgerMasters({ accounts: [account], gstins: [] }) + vouchersFoot;
  expect(xml).toContain('<LEDGER NAME="Sachet a&lt;b&gt;&amp;&quot;" ACTION="Create">');
  expect(xml.match(/<LEDGER /g)).toHaveLength(10);
});
