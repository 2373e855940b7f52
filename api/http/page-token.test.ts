import { expect, test } from 'vitest';
import { AfterNumber, pageTokens, splitPage } from './page-token.ts';

const filter = { kind: 'spent', from: undefined };
const tokens = pageTokens('statement', AfterNumber);

test('a page token names the place for its own list and filter, and every other one is refused', () => {
  const token = tokens.write(7, filter)!;
  expect(tokens.read(token, { ...filter })).toBe(7);
  const refusal = { code: 'invalid', field: 'after' };
  for (const read of [
    () => tokens.read(token, { kind: 'in' }),
    () => pageTokens('events', AfterNumber).read(token, filter),
    () => tokens.read('nonsense', filter),
    () => tokens.read(tokens.write(0, filter)!, filter),
  ]) {
    expect(read).toThrow(expect.objectContaining(refusal));
  }
});

test('no token, or an empty one, is the first page, and the last page has none', () => {
  expect([undefined, ''].map((token) => tokens.read(token, filter))).toEqual([null, null]);
  expect(tokens.write(null, filter)).toBeNull();
});

test('a page with more rows behind it names its last row', () => {
  expect(splitPage([5, 4, 3], 2)).toEqual({ page: [5, 4], last: 4 });
  expect(splitPage([5, 4], 2)).toEqual({ page: [5, 4], last: null });
});
