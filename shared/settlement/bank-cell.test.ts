import { describe, expect, test } from 'vitest';
import { findReferences, namesGateway } from './bank-reference.ts';
import { csv, problemsOf, read, tryToRead } from './testing/read-statement.ts';

describe('an amount', () => {
  const readAmount = (cell: string) => tryToRead(csv('utr,date,amount', `U1,2026-04-06,"${cell}"`));

  test.each([
    ['4,882.00', 4_882_00],
    ['1,20,542.44', 1_20_542_44],
    ['120,542.44', 1_20_542_44],
    ['4882', 4_882_00],
    ['4882.5', 4_882_50],
    ['4882.0000', 4_882_00],
    ['4882,00', 4_882_00],
    ['1.20.542,44', 1_20_542_44],
    ['4.882,44', 4_882_44],
    ['4,882.00 Cr', 4_882_00],
    ['4,882.00Dr.', -4_882_00],
    ['4,882.00 (Dr)', -4_882_00],
    ['Cr 4,882.00', 4_882_00],
    ['-45,000.00', -45_000_00],
    ['−45,000.00', -45_000_00],
    ['45,000.00-', -45_000_00],
    ['(45,000.00)', -45_000_00],
    ['+17.70', 17_70],
    ['₹ 17.70', 17_70],
    ['-₹17.70', -17_70],
    ['Rs. 17.70', 17_70],
    ['Rs.17.70/-', 17_70],
    ['INR 1,00,000', 1_00_000_00],
    ['17.70 INR', 17_70],
    ['4,88,2.00', undefined],
    ['48,82', 48_82],
    ['4.880', undefined],
    ['4 882.00', undefined],
    ['1e5', undefined],
    ['0x10', undefined],
    ['--5', undefined],
    ['-5 Cr', undefined],
    ['(5', undefined],
    ['five', undefined],
    ['99999999999999999', undefined],
  ])('is read or refused: %s', (cell, amountPaise) => {
    const reading = readAmount(cell);
    if (amountPaise === undefined) {
      expect(reading).toMatchObject({ ok: false, problems: [{ line: 2 }] });
    } else {
      expect(reading).toMatchObject({ ok: true, lines: [{ amountPaise }] });
    }
  });

  test('has one decimal sign in the whole file', () => {
    const text = csv('utr;date;amount', 'U1;2026-04-06;4882,50', 'U2;2026-04-07;4,882.00');
    expect(problemsOf(text)).toEqual([
      { line: 2, problem: expect.stringContaining('“4882,50” is not a valid amount.') },
    ]);
  });
});

describe('dates', () => {
  const readDates = (...dates: string[]) =>
    tryToRead(csv('UTR,Date,Amount', ...dates.map((date) => `U,"${date}",1`)));

  test.each([
    [
      ['06/04/26', '13/04/26'],
      ['2026-04-06', '2026-04-13'],
    ],
    [
      ['04/06/26', '04/13/26'],
      ['2026-04-06', '2026-04-13'],
    ],
    [
      ['2026-04-06', '2026/4/7'],
      ['2026-04-06', '2026-04-07'],
    ],
    [
      ['06-Apr-26', '07/04/2026'],
      ['2026-04-06', '2026-04-07'],
    ],
    [
      ['Apr 6, 2026', '04/07/2026'],
      ['2026-04-06', '2026-04-07'],
    ],
    [
      ['6 April 2026', '7 Sept 2026'],
      ['2026-04-06', '2026-09-07'],
    ],
    [
      ['13/04/2026 11:47:53 AM', '14.04.2026 18:04'],
      ['2026-04-13', '2026-04-14'],
    ],
    [
      ['04/04/2026', '05/05/2026'],
      ['2026-04-04', '2026-05-05'],
    ],
  ])('in one format are read: %j', (dates, days) => {
    const reading = readDates(...dates);
    expect(reading).toMatchObject({ ok: true, lines: days.map((day) => ({ day })) });
  });

  test.each([
    [['13/04/2026', '04/14/2026'], 3],
    [['6 Apr 2026', '04/14/2026'], 3],
    [['13/04/2026', '31/02/2026'], 3],
    [['13/04/2026', '06/04/62'], 3],
    [['2026-11-26', '2026-11-27'], 3],
    [['13/04/2026', '06/04/1926'], 3],
    [['13/04/2026', '6 Apirl 2026'], 3],
    [['13/04/2026', ''], 3],
    [['13/04/2026', 'tomorrow'], 3],
  ])('are refused if one of them is wrong: %j', (dates, line) => {
    expect(readDates(...dates)).toEqual({
      ok: false,
      needs: null,
      problems: [{ line, problem: expect.any(String) }],
    });
  });

  test('in two formats are refused with a message that names both', () => {
    expect(readDates('13/04/2026', '04/14/2026')).toEqual({
      ok: false,
      needs: null,
      problems: [
        {
          line: 3,
          problem:
            '“04/14/2026” has its day and month in another order than “13/04/2026” in line 2. Use one date format in the whole file.',
        },
      ],
    });
  });

  test('of a known bank have the day first, unless the file proves the opposite', () => {
    const header =
      'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
    expect(read(csv(header, '06/04/26,A,,06/04/26,,1.00,1.00')).from).toBe('2026-04-06');
    expect(read(csv(header, '04/13/26,A,,04/13/26,,1.00,1.00')).from).toBe('2026-04-13');
  });
});

describe('a UTR', () => {
  test.each([
    ['NEFT CR-UTIB0000100-RAZORPAY SOFTWARE PVT LTD-AXISCN0912345678', 'AXISCN0912345678'],
    ['NEFT*UTIB0000100*1775634000vxp0rj*RAZORPAY SOFTWARE PR--', '1775634000VXP0RJ'],
    ['RTGS-SBINR12026070834491979-IVAAN SOLAR', 'SBINR12026070834491979'],
    ['MMT/IMPS/609210000001/RENT/ICIC0000104', '609210000001'],
    ['0000609700000001', '609700000001'],
    ['1700000000sandbox12', '1700000000SANDBOX12'],
    ['NEFT-AXISCN0912\n345678901-RAZORPAY', 'AXISCN0912 AXISCN0912345678901'],
    ['AXISCN0912345678é', ''],
    ['INTERNATIONALISM 0000000000000000', ''],
  ])('is found as a whole run of letters and digits: %j', (text, found) => {
    expect(findReferences({ text, references: [] }).join(' ')).toBe(found);
  });

  test('is a whole cell of references in any form', () => {
    expect(findReferences({ text: '', references: [' utr_sandbox-1 '] })).toEqual([
      'UTR_SANDBOX-1',
    ]);
  });

  test.each([
    ['NEFT-X-RAZORPAY SOFTWARE PR', true],
    ['RTGS CR-X-Razorpay Payments Pv-Y', true],
    ['RAZORPAYSOFTWAREPVTLTD', true],
    ['NEFT X RAZORPAY\nSOFTWARE', true],
    ['NEFT X RAZORPAY SO', true],
    ['UPI-SWIGGY-RAZORPAY-ORDER 1', false],
    ['UPI-pay@razorpay', false],
    ['RAZORPAYX PAYOUT', false],
    ['NEFT-MYRAZORPAY SOFTWARE', false],
  ])('comes from the gateway if the payer is named: %j', (text, isGateway) => {
    expect(namesGateway(text)).toBe(isGateway);
  });
});
