/** Every operation of the API: the routes, the client, the OpenAPI document and the tests derive from it. */
import type { z } from 'zod';
import { operationsForAdmins } from './admin-operations.ts';
import { operationsForCustomers } from './customer-operations.ts';
import { chatOperations } from '../chat/operations.ts';
import { ledgerOperations } from '../ledger/operations.ts';
import { moderationOperations } from '../moderation/operations.ts';
import { siteOperations } from './site.ts';
import { organizationsOperations } from '../organizations/operations.ts';
import { paymentsOperations } from '../payments/operations.ts';
import { peopleOperations } from '../people/operations.ts';
import { studioOperations } from '../studio/operations.ts';
import { taxOperations } from '../tax/operations.ts';
import { walletOperations } from '../wallet/operations.ts';
import { adminOperations } from '../admin/admin-operations.ts';
import { financeOperations } from '../finance/operations.ts';
import { ledgerAdminOperations } from '../ledger/admin-operations.ts';
import { modelsAdminOperations } from '../models/admin-operations.ts';
import { moderationAdminOperations } from '../moderation/admin-operations.ts';
import { paymentsAdminOperations } from '../payments/admin-operations.ts';
import { peopleAdminOperations } from '../people/admin-operations.ts';
import { taxAdminOperations } from '../tax/admin-operations.ts';
import { walletAdminOperations } from '../wallet/admin-operations.ts';

export const operations = { ...operationsForCustomers, ...operationsForAdmins };

/** The names of the operations, by subject. */
export const operationsBySubject: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    admin: adminOperations,
    chat: chatOperations,
    finance: financeOperations,
    ledger: { ...ledgerOperations, ...ledgerAdminOperations },
    models: modelsAdminOperations,
    moderation: { ...moderationOperations, ...moderationAdminOperations },
    organizations: organizationsOperations,
    payments: { ...paymentsOperations, ...paymentsAdminOperations },
    people: { ...peopleOperations, ...peopleAdminOperations },
    site: siteOperations,
    studio: studioOperations,
    tax: { ...taxOperations, ...taxAdminOperations },
    wallet: { ...walletOperations, ...walletAdminOperations },
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
