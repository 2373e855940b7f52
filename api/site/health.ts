import { ok, reply, route } from '../http/route.ts';

export const getHealth = route('GET /healthz', {
  countedBy: 'probes',
  handle: async () => ok({ ok: true }),
});

export const getReadiness = route('GET /readyz', {
  countedBy: 'probes',
  async handle({ deps }) {
    const body = await deps.readiness();
    return body.ok ? ok(body) : reply(503, body, { 'Retry-After': '2' });
  },
});
