import { describe, expect, test } from 'vitest';
import { minuteMs } from '@sachet/shared/time';
import {
  getPhoto,
  readPending,
  withPhoto,
  writtenPending,
  type PendingAction,
} from './pending-record';

const tenMinutesMs = 10 * minuteMs;
const now = Date.parse('2026-05-04T10:00:00Z');
const action: PendingAction = {
  kind: 'generate',
  requests: [{ prompt: 'A kite', language: 'en', mode: 'image', provider: 'google' }],
};
const record = { action, photoId: null };

describe('an action that waits for a sign-in', () => {
  test('an action is still pending after an immediate reload', () => {
    expect(readPending(writtenPending(record, now), now)).toEqual(record);
  });

  test('an action is still pending after a reload ten minutes later', () => {
    expect(readPending(writtenPending(record, now), now + tenMinutesMs)).toEqual(record);
  });

  test('a pending action is forgotten after more than ten minutes', () => {
    expect(readPending(writtenPending(record, now), now + tenMinutesMs + 1)).toBeNull();
  });

  test('a pending action is forgotten when the clock went back', () => {
    expect(readPending(writtenPending(record, now), now - 1)).toBeNull();
  });
});

test.each<PendingAction>([
  { kind: 'unlock', request: { generationId: 'gen_1', modelId: 'a-text-model' } },
  {
    kind: 'unlock',
    request: {
      finalSize: 1024,
      recipe: {
        generationId: 'gen_1',
        modelId: 'an-image-model',
        prompt: 'A kite',
        aspectRatio: '1:1',
      },
    },
  },
  { kind: 'chat', provider: 'openai', prompt: 'Name my tea stall' },
])('an action without a photo is unchanged after it is stored and read: %j', (waiting) => {
  const written = writtenPending({ action: waiting, photoId: null }, now);
  expect(readPending(written, now)?.action).toEqual(waiting);
});

describe('a pending edit of a photo', () => {
  const photo = { file: new Blob(['x'.repeat(3_000_000)]), name: 'holiday.jpg' };
  const edit: PendingAction = {
    kind: 'generate',
    requests: (['google', 'openai'] as const).map((provider) => ({
      prompt: 'Make it black and white.',
      mode: 'edit_image',
      provider,
      photo,
    })),
  };

  test('a stored action contains a reference to its photo instead of the photo', () => {
    const written = writtenPending({ action: withPhoto(edit, null), photoId: 'p1' }, now);
    expect(written.length).toBeLessThan(1000);
    expect(readPending(written, now)?.photoId).toBe('p1');
  });

  test('restoring a stored action puts the photo into every request', () => {
    expect(getPhoto(edit)).toBe(photo);
    expect(withPhoto(withPhoto(edit, null), photo)).toEqual(edit);
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
])('readPending ignores the invalid stored value %j', (written) => {
  expect(readPending(written, now)).toBeNull();
});
