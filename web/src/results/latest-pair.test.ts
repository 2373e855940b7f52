import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { expect, test } from 'vitest';
import { latestPair } from './latest-pair';

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

test('the two of one press, Google first', () => {
  const openai = generation({ generationId: 'gen_2', provider: 'openai' });
  const google = generation({ generationId: 'gen_1' });
  expect(latestPair([openai, google], 'image', nowMs)).toEqual([google, openai]);
});

test('another prompt is another press', () => {
  const newest = generation({ generationId: 'gen_2', provider: 'openai', prompt: 'b' });
  expect(latestPair([newest, generation({})], 'image', nowMs)).toEqual([newest]);
});

test('nothing older than a day, and nothing of another mode', () => {
  expect(latestPair([generation({ createdAt: '2026-11-20T09:59:59Z' })], 'image', nowMs)).toEqual(
    [],
  );
  expect(latestPair([generation({ mode: 'general' })], 'image', nowMs)).toEqual([]);
});
