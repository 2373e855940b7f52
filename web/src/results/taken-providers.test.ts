import { expect, test } from 'vitest';
import { takenProviders } from './taken-providers';

const of = (provider: 'google' | 'openai', status: 'queued' | 'running' | 'ready' | 'failed') => ({
  provider,
  status,
});

test.each(['queued', 'running', 'ready'] as const)(
  'beside a failed card, a provider whose own is %s is not offered',
  (status) => {
    expect(takenProviders([of('google', 'failed'), of('openai', status)])).toEqual(
      new Set(['openai']),
    );
  },
);

test('where both failed, or the other was never asked, it is', () => {
  expect(takenProviders([of('google', 'failed'), of('openai', 'failed')]).size).toBe(0);
  expect(takenProviders([of('google', 'failed')]).size).toBe(0);
});
