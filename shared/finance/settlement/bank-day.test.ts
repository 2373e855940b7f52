import { describe, expect, test } from 'vitest';
import { csv, read, tryToRead } from './testing/read-statement.ts';

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
  ])('dates in one format are read: %j', (dates, days) => {
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
  ])('dates are refused if one of them is invalid: %j', (dates, line) => {
    expect(readDates(...dates)).toEqual({
      ok: false,
      needs: null,
      problems: [{ line, problem: expect.any(String) }],
    });
  });

  test('dates in two formats are refused with a message that names both', () => {
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

  test('dates of a known bank have the day first, unless the file proves the opposite', () => {
    const header =
      'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
    expect(read(csv(header, '06/04/26,A,,06/04/26,,1.00,1.00')).from).toBe('2026-04-06');
    expect(read(csv(header, '04/13/26,A,,04/13/26,,1.00,1.00')).from).toBe('2026-04-13');
  });
});
