/**
 * Loads the admin pages. The first load names only this small module, because it has no room for the names of
 * their chunks.
 */
export const loadApprovalsPage = async () =>
  (await import('../features/admin/approvals/ApprovalsPage')).ApprovalsPage;

export const loadBillingPage = async () =>
  (await import('../features/models/billing/BillingPage')).BillingPage;

export const loadExportsPage = async () =>
  (await import('../features/finance/exports/ExportsPage')).ExportsPage;

export const loadFinancePage = async () =>
  (await import('../features/finance/overview/FinancePage')).FinancePage;

export const loadGrowthPage = async () =>
  (await import('../features/people/growth/GrowthPage')).GrowthPage;

export const loadLedgerEventPage = async () =>
  (await import('../features/ledger/admin/LedgerEventPage')).LedgerEventPage;

export const loadLedgerPage = async () =>
  (await import('../features/ledger/admin/LedgerPage')).LedgerPage;

export const loadTrailPage = async () =>
  (await import('../features/ledger/admin/TrailPage')).TrailPage;

export const loadModelsPage = async () =>
  (await import('../features/models/ModelsPage')).ModelsPage;

export const loadPaymentsPage = async () =>
  (await import('../features/payments/exceptions/PaymentsPage')).PaymentsPage;

export const loadReportsPage = async () =>
  (await import('../features/moderation/reports/ReportsPage')).ReportsPage;

export const loadSettlementsPage = async () =>
  (await import('../features/finance/settlements/SettlementsPage')).SettlementsPage;

export const loadSupplierPage = async () =>
  (await import('../features/tax/supplier/SupplierPage')).SupplierPage;

export const loadUsersPage = async () =>
  (await import('../features/admin/users/UsersPage')).UsersPage;
