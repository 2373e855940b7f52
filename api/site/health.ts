import { readinessWarnings } from '@sachet/operations/readiness';
import { z } from 'zod';
import { ok, route } from '../http/route.ts';

const Health = z.object({ ok: z.boolean() });
const Readiness = z.object({
  ok: z.boolean(),
  database: z.boolean(),
  /** Whether this code matches the database's migrations. */
  schema: z.enum(['fits', 'behind', 'unknown']),
  queue: z.boolean(),
  /** Whether pictures can be stored. */
  images: z.enum(['writable', 'full', 'read_only', 'failing']),
  stopping: z.boolean(),
  /** Causes of future failures; the process is ready nevertheless. */
  warnings: z.array(z.enum(readinessWarnings)),
});

export const getHealth = route({
  method: 'get',
  path: '/healthz',
  access: 'anyone',
  countedBy: 'probes',
  summary: 'Liveness: whether this process responds.',
  answers: { 200: Health },
  handle: async () => ok({ ok: true }),
});

export const getReadiness = route({
  method: 'get',
  path: '/readyz',
  access: 'anyone',
  countedBy: 'probes',
  summary: 'Readiness: whether all dependencies respond.',
  answers: { 200: Readiness, 503: Readiness },
  async handle({ deps }) {
    const body = await deps.readiness();
    return {
      status: body.ok ? 200 : 503,
      body,
      ...(body.ok ? {} : { headers: { 'Retry-After': '2' } }),
    };
  },
});
