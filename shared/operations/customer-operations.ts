/** The operations of everything but the admin pages. */
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

export const operationsForCustomers = {
  ...chatOperations,
  ...ledgerOperations,
  ...moderationOperations,
  ...siteOperations,
  ...organizationsOperations,
  ...paymentsOperations,
  ...peopleOperations,
  ...studioOperations,
  ...taxOperations,
  ...walletOperations,
};
