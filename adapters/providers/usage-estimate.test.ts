import { describe, expect, it } from 'vitest';
import type { FailureSignal } from './failure.ts';
import { toFailure } from './failure.ts';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import { noUsage } from './usage.ts';
import { estimateImageUsage, estimateTextUsage, estimateFailedUsage } from './usage-estimate.ts';

const picture = { bytes: new Uint8Array(), mimeType: 'image/png' };
const nothing = noUsage;
const estimate = { ...noUsage, inputTokens: 30, outputTokens: 4160, images: 1 };

describe('a picture that was asked for', () => {
  const request = { prompt: 'a blue kite', aspectRatio: '1:1', size: 1024 } as const;

  it('a requested picture counts as made, with its input pictures', () => {
    const ofGoogle = { ...request, modelId: 'gemini-3-pro-image', inputs: [picture, picture] };
    expect(estimateImageUsage(createGemini({ apiKey: 'none' }), ofGoogle)).toEqual({
      ...noUsage,
      inputTokens: 4 + 2 * 1120,
      imageInputTokens: 2 * 1120,
      outputTokens: 1120,
      imageOutputTokens: 1120,
      images: 1,
    });
  });

  it.each([
    [{ modelId: 'gpt-image-2', size: 1024, quality: 'quality' }, 4160],
    [{ modelId: 'gpt-image-2', size: 1024, quality: 'speed' }, 272],
    [{ modelId: 'gpt-image-2', size: 1024 }, 4160],
    [{ modelId: 'gpt-image-2', size: 2048, quality: 'quality' }, 4 * 4160],
    [{ modelId: 'gpt-image-1-mini', size: 1024, aspectRatio: '16:9', quality: 'speed' }, 408],
  ] as const)(
    'the estimate for the OpenAI picture %j has %i output tokens',
    (change, outputTokens) => {
      const usage = estimateImageUsage(createOpenAi({ apiKey: 'none' }), { ...request, ...change });
      expect(usage).toMatchObject({ inputTokens: 4, outputTokens, images: 1 });
    },
  );
});

describe('a text', () => {
  const messages = [{ role: 'user' as const, content: 'नमस्ते', images: [picture] }];

  it('a text that is not streamed counts as written', () => {
    const usage = estimateTextUsage({ system: 'Be brief.', messages });
    expect(usage).toMatchObject({ inputTokens: 3 + 6 + 1120, outputTokens: 1000, images: 0 });
  });

  it('a streamed text is counted only up to the part that arrived', () => {
    expect(estimateTextUsage({ messages }, '').outputTokens).toBe(0);
    expect(estimateTextUsage({ messages }, 'Kites fly.').outputTokens).toBe(4);
  });
});

describe('a call that failed is booked', () => {
  const error = { kind: 'error', code: null, type: null, message: 'no' } as const;
  it.each<[string, FailureSignal, object, boolean]>([
    ['that the user stopped', { kind: 'cancelled' }, estimate, true],
    ['that took too long', { kind: 'broken', how: 'timeout' }, estimate, true],
    ['that broke off', { kind: 'broken', how: 'unfinished' }, estimate, true],
    [
      'whose connection was cut',
      { kind: 'broken', how: 'connection', detail: 'SocketError: other side closed' },
      estimate,
      true,
    ],
    [
      'that did not reach the provider',
      { kind: 'broken', how: 'connection', detail: 'Error: connect ECONNREFUSED 127.0.0.1:1' },
      nothing,
      false,
    ],
    ['that the provider rejected as invalid', { ...error, status: 400 }, nothing, false],
    ['that the provider rejected as unauthorized', { ...error, status: 401 }, nothing, false],
    ['that exceeded a rate limit', { ...error, status: 429 }, nothing, false],
    ['that an overloaded server refused', { ...error, status: 503 }, nothing, false],
    [
      'that broke in the middle of a stream',
      { ...error, status: null, code: 'server_error' },
      estimate,
      true,
    ],
    [
      'that was answered without a result',
      { kind: 'empty', reason: 'SAFETY' },
      { ...nothing, inputTokens: 30 },
      true,
    ],
    [
      'of which the provider said what it used',
      { kind: 'empty', reason: 'SAFETY', usage: { ...nothing, inputTokens: 12 } },
      { ...nothing, inputTokens: 12 },
      false,
    ],
  ])('a failed call is booked: %s', (_what, signal, usage, isEstimate) => {
    expect(estimateFailedUsage(toFailure({ provider: 'openai' }, signal), estimate)).toEqual({
      usage,
      isEstimate,
    });
  });
});
