/**
 * Loads the admin pages. The first load names only this small module, because it has no room for the names of
 * their chunks.
 */
export const loadApprovalsPage = async () =>
  (await import('./approvals/ApprovalsPage')).ApprovalsPage;

export const loadBillingPage = async () => (await import('./billing/BillingPage')).BillingPage;

export const loadExportsPage = async () => (await import('./exports/ExportsPage')).ExportsPage;

export const loadFinancePage = async () => (await import('./finance/FinancePage')).FinancePage;

export const loadGrowthPage = async () => (await import('./growth/GrowthPage')).GrowthPage;

export const loadLedgerEventPage = async () =>
  (await import('./ledger/LedgerEventPage')).LedgerEventPage;

export const loadLedgerPage = async () => (await import('./ledger/LedgerPage')).LedgerPage;

export const loadTrailPage = async () => (await import('./ledger/TrailPage')).TrailPage;

export const loadModelsPage = async () => (await import('./models/ModelsPage')).ModelsPage;

export const loadPaymentsPage = async () => (await import('./payments/PaymentsPage')).PaymentsPage;

export const loadReportsPage = async () => (await import('./reports/ReportsPage')).ReportsPage;

export const loadSettlementsPage = async () =>
  (await import('./settlements/SettlementsPage')).SettlementsPage;

export const loadSupplierPage = async () => (await import('./supplier/SupplierPage')).SupplierPage;

export const loadUsersPage = async () => (await import('./users/UsersPage')).UsersPage;
