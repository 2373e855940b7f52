import { ok, reply, route, type Route } from '../http/route.ts';
import { getConfig } from './config.ts';
import { getGeo } from './get-geo.ts';

const getHealth = route('GET /healthz', {
  countedBy: 'probes',
  handle: async () => ok({ ok: true }),
});

const getReadiness = route('GET /readyz', {
  countedBy: 'probes',
  async handle({ deps }) {
    const body = await deps.readiness();
    return body.ok ? ok(body) : reply(503, body, { 'Retry-After': '2' });
  },
});

export const siteRoutes: readonly Route[] = [getConfig, getGeo, getHealth, getReadiness];
