import type { ComponentType, ReactElement } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import type { PolicyName } from './i18n/policies/en';
import { paths } from './paths';
import { PageError } from './shell/PageError';
import { PageComing } from './shell/PageLoading';
import { RequireFinance, RequireOrganizationAdmin, RequireSuperAdmin } from './shell/RequireRole';
import { RequireUser } from './shell/RequireUser';
import { Shell } from './shell/Shell';

/** A page whose code is fetched when it is asked for; what breaks it leaves the rest of the window alone. */
function lazyPage(path: string, load: () => Promise<{ element: ReactElement }>): RouteObject {
  return {
    path,
    lazy: load,
    hydrateFallbackElement: <PageComing />,
    errorElement: <PageError hasShell />,
  };
}

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return lazyPage(path, async () => {
    const Page = await load();
    return { element: <Page /> };
  });
}

function policy(path: string, name: PolicyName): RouteObject {
  return lazyPage(path, async () => {
    const { PolicyPage } = await import('./policies/PolicyPage');
    return { element: <PolicyPage key={name} name={name} /> };
  });
}

const adminPages = [
  page(paths.admin, async () => (await import('./admin/models/ModelsPage')).ModelsPage),
  page(paths.adminBilling, async () => (await import('./admin/billing/BillingPage')).BillingPage),
  page(paths.adminUsers, async () => (await import('./admin/users/UsersPage')).UsersPage),
  page(
    paths.adminApprovals,
    async () => (await import('./admin/approvals/ApprovalsPage')).ApprovalsPage,
  ),
  page(paths.adminReports, async () => (await import('./admin/reports/ReportsPage')).ReportsPage),
];

const financePages = [
  page(paths.adminLedger, async () => (await import('./admin/ledger/LedgerPage')).LedgerPage),
  page(
    paths.adminLedgerEvent,
    async () => (await import('./admin/ledger/LedgerEventPage')).LedgerEventPage,
  ),
  page(paths.adminTrail, async () => (await import('./admin/ledger/TrailPage')).TrailPage),
  page(
    paths.adminPayments,
    async () => (await import('./admin/payments/PaymentsPage')).PaymentsPage,
  ),
  page(paths.adminFinance, async () => (await import('./admin/finance/FinancePage')).FinancePage),
  page(
    paths.adminSettlements,
    async () => (await import('./admin/settlements/SettlementsPage')).SettlementsPage,
  ),
  page(paths.adminExports, async () => (await import('./admin/exports/ExportsPage')).ExportsPage),
];

const organizationPage = page(
  paths.organization,
  async () => (await import('./organization/OrganizationPage')).OrganizationPage,
);

/** Every route (docs/product.md, Screens); any other path goes home. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: (
      <main>
        <PageError hasShell={false} />
      </main>
    ),
    children: [
      page(paths.home, async () => (await import('./home/HomePage')).HomePage),
      page(paths.signUp, async () => (await import('./home/SignUpPage')).SignUpPage),
      page(
        paths.invitation,
        async () => (await import('./organization/InvitationPage')).InvitationPage,
      ),
      page(
        paths.stopInvitations,
        async () => (await import('./organization/StopInvitationsPage')).StopInvitationsPage,
      ),
      {
        element: <RequireUser />,
        children: [
          page(paths.library, async () => (await import('./library/LibraryPage')).LibraryPage),
          page(paths.wallet, async () => (await import('./wallet/WalletPage')).WalletPage),
          page(paths.receipt, async () => (await import('./proof/ReceiptPage')).ReceiptPage),
          page(paths.account, async () => (await import('./account/AccountPage')).AccountPage),
          { element: <RequireOrganizationAdmin />, children: [organizationPage] },
          { element: <RequireFinance />, children: financePages },
          { element: <RequireSuperAdmin />, children: adminPages },
        ],
      },
      page(
        paths.verifyReceipt,
        async () => (await import('./proof/VerifyReceiptPage')).VerifyReceiptPage,
      ),
      page(paths.report, async () => (await import('./report/ReportPage')).ReportPage),
      page(paths.prices, async () => (await import('./prices/PricesPage')).PricesPage),
      policy(paths.privacy, 'privacy'),
      policy(paths.terms, 'terms'),
      policy(paths.contentPolicy, 'content'),
      policy(paths.billing, 'billing'),
      policy(paths.contact, 'contact'),
      policy(paths.about, 'about'),
    ],
  },
  { path: '*', element: <Navigate to={paths.home} replace /> },
];
