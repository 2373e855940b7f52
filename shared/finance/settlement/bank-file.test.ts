import { describe, expect, test } from 'vitest';
import { decodeStatement, parseStatement } from './bank-file.ts';
import { problemsOf, read } from './testing/read-statement.ts';

describe('a file that is not a statement', () => {
  test.each([
    ['an Excel workbook', [0x50, 0x4b, 3, 4, 0, 0], 'Excel workbook'],
    ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0], 'Excel workbook'],
    ['a PDF', [...Buffer.from('%PDF-1.7')], 'PDF'],
    ['a web page', [...Buffer.from('\n<html><table>')], 'web page'],
    ['Latin-1', [...Buffer.from('Date,Caf\u00e9', 'latin1')], 'not UTF-8'],
    ['UTF-16 without a mark', [...Buffer.from('Date', 'utf16le')], 'not UTF-8'],
    ['half a character of UTF-16', [0xff, 0xfe, 0x00, 0xd8], 'not UTF-8'],
    ['empty', [], 'empty'],
  ])('a file is refused if it is %s', (_what, bytes, problem) => {
    expect(decodeStatement(Uint8Array.from(bytes))).toEqual({
      ok: false,
      problem: expect.stringContaining(problem),
    });
  });

  test('a file in UTF-16 is read in both byte orders', () => {
    const little = Buffer.from('\ufeffDate,₹', 'utf16le');
    expect(decodeStatement(little)).toEqual({ ok: true, text: 'Date,₹' });
    expect(decodeStatement(Buffer.from(little).swap16())).toEqual({ ok: true, text: 'Date,₹' });
  });

  test.each([
    ['without a table', 'Hello\nWorld', 'no table'],
    ['without transactions', 'Date,UTR,Amount\n', 'no transactions'],
    ['with an unclosed quotation mark', 'Date,UTR,Amount\n13/04/2026,"U,5\n', 'never closed'],
  ])('a file is refused %s', (_what, text, problem) => {
    expect(problemsOf(text)).toEqual([
      expect.objectContaining({ problem: expect.stringContaining(problem) }),
    ]);
  });
});

test('cells with quotation marks, spaces and mixed line ends are read', () => {
  const text =
    'My bank\r\nDate ,Narration , Debit, Credit\n13/04/2026, "A, B" , "4,000.00" ,\r\n14/04/2026,"ACME" TRADERS,,"5"\n';
  expect(read(text).lines).toMatchObject([
    { line: 3, text: 'A, B', amountPaise: -4_000_00 },
    { line: 4, text: '"ACME" TRADERS', amountPaise: 5_00 },
  ]);
});

test('a row begins on its first line, and no more rows are read than allowed', () => {
  const text = 'UTR,Date,Amount\n"A\nB",13/04/2026,5\nC,14/04/2026,6\n';
  const lines = [{ line: 1 }, { line: 2 }, { line: 4 }];
  expect(parseStatement(text, { mostRows: 9 })).toMatchObject({ ok: true, rows: lines });
  expect(parseStatement(text, { mostRows: 2 })).toMatchObject({ rows: lines.slice(0, 2) });
});

test('a long file is read although its beginning is cut inside of quotation marks', () => {
  const rows = Array.from({ length: 5_000 }, () => '13/04/2026;"A; B";5');
  expect(read(`My bank x\nDate;UTR;Amount\n${rows.join('\n')}`).lines).toHaveLength(5_000);
});
