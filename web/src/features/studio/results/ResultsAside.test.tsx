import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { expect, test } from 'vitest';
import { findLatestPair } from './ResultsAside';

const nowMs = Date.parse('2026-11-21T10:00:00Z');

function generation(part: Partial<GenerationResult>): GenerationResult {
  return {
    generationId: 'gen_1',
    mode: 'image',
    provider: 'google',
    prompt: 'a',
    createdAt: '2026-11-21T09:00:00Z',
    ...part,
  } as GenerationResult;
}

test('findLatestPair finds the two generations of one press, Google first', () => {
  const openai = generation({ generationId: 'gen_2', provider: 'openai' });
  const google = generation({ generationId: 'gen_1' });
  expect(findLatestPair([openai, google], 'image', nowMs)).toEqual([google, openai]);
});

test('findLatestPair leaves out a generation with another prompt', () => {
  const newest = generation({ generationId: 'gen_2', provider: 'openai', prompt: 'b' });
  expect(findLatestPair([newest, generation({})], 'image', nowMs)).toEqual([newest]);
});

test('findLatestPair leaves out generations that are older than a day or of another mode', () => {
  expect(
    findLatestPair([generation({ createdAt: '2026-11-20T09:59:59Z' })], 'image', nowMs),
  ).toEqual([]);
  expect(findLatestPair([generation({ mode: 'general' })], 'image', nowMs)).toEqual([]);
});
