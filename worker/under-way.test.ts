import { expect, test } from 'vitest';
import { createUnderWay } from './under-way.ts';

test('given work in hand, when it is cancelled, then its signal says so', () => {
  const underWay = createUnderWay();
  const [mine, other] = [underWay.begin('gen_1'), underWay.begin('gen_2')];
  underWay.cancel('gen_1');
  underWay.cancel('gen_3');
  expect([mine.signal.aborted, other.signal.aborted]).toEqual([true, false]);
});

test('given work that has ended, when it is cancelled, then nothing happens', () => {
  const underWay = createUnderWay();
  const { signal, end } = underWay.begin('gen_1');
  end();
  underWay.cancel('gen_1');
  expect(signal.aborted).toBe(false);
});

test('given a second try, when the first ends late, then the second can still be cancelled', () => {
  const underWay = createUnderWay();
  const first = underWay.begin('gen_1');
  const second = underWay.begin('gen_1');
  first.end();
  underWay.cancel('gen_1');
  expect(second.signal.aborted).toBe(true);
});
