import { expect, test } from 'vitest';
import { getInputName, nearestRatio } from './input-image.ts';

test.each([
  [1, '1:1'],
  [1.15, '1:1'],
  [1.16, '4:3'],
  [1.53, '4:3'],
  [1.55, '16:9'],
  [100, '16:9'],
  [0.8, '4:5'],
  [0.75, '3:4'],
  [0.71, '5:7'],
  [0.64, '5:7'],
  [0.63, '9:16'],
  [0.01, '9:16'],
])('an image that is %f times as wide as high has the nearest ratio %s', (widthByHeight, ratio) => {
  expect(nearestRatio(widthByHeight)).toBe(ratio);
});

test('the name of a stored input shows whether the input may be shown', () => {
  expect(getInputName('gen_1/locked-input.png')).toBe('locked-input');
  expect(getInputName('gen_1/unmarked-input.png')).toBe('unmarked-input');
  expect(getInputName('gen_1/input.png')).toBe('input');
});
