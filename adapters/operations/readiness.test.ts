import { expect, test } from 'vitest';
import { createReadinessProbe } from './readiness.ts';

type Does = 'requests' | 'jobs';
const parts = { database: 'ready', queue: true, state: 'writable', isNearlyFull: false } as const;

async function ask(does: Does, other: Partial<Record<keyof typeof parts, unknown>> = {}) {
  const { database, queue, state, isNearlyFull } = { ...parts, ...other } as typeof parts;
  const isReady = createReadinessProbe({
    database: async () => database,
    queue: { isReachable: async () => queue },
    images: { readHealth: async () => ({ state, isNearlyFull }) },
    does,
    stopping: new AbortController().signal,
  });
  const { ok, warnings } = await isReady();
  return { ok, warnings };
}

test.each(['requests', 'jobs'] as const)(
  'a server of %s is ready without a warning',
  async (does) => {
    expect(await ask(does)).toEqual({ ok: true, warnings: [] });
  },
);

test.each(['requests', 'jobs'] as const)(
  'a server of %s with little room for pictures is ready, with a warning',
  async (does) => {
    const expected = { ok: true, warnings: ['images_nearly_full'] };
    expect(await ask(does, { isNearlyFull: true })).toEqual(expected);
  },
);

test('a server of requests is ready without the queue, and without room for pictures', async () => {
  expect(await ask('requests', { queue: false, state: 'full', isNearlyFull: true })).toEqual({
    ok: true,
    warnings: ['images_not_stored', 'queue_unreachable'],
  });
});

test.each([{ queue: false }, { state: 'read_only' }])(
  'a server of jobs is not ready with %j',
  async (other) => {
    expect(await ask('jobs', other)).toEqual({ ok: false, warnings: [] });
  },
);

test.each(['away', 'behind'])(
  'a server of requests is not ready with a database that is %s',
  async (database) => {
    expect(await ask('requests', { database })).toMatchObject({ ok: false });
  },
);
