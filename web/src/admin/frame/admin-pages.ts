import type { AdminMeResponse } from '@sachet/shared/contracts/admin';
import { paths } from '../../paths';

export type AdminPageName =
  | 'models'
  | 'billing'
  | 'users'
  | 'ledger'
  | 'trail'
  | 'payments'
  | 'finance'
  | 'settlements'
  | 'exports'
  | 'approvals'
  | 'reports'
  | 'supplier'
  | 'growth';

/** The admin pages in the order of the navigation. */
export const adminPages: [AdminPageName, string][] = [
  ['models', paths.admin],
  ['billing', paths.adminBilling],
  ['users', paths.adminUsers],
  ['ledger', paths.adminLedger],
  ['trail', paths.adminTrail],
  ['payments', paths.adminPayments],
  ['finance', paths.adminFinance],
  ['settlements', paths.adminSettlements],
  ['exports', paths.adminExports],
  ['approvals', paths.adminApprovals],
  ['reports', paths.adminReports],
  ['supplier', paths.adminSupplier],
  ['growth', paths.adminGrowth],
];

const forFinance: readonly AdminPageName[] = [
  'ledger',
  'trail',
  'payments',
  'finance',
  'settlements',
  'exports',
];

/** The pages that the admin may open. */
export function getAdminPages({
  isSuperAdmin,
  isFinance,
}: Pick<AdminMeResponse, 'isSuperAdmin' | 'isFinance'>): typeof adminPages {
  if (isSuperAdmin) return adminPages;
  return isFinance ? adminPages.filter(([name]) => forFinance.includes(name)) : [];
}
