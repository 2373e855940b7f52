import { expect, test } from 'vitest';
import { sortBy } from './use-sort';

const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }];
const sort = (direction: 'ascending' | 'descending') =>
  sortBy(rows, ({ n }) => n, direction).map(({ n }) => n);

test('sortBy sorts numbers by value and keeps missing values at the end', () => {
  expect(sort('ascending')).toEqual([1, 2, 10, null]);
  expect(sort('descending')).toEqual([10, 2, 1, null]);
});

test('sortBy sorts timestamps from new to old', () => {
  const days = ['2026-01-02T00:00:00Z', '2026-11-01T00:00:00Z'];
  expect(sortBy(days, (day) => day, 'descending')).toEqual(days.toReversed());
});
