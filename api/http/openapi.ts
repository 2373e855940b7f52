/** OpenAPI 3.1, made from the route list and the contracts. */
import { createDocument } from 'zod-openapi';
import { z } from 'zod';
import { ApiError } from '@sachet/shared/contracts/error';
import type { Route } from './route.ts';

export function createOpenApi(routes: readonly Route[]): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, object>> = {};
  for (const each of routes) {
    const path = each.path.replace(/\{?\*(\w+)\}?/g, '{$1}').replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][each.method] = toOperation(each, toPathParameters(path));
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Sachet',
      version: '1',
      description: 'A pay-per-use AI content studio. Amounts are rupees, at most two decimals.',
    },
    components: {
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', description: 'A Firebase ID token.' },
      },
    },
    paths,
  });
}

/** The parameters of a path. */
function toPathParameters(path: string): z.ZodObject | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return names.length === 0
    ? null
    : z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
}

const getMediaType = ({ bodyType }: Route): string =>
  bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';

/** The body of a route that reads it itself. */
const ownBodies = {
  multipart: {
    'multipart/form-data': {
      schema: z.object({ image: z.string().meta({ format: 'binary' }) }),
    },
  },
  csv: { 'text/csv': { schema: z.string() } },
};

function toOperation(each: Route, path: z.ZodObject | null): object {
  const answers: Record<string, object> = {
    default: { description: 'A refusal', content: { 'application/json': { schema: ApiError } } },
  };
  for (const [status, schema] of Object.entries(each.answers)) {
    answers[status] = schema
      ? { description: each.summary, content: { 'application/json': { schema } } }
      : { description: each.summary };
  }
  return {
    summary: each.summary,
    security: each.access === 'anyone' ? [] : [{ idToken: [] }],
    requestParams: {
      ...(path ? { path } : {}),
      ...(each.query ? { query: each.query as z.ZodObject } : {}),
    },
    ...(each.bodyType === 'multipart' || each.bodyType === 'csv'
      ? { requestBody: { content: ownBodies[each.bodyType] } }
      : {}),
    ...(each.body
      ? { requestBody: { content: { [getMediaType(each)]: { schema: each.body } } } }
      : {}),
    responses: answers,
  };
}
