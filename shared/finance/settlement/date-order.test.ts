import { expect, test } from 'vitest';
import { createDateOrderCheck } from './date-order.ts';

type Dates = [made: string, settled: string];

const isDoubtful = (...rows: Dates[]): boolean => {
  const check = createDateOrderCheck('2026-11-29');
  for (const [made, settled] of rows) check.add({ entity_created_at: made, settled_at: settled });
  return check.isDoubtful();
};

const lateDispute: Dates = ['02/03/2026 10:00:00', '02/05/2026 18:00:00'];

test.each<[string, Dates[]]>([
  ['of the dashboard', [['02/04/2026 23:59:58', '06/04/2026 17:30:00']]],
  ['of the dashboard, settled the same day', [['02/04/2026 23:59:58', '02/04/2026 23:59:59']]],
  ['of the dashboard, not settled', [['02/04/2026 23:59:58', '']]],
  [
    'of the dashboard, with a late dispute',
    [['02/04/2026 10:00:00', '06/04/2026 18:00:00'], lateDispute],
  ],
  ['in ISO format', [['2026-04-02T23:59:58', '2026-04-06T17:30:00']]],
  ['in seconds', [['1775154000', '1775154000']]],
  ['of a spreadsheet with the day first', [['2/4/2026 23:59', '6/4/2026 17:30']]],
  [
    'of a spreadsheet with a day above 12',
    [
      ['2/4/2026 9:59', ''],
      ['13/4/2026 9:59', ''],
    ],
  ],
  ['with equal days and months', [['4/4/2026 9:59', '']]],
])('dates %s are read with the day first', (_name, rows) => {
  expect(isDoubtful(...rows)).toBe(false);
});

test.each<[string, Dates[]]>([
  [
    'that settle within days only with the month first',
    [['04/02/2026 23:59:58', '04/06/2026 17:30:00']],
  ],
  ['that are in the future with the day first', [['11/12/2026', '11/12/2026']]],
  ['of a spreadsheet that can be read in both ways', [['4/2/2026 23:59', '4/2/2026 23:59']]],
  ['of a spreadsheet that are not settled', [['4/2/2026 23:59', '']]],
  [
    'with the month first and one late dispute',
    [
      ['4/2/2026 23:59', '4/6/2026 17:30'],
      ['4/3/2026 23:59', '4/7/2026 17:30'],
      ['3/2/2026 10:00', '5/2/2026 18:00'],
    ],
  ],
])('dates %s are doubtful', (_name, rows) => {
  expect(isDoubtful(...rows)).toBe(true);
});
