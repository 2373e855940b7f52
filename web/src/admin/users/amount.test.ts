import { describe, expect, test } from 'vitest';
import { parseAmount } from './amount';

describe('given what was typed as credits', () => {
  test.each([
    ['100', 100],
    ['+100', 100],
    ['-12.50', -12.5],
    ['\u221212.5', -12.5],
    ['.5', 0.5],
    ['₹1,00,000', 100_000],
    [' 5 000.01 ', 5000.01],
    ['10000000', 10_000_000],
  ])('%j, then it is %d rupees', (typed, rupees) => expect(parseAmount(typed)).toBe(rupees));

  test.each([
    '',
    '0',
    '-0.00',
    '1.001',
    'NaN',
    'Infinity',
    '1e5',
    '12-',
    '--1',
    '10000000.01',
    '.',
  ])('%j, then it is no amount', (typed) => expect(parseAmount(typed)).toBeNull());
});
