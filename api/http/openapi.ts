/** OpenAPI 3.1, made from the table of operations. */
import { createDocument } from 'zod-openapi';
import { z } from 'zod';
import { ApiError, statusByCode, type ErrorCode } from '@sachet/shared/contracts/error';
import type { Operation } from '@sachet/shared/operations/operation';
import { operations } from '@sachet/shared/operations/operations';
import { getRefusals } from '@sachet/shared/operations/refusals';

export function createOpenApi(): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', pattern = ''] = name.split(' ');
    const path = pattern.replace(/\{?\*(\w+)\}?/g, '{$1}').replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describe(operation, toPathParameters(path));
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

const getMediaType = ({ bodyType }: Operation): string =>
  bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';

/** The request bodies that a route reads without a schema. */
const ownBodies = {
  multipart: {
    'multipart/form-data': {
      schema: z.object({ image: z.string().meta({ format: 'binary' }) }),
    },
  },
  csv: { 'text/csv': { schema: z.string() } },
  wav: { 'audio/wav': { schema: z.string().meta({ format: 'binary' }) } },
};

const getOwnBody = ({ bodyType }: Operation) =>
  bodyType && bodyType in ownBodies ? ownBodies[bodyType as keyof typeof ownBodies] : null;

function describe(operation: Operation, path: z.ZodObject | null): object {
  const ownBody = getOwnBody(operation);
  const answers: Record<string, object> = {};
  for (const [status, codes] of groupByStatus(operation)) {
    const description = `Refused: ${codes.join(', ')}`;
    answers[status] = { description, content: { 'application/json': { schema: ApiError } } };
  }
  for (const [status, schema] of Object.entries(operation.answers)) {
    answers[status] = schema
      ? { description: operation.summary, content: { 'application/json': { schema } } }
      : { description: operation.summary };
  }
  return {
    summary: operation.summary,
    security: operation.access === 'anyone' ? [] : [{ idToken: [] }],
    requestParams: {
      ...(path ? { path } : {}),
      ...(operation.query ? { query: operation.query } : {}),
    },
    ...(ownBody ? { requestBody: { content: ownBody } } : {}),
    ...(operation.body
      ? { requestBody: { content: { [getMediaType(operation)]: { schema: operation.body } } } }
      : {}),
    responses: answers,
  };
}

function groupByStatus(operation: Operation): Map<number, ErrorCode[]> {
  return Map.groupBy(getRefusals(operation), (code) => statusByCode[code]);
}
