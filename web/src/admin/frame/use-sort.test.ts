import { expect, test } from 'vitest';
import { sortedBy } from './use-sort';

const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }];
const order = (direction: 'ascending' | 'descending') =>
  sortedBy(rows, ({ n }) => n, direction).map(({ n }) => n);

test('given numbers, then they sort as numbers, and what is missing stays at the end', () => {
  expect(order('ascending')).toEqual([1, 2, 10, null]);
  expect(order('descending')).toEqual([10, 2, 1, null]);
});

test('given moments as text, then the newest can come first', () => {
  const days = ['2026-01-02T00:00:00Z', '2026-11-01T00:00:00Z'];
  expect(sortedBy(days, (day) => day, 'descending')).toEqual(days.toReversed());
});
