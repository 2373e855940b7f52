import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeReport, parseSettlementRow } from './csv-row.ts';

const row = {
  transaction_entity: 'payment',
  entity_id: 'pay_1',
  amount: '1,23,456.78',
  currency: 'INR',
  'fee (exclusive tax)': '2469.14',
  tax: '444.45',
  debit: '0',
  credit: '1,20,543.19',
  entity_created_at: '01/03/2026 23:59:59',
  settlement_id: 'setl_1',
  settled_at: '03/03/2026 18:00:00',
  settlement_utr: 'UTR1',
};

describe('a row of the export', () => {
  test('a row of the export is read with a fee that excludes GST, days before months, and commas in amounts', () => {
    expect(parseSettlementRow(row)).toMatchObject({
      ok: true,
      value: {
        amountPaise: 12_345_678,
        feePaise: 246_914 + 44_445,
        taxPaise: 44_445,
        creditPaise: 12_054_319,
        createdOn: '2026-03-01',
        settledOn: '2026-03-03',
        paymentId: 'pay_1',
      },
    });
  });

  test("a row with the API's columns has a fee that includes the GST", () => {
    const { 'fee (exclusive tax)': _without, ...others } = row;
    expect(parseSettlementRow({ ...others, fee: '11.80', tax: '1.80' })).toMatchObject({
      value: { feePaise: 1_180, taxPaise: 180 },
    });
  });

  test.each<[Partial<Record<keyof typeof row, string>>, string]>([
    [{ amount: '12.345' }, '"amount" is not a valid amount'],
    [{ amount: '1,2,3' }, '"amount" is not a valid amount'],
    [{ amount: '1e3' }, '"amount" is not a valid amount'],
    [{ settlement_utr: '6.09812E+11' }, '"settlement_utr" was shortened by a spreadsheet'],
    [{ credit: '-1' }, '"credit" is negative'],
    [{ entity_created_at: '03/13/2026' }, '"entity_created_at" is not a valid date'],
    [{ entity_created_at: '' }, '"entity_created_at" is not a valid date'],
    [{ entity_id: '=cmd()' }, '"entity_id" is not a valid id'],
    [{ settled_at: '' }, 'do not go together'],
    [{ transaction_entity: '' }, 'transaction_entity is empty'],
  ])('a row with %j is refused with the name of the column', (cells, problem) => {
    expect(parseSettlementRow({ ...row, ...cells })).toEqual({
      ok: false,
      problem: expect.stringContaining(problem),
    });
  });

  test('parsing a row never throws', () => {
    const cells = fc.record(
      Object.fromEntries(Object.keys(row).map((name) => [name, fc.string()])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(cells, (given) => {
        expect(parseSettlementRow({ ...row, ...given }).ok).toBeTypeOf('boolean');
      }),
    );
  });
});

describe('a file of the gateway', () => {
  const read = (name: string) =>
    readFileSync(join(import.meta.dirname, 'testing/bank', name), 'utf8')
      .split('\n')[0]!
      .split(',');

  test.each([
    ['13-razorpay-settlement-recon-iso.csv', null],
    ['14-razorpay-settlement-recon-dmy-two-more-columns.csv', null],
    ['16-razorpay-payments-report.csv', 'This is the payments report of Razorpay.'],
    ['17-razorpay-settlements-report.csv', 'This is the settlements report of Razorpay.'],
  ])('%s is recognised by its columns', (name, problem) => {
    const found = describeReport(read(name), 'reconciliation');
    expect([found === null, found ?? '']).toEqual([
      problem === null,
      expect.stringContaining(problem ?? ''),
    ]);
    expect(describeReport(read(name))).toContain('Razorpay');
  });

  test('a bank statement is not accepted as a settlement report', () => {
    expect(describeReport(['UTR', 'Date', 'Amount'])).toBeNull();
  });
});
