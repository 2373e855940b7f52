import { describe, expect, test } from 'vitest';
import { parseBudget, partSpent } from './budget';

describe('typed budgets', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['500', 500],
    [' 500 ', 500],
    ['99.5', 99.5],
    ['0.1', 0.1],
    ['1e3', 1000],
    ['12.345', 12.35],
    ['0.004', 0],
  ])('parseBudget parses %o as ₹%d', (typed, rupees) => {
    expect(parseBudget(typed)).toBe(rupees);
  });

  test.each(['', '   ', '-1', '-0.01', 'abc', '5,000', '₹500', '1e999', 'NaN', 'Infinity'])(
    'parseBudget rejects %o',
    (typed) => {
      expect(parseBudget(typed)).toBeNull();
    },
  );
});

test.each([
  [0, 100, 0],
  [75, 100, 0.75],
  [100, 100, 1],
  [130, 100, 1],
  [75, 0, null],
])('with ₹%d spent of a budget of ₹%d, the spent share is %o', (spent, budget, part) => {
  expect(partSpent(spent, budget)).toBe(part);
});
