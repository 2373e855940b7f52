import { GenerateRequest, type GenerationResult } from '@sachet/shared/contracts/generation';
import { expect, test } from 'vitest';
import { sameRequest } from './request';

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
  'given a result of %s with the photo %s, when it is asked again, then the same is asked and the contract takes it',
  (mode, inputImageUrl, more) => {
    const request = sameRequest({ ...generation, mode, inputImageUrl }, 'openai', 'hi');
    const asked = { prompt: 'a', language: 'hi', mode, provider: 'openai', quality: 'speed' };
    expect(request).toEqual({ ...asked, ...more });
    expect(GenerateRequest.safeParse(request).success).toBe(true);
  },
);
