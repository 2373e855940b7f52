import { expect, test } from 'vitest';
import { toLine, toPaths, toSpans, toTicks } from './drawing';

test.each([
  ['zero only', [0, 0], [0, 1]],
  ['rupees', [150, 50], [0, 50, 100, 150]],
  ['lakhs', [730_000, 20], [0, 200_000, 400_000, 600_000, 800_000]],
  ['a loss', [-30, 90], [-50, 0, 50, 100]],
  ['losses only', [-4, -1], [-4, -3, -2, -1, 0]],
])('the axis of %s has round values around all of the figures', (_name, values, ticks) => {
  expect(toTicks(values)).toEqual(ticks);
});

test('a stack adds the values of a day, and negative ones below zero', () => {
  expect(
    toSpans('stacked', [
      [1, 2],
      [3, -4],
      [5, -6],
    ]),
  ).toEqual([
    [
      [0, 1],
      [0, 2],
    ],
    [
      [1, 4],
      [0, -4],
    ],
    [
      [4, 9],
      [-4, -10],
    ],
  ]);
});

const plane = { width: 20, height: 100, top: 10, bottom: 0 };

test('bars beside each other share the width of their day', () => {
  const paths = toPaths('beside', [[[0, 10]], [[0, 5]]], plane);
  expect(paths).toEqual(['M2 100V0h7.5V100z', 'M10.5 100V50h7.5V100z']);
});

test("an area keeps each day's value until the next day", () => {
  const days = [
    [0, 10],
    [0, 5],
  ] as const;
  expect(toPaths('area', [[...days]], plane)).toEqual(['M0 100V0h10V100zM10 100V50h10V100z']);
  expect(toLine(days, plane)).toBe('M0 0h10V50h10');
});
