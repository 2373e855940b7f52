/** OpenAPI 3.1, made from the table of operations. */
import { createDocument } from 'zod-openapi';
import { z } from 'zod';
import { ApiError, statusByCode, type ErrorCode } from '@sachet/shared/contracts/error';
import { idempotencyKeyPattern, type Operation } from '@sachet/shared/operations/operation';
import {
  operations,
  operationsBySubject,
  type OperationName,
} from '@sachet/shared/operations/operations';
import { getRefusals } from '@sachet/shared/operations/refusals';

export function createOpenApi(): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, names] of operationsBySubject) {
    for (const name of names) {
      const [method = '', pattern = ''] = name.split(' ');
      const path = pattern.replace(/\{?\*(\w+)\}?/g, '{$1}').replace(/:(\w+)/g, '{$1}');
      paths[path] ??= {};
      paths[path][method.toLowerCase()] = {
        operationId: toOperationId(method, path),
        tags: [tag],
        ...describe(operations[name as OperationName], toPathParameters(path)),
      };
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Sachet',
      version: '1',
      description: 'A pay-per-use AI content studio. Amounts are rupees, at most two decimals.',
    },
    servers: [{ url: '/', description: 'The host of this document.' }],
    tags: [...operationsBySubject.keys()].map((name) => ({ name })),
    components: {
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', description: 'A Firebase ID token.' },
      },
    },
    paths,
  });
}

/** `POST /api/unlock-image` is `postUnlockImage`, `GET /api/admin/users/{uid}` is `getAdminUsersByUid`. */
function toOperationId(method: string, path: string): string {
  const words = path
    .replace(/^\/(api\/)?/, '')
    .replace(/\{/g, 'by-')
    .match(/[A-Za-z0-9]+/g)!;
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return method.toLowerCase() + name;
}

const preferred = z.enum(['respond-async']).optional().meta({
  description: 'Answer immediately with 202. `GET /api/events` announces the end of the work.',
});

function toHeaders({ idempotencyKey, canRespondAsync }: Operation): z.ZodObject | null {
  const key = z.string().regex(idempotencyKeyPattern).meta({
    description: 'Chosen by the caller. A request repeated with its key has its effect once.',
  });
  if (!idempotencyKey && !canRespondAsync) return null;
  return z.object({
    ...(idempotencyKey && {
      'Idempotency-Key': idempotencyKey === 'required' ? key : key.optional(),
    }),
    ...(canRespondAsync && { Prefer: preferred }),
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
};

const getOwnBody = ({ bodyType }: Operation) =>
  bodyType && bodyType in ownBodies ? ownBodies[bodyType as keyof typeof ownBodies] : null;

function describe(operation: Operation, path: z.ZodObject | null): object {
  const ownBody = getOwnBody(operation);
  const header = toHeaders(operation);
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
      ...(header ? { header } : {}),
    },
    ...(ownBody ? { requestBody: { required: true, content: ownBody } } : {}),
    ...(operation.body
      ? {
          requestBody: {
            // A missing body is read as an empty object (`app.ts`).
            required: !operation.body.safeParse({}).success,
            content: { [getMediaType(operation)]: { schema: operation.body } },
          },
        }
      : {}),
    responses: answers,
  };
}

function groupByStatus(operation: Operation): Map<number, ErrorCode[]> {
  return Map.groupBy(getRefusals(operation), (code) => statusByCode[code]);
}
