import { paths } from '../../paths';

export type AdminPageName = 'models' | 'billing' | 'users' | 'ledger' | 'payments' | 'approvals';

/** In the order of the navigation. */
export const adminPages: [AdminPageName, string][] = [
  ['models', paths.admin],
  ['billing', paths.adminBilling],
  ['users', paths.adminUsers],
  ['ledger', paths.adminLedger],
  ['payments', paths.adminPayments],
  ['approvals', paths.adminApprovals],
];
