import { expect, test } from 'vitest';
import { parseAmount } from './amount';

test.each([
  ['100', 100],
  ['+100', 100],
  ['-12.50', -12.5],
  ['\u221212.5', -12.5],
  ['.5', 0.5],
  ['₹1,00,000', 100_000],
  [' 5 000.01 ', 5000.01],
  ['10000000', 10_000_000],
])('parseAmount parses %j as %d rupees', (typed, rupees) => {
  expect(parseAmount(typed)).toBe(rupees);
});

test.each(['', '0', '-0.00', '1.001', 'NaN', 'Infinity', '1e5', '12-', '--1', '10000000.01', '.'])(
  'parseAmount rejects %j',
  (typed) => {
    expect(parseAmount(typed)).toBeNull();
  },
);
