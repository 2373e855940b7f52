import { ClientConfig } from '../contracts/config.ts';
import { GeoResponse } from '../contracts/geo.ts';
import { Health, Readiness } from '../contracts/readiness.ts';
import type { Operations } from './operation.ts';

export const siteOperations = {
  'GET /healthz': {
    access: 'anyone',
    summary: 'Liveness: whether this process responds.',
    answers: { 200: Health },
  },
  'GET /readyz': {
    access: 'anyone',
    summary: 'Readiness: whether all dependencies respond.',
    answers: { 200: Readiness, 503: Readiness },
  },
  'GET /api/config': {
    access: 'anyone',
    summary: 'Client configuration needed before sign-in.',
    answers: { 200: ClientConfig },
  },
  'GET /api/geo': {
    access: 'anyone',
    summary: "The caller's country, to preselect the country code of a phone number.",
    answers: { 200: GeoResponse },
  },
  'GET /api/events': {
    access: 'signed-in',
    summary:
      'Server-sent events: `ready`, `generation`, `conversation`, `top-up` and `wallet`, each with an id; ' +
      '`changed` with a subject as its id, to those who may see it; `replaced` before the oldest of too ' +
      'many is closed, `reconnect` before the process stops.',
    answers: { 200: null },
  },
} satisfies Operations;
