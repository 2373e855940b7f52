import { describe, expect, test } from 'vitest';
import { toUnderWay } from './generation-result.ts';

const nowMs = Date.parse('2026-03-01T10:00:30Z');
const at = (seconds: number) => new Date(nowMs - seconds * 1000);
const idle = {
  status: 'ready',
  created_at: at(20),
  unlock_status: null,
  unlock_provider_asked_at: null,
  unlock_created_at: null,
} as const;
const bought = { ...idle, unlock_created_at: at(5) } as const;

describe('the progress of a generation', () => {
  test.each([
    ['a preview in the queue', { ...idle, status: 'queued' }, 'queued', 20_000],
    ['a preview whose provider was asked', { ...idle, status: 'running' }, 'asked', 20_000],
    ['a purchase in the queue', { ...bought, unlock_status: 'pending' }, 'queued', 5_000],
    [
      'a purchase whose provider was asked',
      { ...bought, unlock_status: 'pending', unlock_provider_asked_at: at(1) },
      'asked',
      5_000,
    ],
    [
      'a purchase whose picture is stored',
      { ...bought, unlock_status: 'stored' },
      'finishing',
      5_000,
    ],
    [
      'a preview with a start time in the future',
      { ...idle, status: 'queued', created_at: at(-2) },
      'queued',
      0,
    ],
  ] as const)('the progress of %s is shown', (_, row, stage, elapsedMs) => {
    expect(toUnderWay(row, nowMs)).toEqual({ stage, elapsedMs });
  });

  test.each([
    ['a preview that is ready', idle],
    ['a failed preview', { ...idle, status: 'failed' }],
    ['a paid generation', { ...bought, unlock_status: 'done' }],
    ['a generation whose purchase failed', { ...bought, unlock_status: 'failed' }],
  ] as const)('%s is not in progress', (_, row) => {
    expect(toUnderWay(row, nowMs)).toBeNull();
  });
});
