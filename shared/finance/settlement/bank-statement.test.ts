import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSignature } from './bank-columns.ts';
import { csv, decodeSample, problemsOf, read, tryToRead } from './testing/read-statement.ts';
import { layouts } from './testing/write-statement.ts';

const utrs = ['AXISCN0912345678', '1775634000VXP0RJ', 'KKBKH26099812345'];

const findSettlements = ({ lines }: ReturnType<typeof read>) =>
  lines.flatMap(({ references, amountPaise, day }) =>
    utrs.filter((utr) => references.includes(utr)).map((utr) => [utr, amountPaise, day]),
  );

const settlements = [
  ['AXISCN0912345678', 4_882_00, '2026-04-06'],
  ['1775634000VXP0RJ', 7_274_12, '2026-04-08'],
  ['KKBKH26099812345', 1_20_542_44, '2026-04-09'],
];

describe('a statement that a spreadsheet has saved', () => {
  test.each(['6.09812E+11', '6.1e+11'])(
    'names the shortened reference %s and what to do',
    (utr) => {
      const text = csv(
        'Date,Narration,Ref No.,Debit,Credit,Balance',
        `13/04/2026,NEFT RAZORPAY SOFTWARE,${utr},,4882.00,4882.00`,
      );
      expect(problemsOf(text)).toMatchObject([
        { line: 2, problem: expect.stringContaining(`“${utr}” was a reference (UTR)`) },
      ]);
      expect(problemsOf(text.replace(utr, '609812345678'))).toEqual([]);
    },
  );
});

describe("a bank's sample statement", () => {
  test.each([
    ['01-hdfc-netbanking-preamble.csv', 'HDFC', 6, 1_32_699_56, 45_017_70, 3_37_681_86, 3],
    ['03-icici-retail.csv', 'ICICI', 4, 1_32_698_56, 45_000_00, 3_37_698_56, 3],
    ['05-sbi-download-named-xls.tsv', 'SBI', 3, 12_156_12, 45_000_00, 2_17_156_12, 2],
    ['06-axis-savings.csv', 'Axis', 3, 12_156_12, 45_000_00, 2_17_156_12, 2],
    ['08-kotak-newest-first.csv', 'Kotak', 3, 12_156_12, 45_000_00, 2_17_156_12, 2],
    ['09-hdfc-utf16le-bom.csv', 'HDFC', 6, 1_32_699_56, 45_017_70, 3_37_681_86, 3],
  ])(
    "a bank's sample statement is read with its settlements: %s",
    (file, bank, rows, creditPaise, debitPaise, closingBalancePaise, settled) => {
      const statement = read(decodeSample(file));
      expect(statement).toMatchObject({ bank, creditPaise, debitPaise, closingBalancePaise });
      expect(statement.lines).toHaveLength(rows);
      const found = findSettlements(statement).toSorted((a, b) => (a[2]! < b[2]! ? -1 : 1));
      expect(found).toEqual(settlements.slice(0, settled));
      const gateway = statement.lines.filter((row) => row.namesGateway);
      expect(gateway).toHaveLength(settled);
    },
  );

  test.each([
    ['10-utf8-bom-semicolon.csv', 1, 4_882_00, 0, 1],
    ['11-minimal-control.csv', 3, 1_32_698_56, 0, 3],
    ['12a-minimal-utr-upper-case.csv', 3, 1_32_698_56, 0, 3],
    ['12b-minimal-other-business.csv', 4, 4_883_00, 3_55_000_00, 1],
    ['12d-minimal-amount-with-drcr.csv', 2, 4_882_00, 4_882_00, 2],
  ])(
    'a sample statement with few columns is read once the order of its dates is chosen: %s',
    (file, rows, creditPaise, debitPaise, settled) => {
      const text = decodeSample(file);
      expect(tryToRead(text)).toMatchObject({ ok: false, needs: 'date-order' });
      const statement = read(text, { dateOrder: 'day-first' });
      expect(statement).toMatchObject({ bank: null, creditPaise, debitPaise });
      expect(statement.lines).toHaveLength(rows);
      expect(findSettlements(statement)).toHaveLength(settled);
      expect(statement.from.slice(0, 7)).toBe('2026-04');
    },
  );

  test('a sample statement (12e) needs no choice of date order if it writes months as words', () => {
    const file = '12e-minimal-two-digit-years-and-months-by-name.csv';
    expect(findSettlements(read(decodeSample(file)))).toEqual(settlements);
  });

  test('a sample statement (12f) is read in the date order that the person chooses', () => {
    const text = decodeSample('12f-minimal-ambiguous-days-only.csv');
    expect(tryToRead(text)).toMatchObject({ ok: false, needs: 'date-order' });
    expect(read(text, { dateOrder: 'day-first' })).toMatchObject({ from: '2026-06-04' });
    expect(read(text, { dateOrder: 'month-first' })).toMatchObject({ from: '2026-04-06' });
  });

  test('a sample statement has the same rows in UTF-8 and in UTF-16', () => {
    const rows = read(decodeSample('01-hdfc-netbanking-preamble.csv')).lines;
    expect(read(decodeSample('09-hdfc-utf16le-bom.csv')).lines).toEqual(rows);
  });

  test('a sample statement gives each row with its line, its references and its balance', () => {
    const [, , upi] = read(decodeSample('01-hdfc-netbanking-preamble.csv')).lines;
    expect(upi).toEqual({
      line: 10,
      day: '2026-04-07',
      amountPaise: 1_00,
      text: 'UPI-SAMPLE PERSON-SAMPLE@OKBANK-SBIN0000001-609700000001-TEST',
      references: ['609700000001', '0000609700000001'],
      namesGateway: false,
      balancePaise: 2_09_883_00,
      occurrence: 1,
    });
  });

  test('a sample statement lists the omitted rows with the reason', () => {
    const { leftOut } = read(decodeSample('01-hdfc-netbanking-preamble.csv'));
    expect(leftOut.map(({ line, why }) => [line, why])).toEqual([
      [7, 'A separator row.'],
      [15, 'Text below the transactions.'],
      [16, 'A balance, not a transaction.'],
      [17, 'Text below the transactions.'],
      [18, 'Text below the transactions.'],
      [19, 'Text below the transactions.'],
    ]);
  });
});

describe('a statement with unknown columns', () => {
  const text = csv(
    'My bank',
    'When,What,Paid out,Paid in,Left',
    '13/04/2026,NEFT AXISCN0912345678 RAZORPAY SOFTWARE,,"4,882.00","5,000.00"',
    '14/04/2026,RENT,500.00,,"4,500.00"',
  );
  const roles = ['date', 'text', 'debit', 'credit', 'balance'] as const;

  test('the person is asked to assign unknown columns, and is shown sample rows', () => {
    expect(tryToRead(text)).toEqual({
      ok: false,
      needs: 'columns',
      header: ['When', 'What', 'Paid out', 'Paid in', 'Left'],
      sample: [
        ['13/04/2026', 'NEFT AXISCN0912345678 RAZORPAY SOFTWARE', '', '4,882.00', '5,000.00'],
        ['14/04/2026', 'RENT', '500.00', '', '4,500.00'],
      ],
    });
  });

  test('unknown columns are read in the roles that the person assigned', () => {
    expect(read(text, { roles })).toMatchObject({
      bank: null,
      roles,
      creditPaise: 4_882_00,
      debitPaise: 500_00,
      closingBalancePaise: 4_500_00,
    });
  });

  test('the person is asked again if too few unknown columns are assigned', () => {
    const few = ['date', null, null, 'credit', null] as const;
    expect(tryToRead(text, { roles: few })).toMatchObject({ needs: 'columns' });
  });

  test('unknown columns have a signature that each file of the same export shares', () => {
    const signature = toSignature(['When', 'What', 'Paid out (INR)']);
    expect(toSignature([' when', 'WHAT', 'Paid out(INR )'])).toBe(signature);
    expect(toSignature(['When', 'What', 'Paid in'])).not.toBe(signature);
  });
});

const word = fc.oneof(
  fc.constantFrom(
    'NEFT CR',
    'RAZORPAY SOFTWARE',
    'UPI',
    "O'NEIL & CO",
    'RENT APR',
    'GST 18%',
    'x/y',
  ),
  fc.stringMatching(/^[A-Z]{4}[A-Z0-9]{12}$/),
  fc.stringMatching(/^[a-zé]{1,9}$/),
);
const dayOf = (index: number) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);

const writtenRow = fc.record({
  day: fc.nat(690).map(dayOf),
  amountPaise: fc
    .tuple(fc.integer({ min: 1, max: 99_99_99_999 }), fc.boolean())
    .map(([paise, isDebit]) => (isDebit ? -paise : paise)),
  narration: fc
    .array(word, { minLength: 1, maxLength: 5 })
    .chain((words) =>
      fc.constantFrom('-', ' ', ',', ' "a" ').map((between) => words.join(between)),
    ),
  reference: fc.oneof(fc.constant(''), fc.stringMatching(/^[A-Z]{4}\d{12}$/)),
});
const writtenStatement = fc.record({
  openingPaise: fc.integer({ min: -99_99_999, max: 99_99_99_999 }),
  rows: fc
    .array(writtenRow, { minLength: 1, maxLength: 12 })
    .map((rows) => rows.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day))))
    // Within one day, amounts alone may not show which row is the newest.
    .filter((rows) => rows.length === 1 || rows[0]!.day < rows.at(-1)!.day),
});

describe.each(Object.entries(layouts))('a statement of %s', (name, { bank, write }) => {
  const isNewestFirst = name.includes('newest first');

  test('a written statement is read back as the rows that were written', () => {
    fc.assert(
      fc.property(writtenStatement, (written) => {
        const statement = read(write(written));
        const rows = statement.lines.map(({ day, amountPaise, text }) => ({
          day,
          amountPaise,
          text,
        }));
        const expected = written.rows.map(({ day, amountPaise, narration }) => ({
          day,
          amountPaise,
          text: narration,
        }));
        expect(isNewestFirst ? rows.toReversed() : rows).toEqual(expected);
        const references = new Set(statement.lines.flatMap((line) => line.references));
        const given = written.rows.map(({ reference }) => reference).filter((each) => each !== '');
        expect(given.filter((each) => !references.has(each))).toEqual([]);
        const sum = written.rows.reduce((total, row) => total + row.amountPaise, 0);
        expect(statement).toMatchObject({ bank, closingBalancePaise: written.openingPaise + sum });
        expect(statement.creditPaise - statement.debitPaise).toBe(sum);
      }),
    );
  });

  test('a written statement is refused when one of its middle rows is missing', () => {
    fc.assert(
      fc.property(writtenStatement, fc.nat(), (written, at) => {
        fc.pre(written.rows.length > 2);
        const missing = 1 + (at % (written.rows.length - 2));
        expect(problemsOf(write({ ...written, missing }))).toEqual([
          { line: expect.any(Number), problem: expect.stringContaining('The balance is') },
        ]);
      }),
    );
  });
});

test('reading any table of cells either succeeds or is refused, and never throws', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      'Date',
      'Narration',
      'Debit',
      'Credit',
      'Amount',
      'Dr / Cr',
      'Balance',
      'UTR',
      '',
    ),
    fc.constantFrom(
      '06/04/26',
      '13/04/2026',
      '6 Apr 2026',
      '31/02/2026',
      '5.00',
      '5,00',
      '-',
      'CR',
      '"',
    ),
    fc.constantFrom(
      'Total',
      'Opening Balance',
      'Statement Summary',
      '****',
      '1,20,542.44',
      '__proto__',
    ),
    fc.string(),
  );
  const lines = fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 12 });
  const delimiter = fc.constantFrom(',', ';', '\t');
  fc.assert(
    fc.property(lines, delimiter, (cells, mark) => {
      const text = cells.map((row) => row.join(mark)).join('\n');
      const reading = tryToRead(`Date${mark}UTR${mark}Amount\n${text}`);
      expect(typeof reading.ok).toBe('boolean');
    }),
    { numRuns: 500 },
  );
});
