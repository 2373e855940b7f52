/** Every operation of the API: the routes, the client, the OpenAPI document and the tests derive from it. */
import type { z } from 'zod';
import { adminOperations } from './admin.ts';
import { brandOperations } from './brand.ts';
import { chatOperations } from './chat.ts';
import { identityOperations } from './identity.ts';
import { moneyOperations } from './money.ts';
import { organizationsOperations } from './organizations.ts';
import { siteOperations } from './site.ts';
import { studioOperations } from './studio.ts';

export const operations = {
  ...siteOperations,
  ...studioOperations,
  ...brandOperations,
  ...identityOperations,
  ...organizationsOperations,
  ...adminOperations,
  ...chatOperations,
  ...moneyOperations,
};

/** The names of the operations, by subject. */
export const operationsBySubject: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    studio: studioOperations,
    chat: chatOperations,
    brand: brandOperations,
    money: moneyOperations,
    identity: identityOperations,
    organizations: organizationsOperations,
    admin: adminOperations,
    site: siteOperations,
  }).map(([subject, ofSubject]) => [subject, Object.keys(ofSubject)]),
);

export type OperationName = keyof typeof operations;

/** The schema, or `undefined` if the operation has none. */
export type SchemaOf<Name extends OperationName, Part extends 'query' | 'body'> =
  (typeof operations)[Name] extends Record<Part, infer Schema extends z.ZodType>
    ? Schema
    : undefined;

export type AnswersOf<Name extends OperationName> = (typeof operations)[Name]['answers'];

type Bodies = {
  [Name in OperationName]: SchemaOf<Name, 'body'> extends infer Schema extends z.ZodType
    ? z.input<Schema>
    : undefined;
};

/** The body, or `undefined` if the operation takes no JSON. */
export type BodyOf<Name extends OperationName> = Bodies[Name];

type QueryFor<Input> = {
  [Key in keyof Input]: string | number | ({} extends Pick<Input, Key> ? null : never);
};

type Queries = {
  [Name in OperationName]: SchemaOf<Name, 'query'> extends infer Schema extends z.ZodType
    ? QueryFor<z.input<Schema>>
    : Record<string, never>;
};

/** A query as the client writes it into an address: without empty texts and nulls. */
export type QueryOf<Name extends OperationName> = Queries[Name];

type Success = 200 | 201 | 202 | 204;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : null;

type Answers = {
  [Name in OperationName]: Parsed<AnswersOf<Name>[keyof AnswersOf<Name> & Success]>;
};

/** The parsed answer of a successful request; null if the answer is not JSON. */
export type AnswerOf<Name extends OperationName> = Answers[Name];

/** `GET` operations that answer with JSON. */
export type ReadName = {
  [Name in OperationName & `GET ${string}`]: Answers[Name] extends object ? Name : never;
}[OperationName & `GET ${string}`];
