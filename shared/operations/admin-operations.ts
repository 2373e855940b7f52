/** The operations of the admin pages. The client loads this module with the first answer of an admin page. */
import { adminOperations } from '../admin/admin-operations.ts';
import { financeOperations } from '../finance/operations.ts';
import { ledgerAdminOperations } from '../ledger/admin-operations.ts';
import { modelsAdminOperations } from '../models/admin-operations.ts';
import { moderationAdminOperations } from '../moderation/admin-operations.ts';
import { paymentsAdminOperations } from '../payments/admin-operations.ts';
import { peopleAdminOperations } from '../people/admin-operations.ts';
import { taxAdminOperations } from '../tax/admin-operations.ts';
import { walletAdminOperations } from '../wallet/admin-operations.ts';

export const operationsForAdmins = {
  ...adminOperations,
  ...financeOperations,
  ...ledgerAdminOperations,
  ...modelsAdminOperations,
  ...moderationAdminOperations,
  ...paymentsAdminOperations,
  ...peopleAdminOperations,
  ...taxAdminOperations,
  ...walletAdminOperations,
};
