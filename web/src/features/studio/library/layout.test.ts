import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gap, toLayout } from './Grid';

test('the grid fills every width with tiles, with at least two columns on the narrowest phone', () => {
  expect(toLayout(328).columns).toBe(2);
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 3000 }), (width) => {
      const { columns, tile } = toLayout(width);
      expect(columns * tile + (columns - 1) * gap).toBeCloseTo(width, 6);
      expect(tile).toBeGreaterThanOrEqual(150);
    }),
  );
});
