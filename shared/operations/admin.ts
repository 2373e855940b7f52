/** What only the admin pages ask for: the client loads it with their first answer. */
import { financeOperations } from './finance.ts';
import { ledgerOperations } from './ledger.ts';
import { superAdminOperations } from './super-admin.ts';

export const adminOperations = {
  ...superAdminOperations,
  ...ledgerOperations,
  ...financeOperations,
};
