import type { AdminMeResponse } from '@sachet/shared/admin/contracts/admin';
import { paths } from '../../../app/base/paths';

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

type Page = readonly [AdminPageName, string];

/** The pages that the specification names (docs/product.md, Screens). */
const mainPages: readonly Page[] = [
  ['models', paths.admin],
  ['billing', paths.adminBilling],
  ['users', paths.adminUsers],
];

const ledgerPages: readonly Page[] = [
  ['ledger', paths.adminLedger],
  ['trail', paths.adminTrail],
];
const financePages: readonly Page[] = [
  ['payments', paths.adminPayments],
  ['finance', paths.adminFinance],
  ['settlements', paths.adminSettlements],
  ['exports', paths.adminExports],
];

type PageGroup = { name: 'groupLedger' | 'groupFinance' | 'groupPeople'; pages: readonly Page[] };

/** The navigation of an admin: the pages in the first row, and the groups of the others. */
export function getAdminPages({
  isSuperAdmin,
  isFinance,
}: Pick<AdminMeResponse, 'isSuperAdmin' | 'isFinance'>): {
  main: readonly Page[];
  groups: readonly PageGroup[];
} {
  // A finance user has no page of the specification, and few enough others for one row.
  if (!isSuperAdmin)
    return { main: isFinance ? [...ledgerPages, ...financePages] : [], groups: [] };
  return {
    main: mainPages,
    groups: [
      { name: 'groupLedger', pages: ledgerPages },
      { name: 'groupFinance', pages: [...financePages, ['supplier', paths.adminSupplier]] },
      {
        name: 'groupPeople',
        pages: [
          ['approvals', paths.adminApprovals],
          ['reports', paths.adminReports],
          ['growth', paths.adminGrowth],
        ],
      },
    ],
  };
}
