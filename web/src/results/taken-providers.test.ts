import { expect, test } from 'vitest';
import { takenProviders } from './taken-providers';

const of = (
  provider: 'google' | 'openai',
  status: 'queued' | 'running' | 'ready' | 'failed' | 'cancelled',
) => ({ provider, status });

test.each(['queued', 'running', 'ready', 'failed'] as const)(
  'beside a failed card, a provider whose own is %s is not offered',
  (status) => {
    const taken = takenProviders([of('google', 'failed'), of('openai', status)]);
    expect(taken.has('openai')).toBe(true);
  },
);

test('a provider that was never asked or whose result was cancelled is offered', () => {
  expect(takenProviders([of('google', 'failed')]).has('openai')).toBe(false);
  const cancelled = takenProviders([of('google', 'failed'), of('openai', 'cancelled')]);
  expect(cancelled.has('openai')).toBe(false);
});
