import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clamp, toFitted, toSwipe, wholeView, zoomAt } from './zoom';

const stage = { width: 300, height: 400 };
const fitted = toFitted({ width: 1024, height: 512 }, stage);

test('zooming out stops at the size at which the whole picture fits', () => {
  expect(fitted).toEqual({ width: 300, height: 150 });
  expect(clamp({ scale: 0.2, x: 90, y: -90 }, fitted, stage)).toEqual(wholeView);
});

test('zooming keeps the point under the finger in place', () => {
  const point = { x: 60, y: -20 };
  const near = zoomAt(wholeView, 2, point);
  expect([near.scale, near.x, near.y]).toEqual([2, -60, 20]);
});

test('a moved picture never leaves the stage', () => {
  const any = fc.double({ min: -5000, max: 5000, noNaN: true });
  fc.assert(
    fc.property(any, any, fc.double({ min: 0.01, max: 50, noNaN: true }), (x, y, scale) => {
      const view = clamp({ x, y, scale }, fitted, stage);
      expect(view.scale).toBeGreaterThanOrEqual(1);
      const most = Math.max(0, (fitted.width * view.scale - stage.width) / 2);
      expect(Math.abs(view.x)).toBeLessThanOrEqual(most + 1e-9);
    }),
  );
});

test('toSwipe reads a sideways drag as a swipe, but not a downward one', () => {
  expect(toSwipe({ x: -80, y: 10 })).toBe('next');
  expect(toSwipe({ x: 80, y: 10 })).toBe('previous');
  expect(toSwipe({ x: 20, y: 0 })).toBeNull();
  expect(toSwipe({ x: -80, y: 90 })).toBeNull();
});
