import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './day.ts';
import { readStatement, type FileRow, type StatementChoice } from './bank-statement.ts';
import { layouts } from './testing/write-statement.ts';

const folder = join(import.meta.dirname, 'testing/bank');
const today = '2026-11-26';

const toRows = (text: string, delimiter = ','): FileRow[] =>
  (
    parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
  ).map(({ record, info }) => ({ cells: record, line: info.lines }));

function readSample(name: string, choice: StatementChoice = {}) {
  const bytes = readFileSync(join(folder, name));
  const text = new TextDecoder(name.includes('utf16') ? 'utf-16le' : 'utf-8').decode(bytes);
  const delimiter = name.includes('semicolon') ? ';' : name.endsWith('.tsv') ? '\t' : ',';
  return readStatement(toRows(text, delimiter), choice, today);
}

const read = (text: string, choice: StatementChoice = {}) =>
  readStatement(toRows(text), choice, today);

const settlements = [
  ['2026-04-06', 4_882_00, 'AXISCN0912345678'],
  ['2026-04-08', 7_274_12, '1775634000VXP0RJ'],
  ['2026-04-09', 1_20_542_44, 'KKBKH26099812345'],
] as const;

describe('a statement as a bank gives it', () => {
  test.each([
    ['01-hdfc-netbanking-preamble.csv', 'HDFC', 6, 3, 3_37_681_86],
    ['03-icici-retail.csv', 'ICICI', 4, 3, 3_37_698_56],
    ['05-sbi-download-named-xls.tsv', 'SBI', 3, 2, 2_17_156_12],
    ['06-axis-savings.csv', 'Axis', 3, 2, 2_17_156_12],
    ['08-kotak-newest-first.csv', 'Kotak', 3, 2, 2_17_156_12],
    ['09-hdfc-utf16le-bom.csv', 'HDFC', 6, 3, 3_37_681_86],
  ])('%s is read without help', (name, bank, lines, settled, closing) => {
    const reading = readSample(name);
    if (!reading.ok) throw new Error(JSON.stringify(reading));
    expect([reading.bank, reading.lines.length, reading.closingBalancePaise]).toEqual([
      bank,
      lines,
      closing,
    ]);
    for (const [day, amountPaise, utr] of settlements.slice(0, settled)) {
      const found = reading.lines.filter(({ references }) => references.includes(utr));
      expect(found).toMatchObject([{ day, amountPaise, namesGateway: true }]);
    }
    const rent = reading.lines.find(({ day }) => day === '2026-04-02');
    expect(rent).toMatchObject({ amountPaise: -45_000_00, namesGateway: false });
  });

  test.each([
    ['10-utf8-bom-semicolon.csv', 1],
    ['11-minimal-control.csv', 3],
    ['12a-minimal-utr-upper-case.csv', 3],
    ['12e-minimal-two-digit-years-and-months-by-name.csv', 3],
  ])('%s has the settlements once a person says that the day comes first', (name, count) => {
    const reading = readSample(name, { dateOrder: 'day-first' });
    if (!reading.ok) throw new Error(JSON.stringify(reading));
    expect(reading.lines.map((line) => [line.day, line.amountPaise])).toEqual(
      settlements.slice(0, count).map(([day, amountPaise]) => [day, amountPaise]),
    );
  });

  test('with other business has debits and credits as they are', () => {
    const reading = readSample('12b-minimal-other-business.csv', { dateOrder: 'day-first' });
    if (!reading.ok) throw new Error(JSON.stringify(reading));
    expect(reading.lines.map(({ amountPaise }) => amountPaise)).toEqual([
      4_882_00, -45_000_00, 1_00, -3_10_000_00,
    ]);
  });

  test('never books a debit as money in', () => {
    const reading = readSample('12d-minimal-amount-with-drcr.csv', { dateOrder: 'day-first' });
    if (!reading.ok) throw new Error(JSON.stringify(reading));
    expect(reading.lines.map(({ amountPaise }) => amountPaise)).toEqual([4_882_00, -4_882_00]);
  });

  test('asks for the order of its dates if none proves it', () => {
    expect(readSample('12f-minimal-ambiguous-days-only.csv')).toMatchObject({
      ok: false,
      needs: 'date-order',
    });
  });

  test('is in the folder of samples once for each shape of the facts', () => {
    expect(readdirSync(folder)).toHaveLength(18);
  });
});

describe('a row', () => {
  const refused = (text: string, choice?: StatementChoice) => {
    const reading = read(text, choice);
    if (reading.ok || reading.needs !== null) throw new Error(JSON.stringify(reading));
    return reading.problems;
  };

  test('of the future is refused by its line', () => {
    expect(refused('UTR,Date,Amount\nA,13/04/2026,1\nB,13/04/62,1\n')).toEqual([
      { line: 3, problem: '“13/04/62” is in the future.' },
    ]);
  });

  test('that cannot be read is refused by its line', () => {
    const text =
      'Date,Narration,Debit,Credit\n13/04/2026,x,1,2\n31/02/2026,y,,5\n13/04/2026,z,five,\n13/04/2026,w,,\n';
    expect(refused(text)).toEqual([
      { line: 2, problem: 'The row has a debit and a credit.' },
      { line: 3, problem: '“31/02/2026” is not a date.' },
      { line: 4, problem: '“five” is not an amount.' },
      { line: 5, problem: 'The row has a date and no amount.' },
    ]);
  });

  test('whose balance does not follow is refused', () => {
    const text =
      'Date,Narration,Debit,Credit,Balance\n13/04/2026,a,,5,105\n14/04/2026,b,1,,104\n15/04/2026,c,1,,102\n';
    expect(refused(text)).toMatchObject([{ line: 4 }]);
  });

  test('with an unquoted comma in its narration keeps its amounts', () => {
    const reading = read(
      'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance\n' +
        '13/04/26 ,NEFT DR-NETBANK, MUM-RENT,13/04/26 ,45000.00,0.00,N092260000000001,205000.00\n',
    );
    expect(reading).toMatchObject({
      ok: true,
      bank: 'HDFC',
      lines: [{ amountPaise: -45_000_00, text: 'NEFT DR-NETBANK, MUM-RENT' }],
    });
  });

  test('that is equal to another one counts as the second', () => {
    const reading = read('UTR,Date,Amount\nA1,13/04/2026,1\nA1,13/04/2026,1\n');
    expect(reading).toMatchObject({ lines: [{ occurrence: 1 }, { occurrence: 2 }] });
  });
});

test('columns of another bank are assigned by a person', () => {
  const text =
    'My bank\nWann,Was,Wieviel,Stand\n13/04/2026,RAZORPAY SOFTWARE 1775634000vxp0rj,5.00,9\n';
  expect(read(text)).toEqual({
    ok: false,
    needs: 'columns',
    header: ['Wann', 'Was', 'Wieviel', 'Stand'],
    sample: [['13/04/2026', 'RAZORPAY SOFTWARE 1775634000vxp0rj', '5.00', '9']],
  });
  expect(read(text, { roles: ['date', 'text', 'amount', null] })).toMatchObject({
    ok: true,
    lines: [{ day: '2026-04-13', amountPaise: 500, namesGateway: true }],
  });
});

const written = fc.record({
  days: fc.nat(200),
  amountPaise: fc.integer({ min: -9_999_999_99, max: 9_999_999_99 }).filter((paise) => paise !== 0),
  utr: fc.constantFrom('AXISCN0912345678', '1775634000VXP0RJ', '609700000001'),
  payer: fc.constantFrom('RAZORPAY SOFTWARE PVT', 'RENT, APRIL', 'Closing sale', 'A "quoted" shop'),
});

describe.each(Object.entries(layouts))('the layout of %s', (name, { bank, write }) => {
  const delimiter = name === 'SBI' ? '\t' : ',';
  const look = (text: string) => readStatement(toRows(text, delimiter), {}, today);

  test('is read back whatever is written in it', () => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 20 }), (all) => {
        const rows = all
          .map(({ days, amountPaise, utr, payer }) => ({
            day: addDays('2026-01-01', days),
            amountPaise,
            narration: `NEFT ${utr} ${payer}`,
            reference: '',
          }))
          .toSorted((a, b) => (a.day < b.day ? -1 : 1));
        const reading = look(write({ openingPaise: 1e15, rows }));
        if (!reading.ok) throw new Error(JSON.stringify(reading));
        expect(reading.bank).toBe(bank);
        const found =
          reading.lines[0]!.day > reading.lines.at(-1)!.day
            ? reading.lines.toReversed()
            : reading.lines;
        const toKey = ({ day, amountPaise }: { day: string; amountPaise: number }) =>
          `${day} ${amountPaise}`;
        expect(found.map(toKey).toSorted()).toEqual(rows.map(toKey).toSorted());
        for (const { text, references } of found) {
          expect(references).toContain(/NEFT\s+(\S+)/.exec(text)![1]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('is refused with a row missing', () => {
    const row = (day: number, amountPaise: number) => ({
      day: `2026-03-${day}`,
      amountPaise,
      narration: 'NEFT',
      reference: '',
    });
    const rows = [row(13, 5_00), row(14, -2_00), row(15, 9_00)];
    const reading = look(write({ openingPaise: 1_000_00, rows, missing: 1 }));
    expect(reading).toMatchObject({ ok: false, needs: null });
  });
});
