import { describe, expect, test } from 'vitest';
import { readPending, writtenPending, type PendingAction } from './pending-record';

const tenMinutesMs = 10 * 60_000;
const now = Date.parse('2026-05-04T10:00:00Z');
const action: PendingAction = {
  kind: 'generate',
  requests: [{ prompt: 'A kite', language: 'en', mode: 'image', provider: 'google' }],
};

describe('given an action that waits for a sign-in, when the page is loaded again', () => {
  test('at once, then it still waits', () => {
    expect(readPending(writtenPending(action, now), now)).toEqual(action);
  });

  test('ten minutes later, then it still waits', () => {
    expect(readPending(writtenPending(action, now), now + tenMinutesMs)).toEqual(action);
  });

  test('after that, then it is forgotten', () => {
    expect(readPending(writtenPending(action, now), now + tenMinutesMs + 1)).toBeNull();
  });

  test('with a clock that went back, then it is forgotten', () => {
    expect(readPending(writtenPending(action, now), now - 1)).toBeNull();
  });
});

test.each([
  null,
  '',
  '{',
  'null',
  '7',
  '{"savedAtMs":0}',
  `{"savedAtMs":${now},"action":{"kind":"delete"}}`,
  `{"savedAtMs":${now},"action":{"kind":"generate","requests":"x"}}`,
])('given %j in the storage, then nothing waits', (written) => {
  expect(readPending(written, now)).toBeNull();
});
