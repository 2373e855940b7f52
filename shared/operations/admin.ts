/** The operations of the admin pages. The client loads this module with the first answer of an admin page. */
import { financeOperations } from './finance.ts';
import { ledgerOperations } from './ledger.ts';
import { superAdminOperations } from './super-admin.ts';

export const adminOperations = {
  ...superAdminOperations,
  ...ledgerOperations,
  ...financeOperations,
};
