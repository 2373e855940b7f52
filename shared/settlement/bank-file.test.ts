import { describe, expect, test } from 'vitest';
import { describeWrongReport, recogniseReport } from './bank-columns.ts';
import { decodeStatement, splitStatement } from './bank-file.ts';
import { decodeSample, problemsOf } from './testing/read-statement.ts';

describe('a file that is not a statement', () => {
  test.each([
    ['13-razorpay-settlement-recon-iso.csv', 'settlement-recon'],
    ['14-razorpay-settlement-recon-dmy-two-more-columns.csv', 'settlement-recon'],
    ['16-razorpay-payments-report.csv', 'payments'],
    ['17-razorpay-settlements-report.csv', 'settlements'],
    ['11-minimal-control.csv', 'unknown'],
  ] as const)('is recognised if it is a report of Razorpay: %s', (file, kind) => {
    const text = decodeSample(file);
    expect(recogniseReport(text.split('\n', 1)[0]!.split(','))).toBe(kind);
    if (kind === 'unknown') return;
    expect(problemsOf(text)).toEqual([
      { line: 1, problem: expect.stringContaining('A statement of your bank account is needed') },
    ]);
  });

  test('gets a message that names the report that is needed', () => {
    expect(describeWrongReport('payments')).toBe(
      'This is Razorpay\'s Payments report. The Settlement Recon report is needed: in the Razorpay dashboard open Reports, choose "Settlement Recon" and upload that file.',
    );
  });

  test.each([
    ['an Excel workbook', [0x50, 0x4b, 3, 4, 0, 0], 'Excel workbook'],
    ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0], 'Excel workbook'],
    ['a PDF', [...Buffer.from('%PDF-1.7')], 'PDF'],
    ['a web page', [...Buffer.from('\n<html><table>')], 'web page'],
    ['Latin-1', [...Buffer.from('Date,Caf\u00e9', 'latin1')], 'not UTF-8'],
    ['UTF-16 without a mark', [...Buffer.from('Date', 'utf16le')], 'not UTF-8'],
    ['half a character of UTF-16', [0xff, 0xfe, 0x00, 0xd8], 'not UTF-8'],
    ['empty', [], 'empty'],
  ])('is refused if it is %s', (_what, bytes, problem) => {
    expect(decodeStatement(Uint8Array.from(bytes))).toEqual({
      ok: false,
      problem: expect.stringContaining(problem),
    });
  });

  test('is read from UTF-16 of both byte orders', () => {
    const little = Buffer.from('\ufeffDate,₹', 'utf16le');
    expect(decodeStatement(little)).toEqual({ ok: true, text: 'Date,₹' });
    expect(decodeStatement(Buffer.from(little).swap16())).toEqual({ ok: true, text: 'Date,₹' });
  });

  test.each([
    ['without a table', 'Hello\nWorld', 'No table'],
    ['without transactions', 'Date,UTR,Amount\n', 'no transactions'],
    ['with an open quotation mark', 'Date,UTR,Amount\n13/04/2026,"U,5\n', 'never closed'],
  ])('is refused %s', (_what, text, problem) => {
    expect(problemsOf(text)).toEqual([
      { line: expect.any(Number), problem: expect.stringContaining(problem) },
    ]);
  });
});

test.each([
  [' "4,882.00" ,"y"\t,z', ['4,882.00', 'y', 'z']],
  ['"ACME" TRADERS,12" PIPE,x', ['"ACME" TRADERS', '12" PIPE', 'x']],
  ['"12"" PIPE","a\nb"', ['12" PIPE', 'a\nb']],
])('cells with quotation marks and spaces are read: %j', (text, cells) => {
  expect(splitStatement(text, ',')).toEqual({ ok: true, lines: [{ line: 1, cells }] });
});
