import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs } from '@sachet/shared/time';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import { openDueSync, finishSync, readLastSync, readSync, requestSync } from './sync.ts';
import type { Database } from '../tables.ts';

let database: TestDatabase;
let app: Kysely<Database>;
let owner: Kysely<Database>;
beforeAll(async () => {
  database = await createTestDatabase();
  app = createKysely(createPool(database.appUrl));
  owner = createKysely(createPool(database.ownerUrl));
});
afterAll(async () => {
  await app?.destroy();
  await owner?.destroy();
  await database?.drop();
});
beforeEach(() => owner.deleteFrom('model_sync').execute());

const day = { everyMs: dayMs, actor: 'worker' };
const all = () => app.selectFrom('model_sync').selectAll().execute();
const finish = (id: string) => finishSync(app, { id, listings: {}, failures: [], actor: 'worker' });

test('the daily sync is due once, with any number of workers', async () => {
  const seen = await Promise.all(Array.from({ length: 10 }, () => openDueSync(app, day)));
  const rows = await all();
  expect(rows).toHaveLength(1);
  expect(new Set(seen)).toEqual(new Set([rows[0]!.id]));
  await finish(rows[0]!.id);
  expect(await Promise.all(Array.from({ length: 10 }, () => openDueSync(app, day)))).toEqual(
    Array(10).fill(null),
  );
});

test('the next sync is due a day after the last request, by an admin or a worker', async () => {
  const id = await requestSync(app, 'user:nadia');
  await finish(id);
  expect(await openDueSync(app, day)).toBeNull();
  await owner
    .updateTable('model_sync')
    .set({ requested_at: new Date(Date.now() - day.everyMs) as never })
    .execute();
  expect(await openDueSync(app, { ...day, everyMs: 0 })).toBeNull();
  expect(await openDueSync(app, day)).not.toBeNull();
});

test('all who request a sync share the open one, even without automatic syncs', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, i) => requestSync(app, `user:admin-${i}`)),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await openDueSync(app, { ...day, everyMs: 0 })).toBe(ids[0]);
});

test('a sync ends once: a second worker changes nothing', async () => {
  const id = await requestSync(app, 'user:nadia');
  await finish(id);
  const first = await readSync(app, id);
  await finishSync(app, {
    id,
    listings: {
      google: [
        {
          id: 'late',
          label: 'Late',
          capabilities: ['text'],
          tier: 'quality',
          largestSize: null,
          shutdownAt: null,
        },
      ],
    },
    failures: [],
    actor: 'worker',
  });
  expect(await readLastSync(app)).toEqual(first);
  const late = await app.selectFrom('model').select('id').where('id', '=', 'late').execute();
  expect(late).toEqual([]);
});
