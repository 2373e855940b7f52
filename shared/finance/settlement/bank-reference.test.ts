import { describe, expect, test } from 'vitest';
import { findReferences, namesGateway } from './bank-reference.ts';

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
  ])('a UTR is found as a whole run of letters and digits: %j', (text, found) => {
    expect(findReferences({ text, references: [] }).join(' ')).toBe(found);
  });

  test('a cell in a reference column is one reference as a whole, in upper case', () => {
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
  ])('a credit comes from the gateway if the payer is named: %j', (text, isGateway) => {
    expect(namesGateway(text)).toBe(isGateway);
  });
});
