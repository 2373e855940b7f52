import { GenerateRequest, type GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { expect, test } from 'vitest';
import { repeatRequest, findProvidersAsked } from './request';

const generation = {
  generationId: 'gen_1',
  provider: 'google',
  prompt: 'a',
  quality: 'speed',
  aspectRatio: '4:3',
  inputImageUrl: null,
} as GenerationResult;

test.each([
  ['image', null, { aspectRatio: '4:3', previewMax: 256 }],
  ['edit_image', '/photo', { sameInputAs: 'gen_1', previewMax: 256 }],
  ['instagram', '/photo', { sameInputAs: 'gen_1' }],
  ['instagram', null, {}],
  ['general', null, {}],
] as const)(
  'repeatRequest repeats the request of a result of %s with the photo %s',
  (mode, inputImageUrl, more) => {
    const request = repeatRequest({ ...generation, mode, inputImageUrl }, 'openai', 'hi');
    const asked = { prompt: 'a', language: 'hi', mode, provider: 'openai', quality: 'speed' };
    expect(request).toEqual({ ...asked, ...more });
    expect(GenerateRequest.safeParse(request).success).toBe(true);
  },
);

const of = (
  provider: 'google' | 'openai',
  status: 'queued' | 'running' | 'ready' | 'failed' | 'cancelled',
) => ({ provider, status });

test.each(['queued', 'running', 'ready', 'failed'] as const)(
  'findProvidersAsked includes a provider whose result is %s',
  (status) => {
    const asked = findProvidersAsked([of('google', 'failed'), of('openai', status)]);
    expect(asked.has('openai')).toBe(true);
  },
);

test('findProvidersAsked leaves out a provider without a result or with a cancelled one', () => {
  expect(findProvidersAsked([of('google', 'failed')]).has('openai')).toBe(false);
  const cancelled = findProvidersAsked([of('google', 'failed'), of('openai', 'cancelled')]);
  expect(cancelled.has('openai')).toBe(false);
});
