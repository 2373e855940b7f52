import { expect, test } from 'vitest';
import { toLane, type Job } from './jobs.ts';

const preview = (of: 'customer' | 'other', makes: 'text' | 'picture'): Job => ({
  name: 'preview',
  generationId: 'gen_1',
  provider: 'google',
  class: of,
  makes,
  round: 1,
});

test('unlocks, previews of customers and of others, and texts and pictures have different lanes', () => {
  const unlock: Job = { name: 'unlock', holdId: 'hold_1', provider: 'google', round: 1 };
  const jobs = [
    unlock,
    preview('customer', 'text'),
    preview('customer', 'picture'),
    preview('other', 'text'),
    preview('other', 'picture'),
  ];
  expect(new Set(jobs.map(toLane)).size).toBe(jobs.length);
});
