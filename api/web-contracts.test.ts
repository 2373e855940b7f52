// The answers in the client's component tests must match the API.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getStatus, operations, type Operation } from '../web/src/testing/contracts.ts';
import { routes } from './routes.ts';

const asJson = (schema: z.ZodType | null | undefined) =>
  schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : null;

const listNames = (query: z.ZodType | undefined) =>
  query instanceof z.ZodObject ? Object.keys(query.shape).toSorted() : [];

test.each(Object.entries<Operation>(operations))(
  "the component tests' answer to %s matches the API",
  (name, operation) => {
    const route = routes.find(({ method, path }) => `${method.toUpperCase()} ${path}` === name);
    const status = getStatus(operation);
    expect(Object.keys(route?.answers ?? {})).toContain(String(status));
    expect(asJson(operation.answer)).toEqual(asJson(route?.answers[status]));
    expect(asJson(operation.body)).toEqual(asJson(route?.body));
    if (operation.query) expect(listNames(operation.query)).toEqual(listNames(route?.query));
  },
);
