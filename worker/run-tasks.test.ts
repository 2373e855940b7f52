import { expect, test, vi } from 'vitest';
import { createTaskRunner } from './run-tasks.ts';

function openRunner() {
  const ends: (() => void)[] = [];
  const task = {
    name: 'audit',
    everyMs: 1,
    run: () => new Promise<void>((resolve) => ends.push(resolve)),
    whenFailed: 'auditing failed',
  };
  return { ends, runner: createTaskRunner([task], () => () => {}) };
}

test('a task that lasts longer than its period does not run twice at the same time', async () => {
  const { ends, runner } = openRunner();
  const first = runner.run('audit');
  expect(await runner.run('audit')).toBe(true);
  expect(ends).toHaveLength(1);
  ends[0]!();
  expect(await first).toBe(true);
  void runner.run('audit');
  expect(ends).toHaveLength(2);
});

test('a task that is wanted while it runs runs once more', async () => {
  const { ends, runner } = openRunner();
  const first = runner.run('audit');
  runner.runSoon('audit');
  runner.runSoon('audit');
  ends[0]!();
  await vi.waitUntil(() => ends.length === 2);
  ends[1]!();
  await first;
  await runner.stop();
  expect(ends).toHaveLength(2);
});

test('a task that this version does not have is not run', async () => {
  expect(await openRunner().runner.run('unknown')).toBe(false);
});
