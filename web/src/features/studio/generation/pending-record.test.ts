import { describe, expect, test } from 'vitest';
import { minuteMs } from '@sachet/shared/time';
import {
  getPhotos,
  readPending,
  withPhotos,
  writtenPending,
  type PendingAction,
} from './pending-record';

const tenMinutesMs = 10 * minuteMs;
const now = Date.parse('2026-05-04T10:00:00Z');
const action: PendingAction = {
  kind: 'generate',
  requests: [{ prompt: 'A kite', language: 'en', mode: 'image', provider: 'google' }],
};
const record = { action, photoIds: [null] };

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
  const written = writtenPending({ action: waiting, photoIds: [] }, now);
  expect(readPending(written, now)?.action).toEqual(waiting);
});

describe('pending edits of photos', () => {
  const photos = ['first.jpg', 'second.jpg'].map((name) => ({
    file: new Blob(['x'.repeat(3_000_000)]),
    name,
  }));
  const edits: PendingAction = {
    kind: 'batch',
    requests: photos.map((photo) => ({
      prompt: 'Make it black and white.',
      mode: 'edit_image',
      provider: 'google',
      photo,
    })),
  };

  test('a stored action contains a reference to each photo instead of the photo', () => {
    const record = { action: withPhotos(edits, []), photoIds: ['p1', 'p2'] };
    const written = writtenPending(record, now);
    expect(written.length).toBeLessThan(1000);
    expect(readPending(written, now)?.photoIds).toEqual(['p1', 'p2']);
  });

  test('restoring a stored action puts its own photo into every request', () => {
    expect(getPhotos(edits)).toEqual(photos);
    expect(withPhotos(withPhotos(edits, []), photos)).toEqual(edits);
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
