import { expect, test } from 'vitest';
import { endWait, secondsToWait, startWait } from './code-wait';

const sentAtMs = Date.parse('2026-03-01T10:00:00Z');

test('another code can be sent after 30 s, or after a correct code', () => {
  expect(secondsToWait(sentAtMs)).toBe(0);
  startWait(sentAtMs);
  expect(secondsToWait(sentAtMs)).toBe(30);
  expect(secondsToWait(sentAtMs + 29_001)).toBe(1);
  expect(secondsToWait(sentAtMs + 30_000)).toBe(0);
  endWait();
  expect(secondsToWait(sentAtMs)).toBe(0);
});

test('a clock that is set back lengthens the wait to no more than 30 s', () => {
  startWait(sentAtMs);
  expect(secondsToWait(sentAtMs - 3_600_000)).toBe(30);
  endWait();
});
