import { expect, test } from 'vitest';
import { parseAmount } from './AddMoney';

test.each([
  ['500', 500],
  ['1', 1],
  ['500000', 500_000],
  ['1,00,000', 100_000],
  [' ₹ 250 ', 250],
  ['५००', 500],
  ['007', 7],
  ['20.00', 20],
])('parseAmount parses %j as ₹%i', (typed, rupees) => {
  expect(parseAmount(typed)).toEqual({ rupees, error: null });
});

test.each([
  ['', 'minimum'],
  ['0', 'minimum'],
  ['-5', 'minimum'],
  ['−5', 'minimum'],
  ['0.5', 'whole'],
  ['99.50', 'whole'],
  ['1e3', 'whole'],
  ['ten', 'whole'],
  ['500001', 'maximum'],
  ['9'.repeat(400), 'maximum'],
])('parseAmount rejects %j with the error %s', (typed, error) => {
  expect(parseAmount(typed)).toEqual({ rupees: null, error });
});
