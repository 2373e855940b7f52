import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDay } from '../../time.ts';

const two = (number: number) => String(number).padStart(2, '0');

test('only days that exist in the calendar are valid', () => {
  const parts = fc.tuple(
    fc.integer({ min: 2000, max: 2099 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  );
  fc.assert(
    fc.property(parts, ([year, month, day]) => {
      const text = `${year}-${two(month)}-${two(day)}`;
      const moment = new Date(`${text}T00:00:00Z`);
      const isThere = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
      expect(isDay(text), text).toBe(isThere);
    }),
    { numRuns: 2_000, examples: [[[2024, 2, 29]], [[2026, 2, 29]], [[2026, 12, 31]]] },
  );
});

test.each([
  '',
  '2026',
  '2026-1-1',
  '1999-01-01',
  '2100-01-01',
  '2026-01-01 ',
  '2026-01-01T',
  '२०२६-०१-०१',
])('%j is not a valid day', (text) => {
  expect(isDay(text)).toBe(false);
});
