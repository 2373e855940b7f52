import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { ok, route } from '../route.ts';

/** The health check gives up after five seconds (docker-compose.yml). */
const patienceMs = 3_000;

const Health = z.object({ ok: z.boolean() });
const Readiness = z.object({
  ok: z.boolean(),
  database: z.boolean(),
  queue: z.boolean(),
  stopping: z.boolean(),
});

export const getHealth = route({
  method: 'get',
  path: '/healthz',
  access: 'anyone',
  countedBy: 'probes',
  summary: 'Whether this process answers.',
  answers: { 200: Health },
  handle: async () => ok({ ok: true }),
});

export const getReadiness = route({
  method: 'get',
  path: '/readyz',
  access: 'anyone',
  countedBy: 'probes',
  summary: 'Whether everything that a request needs answers.',
  answers: { 200: Readiness, 503: Readiness },
  async handle({ deps }) {
    const [database, queue] = await Promise.all([answersInTime(deps.db), deps.queue.isReachable()]);
    const stopping = deps.stopping.aborted;
    const ready = database && queue && !stopping;
    return {
      status: ready ? 200 : 503,
      body: { ok: ready, database, queue, stopping },
      ...(ready ? {} : { headers: { 'Retry-After': '2' } }),
    };
  },
});

const asked = new WeakMap<Dependencies['db'], Promise<boolean>>();

/**
 * A hanging database gets one health query at a time, however many checks arrive: the pool's other
 * connections stay free.
 */
async function answersInTime(db: Dependencies['db']): Promise<boolean> {
  let answer = asked.get(db);
  if (!answer) {
    answer = sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => asked.delete(db));
    asked.set(db, answer);
  }
  const patience = new AbortController();
  const tooLate = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  return Promise.race([answer, tooLate]).finally(() => patience.abort());
}
