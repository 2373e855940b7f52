import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toLedgerMasters, toVoucher, vouchersFoot, vouchersHead } from './tally.ts';

const day = '2026-03-01';
const readEntries = (xml: string) =>
  [
    ...xml.matchAll(
      /<LEDGERNAME>(.*?)<\/LEDGERNAME>\n<ISDEEMEDPOSITIVE>(.*?)<\/ISDEEMEDPOSITIVE>\n<AMOUNT>(.*?)<\/AMOUNT>/g,
    ),
  ].map(([, ledger, isDebit, amount]) => ({ ledger, isDebit: isDebit === 'Yes', amount }));

describe('a day’s voucher', () => {
  test('debits the gateway for what came in and credits the revenue of what was bought', () => {
    const xml = toVoucher(day, [
      { day, account: 'gateway:razorpay', amountPaise: 500_00, events: 1 },
      { day, account: 'revenue:image', amountPaise: -25_05, events: 3 },
    ]);
    expect(readEntries(xml)).toEqual([
      { ledger: 'Sachet wallets', isDebit: false, amount: '500.00' },
      { ledger: 'Sachet gateway razorpay', isDebit: true, amount: '-500.00' },
      { ledger: 'Sachet wallets', isDebit: true, amount: '-25.05' },
      { ledger: 'Sachet revenue image', isDebit: false, amount: '25.05' },
    ]);
    expect(xml).toContain('<DATE>20260301</DATE>');
    expect(xml).toContain('REMOTEID="sachet-2026-03-01"');
    expect(xml).toContain('4 events');
  });

  test('is left out where nothing moved', () => {
    expect(toVoucher(day, [])).toBe('');
    expect(toVoucher(day, [{ day, account: 'x', amountPaise: 0, events: 2 }])).toBe('');
  });

  test('balances to the paisa, whatever moved', () => {
    const movement = fc.record({
      day: fc.constant(day),
      account: fc.string({ minLength: 1 }),
      amountPaise: fc.integer({ min: -1e13, max: 1e13 }),
      events: fc.integer({ min: 1, max: 1e6 }),
    });
    fc.assert(
      fc.property(fc.array(movement), (movements) => {
        const amounts = [...toVoucher(day, movements).matchAll(/<AMOUNT>(.*?)<\/AMOUNT>/g)];
        const paise = amounts.map(([, amount]) => BigInt(amount!.replace('.', '')));
        expect(paise.reduce((sum, each) => sum + each, 0n)).toBe(0n);
      }),
    );
  });
});

test('whatever an account is called, the document stays one', () => {
  const account = 'a<b>&"\u0000\u0007';
  const xml = vouchersHead + toLedgerMasters([account]) + vouchersFoot;
  expect(xml).toContain('<LEDGER NAME="Sachet a&lt;b&gt;&amp;&quot;" ACTION="Create">');
  expect(xml.match(/<LEDGER /g)).toHaveLength(2);
});
