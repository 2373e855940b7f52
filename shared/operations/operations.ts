/** Every operation of the API. The routes, the client, the OpenAPI document and the tests derive from it. */
import type { z } from 'zod';
import { adminOperations } from './admin.ts';
import { chatOperations } from './chat.ts';
import { financeOperations } from './finance.ts';
import { identityOperations } from './identity.ts';
import { ledgerOperations } from './ledger.ts';
import { moneyOperations } from './money.ts';
import { organizationsOperations } from './organizations.ts';
import { siteOperations } from './site.ts';
import { studioOperations } from './studio.ts';

export const operations = {
  ...siteOperations,
  ...studioOperations,
  ...identityOperations,
  ...organizationsOperations,
  ...adminOperations,
  ...ledgerOperations,
  ...financeOperations,
  ...chatOperations,
  ...moneyOperations,
};

export type OperationName = keyof typeof operations;

/** `null` where the operation has none. */
export type SchemaOf<Name extends OperationName, Part extends 'query' | 'body'> =
  (typeof operations)[Name] extends Record<Part, infer Schema extends z.ZodType> ? Schema : null;

export type AnswersOf<Name extends OperationName> = (typeof operations)[Name]['answers'];
