import { expect, test } from 'vitest';
import { createCancellations } from './cancellations.ts';

test('cancelling work in progress aborts its signal', () => {
  const cancellations = createCancellations();
  const [mine, other] = [cancellations.begin('gen_1'), cancellations.begin('gen_2')];
  cancellations.cancel('gen_1');
  cancellations.cancel('gen_3');
  expect([mine.signal.aborted, other.signal.aborted]).toEqual([true, false]);
});

test('cancelling work that has ended does nothing', () => {
  const cancellations = createCancellations();
  const { signal, end } = cancellations.begin('gen_1');
  end();
  cancellations.cancel('gen_1');
  expect(signal.aborted).toBe(false);
});

test('a second attempt can be cancelled after the first ends late', () => {
  const cancellations = createCancellations();
  const first = cancellations.begin('gen_1');
  const second = cancellations.begin('gen_1');
  first.end();
  cancellations.cancel('gen_1');
  expect(second.signal.aborted).toBe(true);
});
