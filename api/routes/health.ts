import { sql } from 'kysely';
import { z } from 'zod';
import { ok, route } from '../route.ts';

const Health = z.object({ ok: z.boolean() });
const Readiness = z.object({ ok: z.boolean(), database: z.boolean(), queue: z.boolean() });

export const getHealth = route({
  method: 'get',
  path: '/healthz',
  access: 'anyone',
  summary: 'Whether this process answers.',
  answers: { 200: Health },
  handle: async () => ok({ ok: true }),
});

export const getReadiness = route({
  method: 'get',
  path: '/readyz',
  access: 'anyone',
  summary: 'Whether everything that a request needs answers.',
  answers: { 200: Readiness, 503: Readiness },
  async handle({ parts }) {
    const [database, queue] = await Promise.all([
      sql`select 1`.execute(parts.db).then(
        () => true,
        () => false,
      ),
      parts.queue.isReachable(),
    ]);
    const ready = database && queue;
    return {
      status: ready ? 200 : 503,
      body: { ok: ready, database, queue },
      ...(ready ? {} : { headers: { 'Retry-After': '2' } }),
    };
  },
});
