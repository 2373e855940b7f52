/** The operations of the admin pages. The client loads them with the first answer of such a page. */
import { financeOperations } from './finance.ts';
import { ledgerOperations } from './ledger.ts';
import { superAdminOperations } from './super-admin.ts';

export const adminOperations = {
  ...superAdminOperations,
  ...ledgerOperations,
  ...financeOperations,
};
