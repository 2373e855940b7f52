import { expect, test } from 'vitest';
import { createCancellations } from './cancellations.ts';

test('given work in hand, when it is cancelled, then its signal says so', () => {
  const cancellations = createCancellations();
  const [mine, other] = [cancellations.begin('gen_1'), cancellations.begin('gen_2')];
  cancellations.cancel('gen_1');
  cancellations.cancel('gen_3');
  expect([mine.signal.aborted, other.signal.aborted]).toEqual([true, false]);
});

test('given work that has ended, when it is cancelled, then nothing happens', () => {
  const cancellations = createCancellations();
  const { signal, end } = cancellations.begin('gen_1');
  end();
  cancellations.cancel('gen_1');
  expect(signal.aborted).toBe(false);
});

test('given a second try, when the first ends late, then the second can still be cancelled', () => {
  const cancellations = createCancellations();
  const first = cancellations.begin('gen_1');
  const second = cancellations.begin('gen_1');
  first.end();
  cancellations.cancel('gen_1');
  expect(second.signal.aborted).toBe(true);
});
