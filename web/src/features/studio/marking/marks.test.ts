import { expect, test } from 'vitest';
import {
  beginMark,
  extendMark,
  moveByKey,
  toMarkedZones,
  toMaskSize,
  toPoint,
  toZone,
  zones,
  type Mark,
} from './marks';

test('a stroke grows only by movements that are visible, and stays on the picture', () => {
  const begun = beginMark([], 0.1, toPoint(0.5, 0.5));
  const marks = [toPoint(0.501, 0.501), toPoint(0.7, 0.5), toPoint(1.4, -0.2)].reduce(
    extendMark,
    begun,
  );
  expect(marks).toEqual([
    {
      brush: 0.1,
      points: [
        [0.5, 0.5],
        [0.7, 0.5],
        [1, 0],
      ],
    },
  ]);
  expect(beginMark(marks, 0.2, [0, 0])).toHaveLength(2);
  expect(extendMark([], [0.2, 0.2])).toEqual([]);
});

test('the number of stored points is limited', () => {
  let marks: readonly Mark[] = beginMark([], 0.1, [0, 0]);
  for (let step = 1; step < 6000; step += 1) {
    marks = extendMark(marks, toPoint((step % 100) / 100, Math.floor(step / 100) / 60));
  }
  expect(marks[0]!.points).toHaveLength(5000);
  expect(beginMark(marks, 0.1, [0, 0])).toBe(marks);
});

test("a key moves the brush by half of the brush's size, but not over the edge", () => {
  const wide = { width: 400, height: 200 };
  expect(moveByKey([0.5, 0.5], 'ArrowRight', 0.2, wide)).toEqual([0.55, 0.5]);
  expect(moveByKey([0.5, 0.5], 'ArrowDown', 0.2, wide)).toEqual([0.5, 0.6]);
  expect(moveByKey([0.01, 0.5], 'ArrowLeft', 0.2, wide)).toEqual([0, 0.5]);
  expect(moveByKey([0.5, 0.5], 'Tab', 0.2, wide)).toBeNull();
});

test.each([
  [
    { width: 2048, height: 1152 },
    { width: 1024, height: 576 },
  ],
  [
    { width: 143, height: 256 },
    { width: 572, height: 1024 },
  ],
  [
    { width: 2000, height: 1 },
    { width: 1024, height: 1 },
  ],
])('the mask of a picture of %o has the size %o', (shape, size) => {
  expect(toMaskSize(shape)).toEqual(size);
});

test('the zone of a point is named by its position', () => {
  const named = ([x, y]: [number, number]) => zones[toZone([x, y])];
  expect(named([0, 0])).toBe('upperLeft');
  expect(named([0.5, 0.5])).toBe('middle');
  expect(named([1, 1])).toBe('lowerRight');
  expect(named([0.9, 0.4])).toBe('right');
});

test('the zones that contain at least a tenth of the marked part name it', () => {
  expect(toMarkedZones([0, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual([]);
  expect(toMarkedZones([90, 9, 0, 0, 0, 0, 0, 0, 0])).toEqual(['upperLeft']);
  expect(toMarkedZones([50, 0, 0, 0, 0, 0, 0, 0, 50])).toEqual(['upperLeft', 'lowerRight']);
  expect(toMarkedZones(zones.map(() => 7))).toEqual(zones);
});
