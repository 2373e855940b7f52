import type { ComponentType, ReactElement } from 'react';
import { Navigate, type Page } from './browser/router';
import type { Area } from './i18n/areas';
import { loadWords } from './i18n/language';
import { lazyPart } from './i18n/lazy';
import type { PolicyName } from './i18n/policies/en';
import { paths } from './paths';
import { RequireUser } from './shell/RequireUser';
import { Shell } from './shell/Shell';

const RequireOrganizationAdmin = lazyPart(
  async () => (await import('./shell/RequireRole')).RequireOrganizationAdmin,
);
const RequireSuperAdmin = lazyPart(
  async () => (await import('./shell/RequireRole')).RequireSuperAdmin,
);
const RequireFinance = lazyPart(async () => (await import('./shell/RequireRole')).RequireFinance);

type Load = () => Promise<ComponentType>;

/** Pages whose code and words are fetched when they are asked for. */
function createPages(frames: NonNullable<Page['frames']>, area: Area) {
  return (path: string, load: Load): Page => ({
    path,
    frames: [Shell, ...frames],
    load: async () => {
      const [Loaded] = await Promise.all([load(), loadWords('studio'), loadWords(area)]);
      return <Loaded />;
    },
  });
}

const publicPage = createPages([], 'studio');
const ownPage = createPages([RequireUser], 'studio');
const organizationPage = createPages([RequireUser, RequireOrganizationAdmin], 'studio');
const financePage = createPages([RequireUser, RequireFinance], 'admin');
const adminPage = createPages([RequireUser, RequireSuperAdmin], 'admin');

function policyPage(path: string, name: PolicyName): Page {
  const load = async (): Promise<ReactElement> => {
    const { PolicyPage } = await import('./policies/PolicyPage');
    return <PolicyPage key={name} name={name} />;
  };
  return { path, frames: [Shell], load };
}

/** Every page (docs/product.md, Screens); any other path goes home. */
export const routes: Page[] = [
  {
    path: paths.home,
    frames: [Shell],
    load: async () => {
      const { HomePage } = await import('./home/HomePage');
      return <HomePage />;
    },
  },
  publicPage(paths.signUp, async () => (await import('./home/SignUpPage')).SignUpPage),
  publicPage(
    paths.invitation,
    async () => (await import('./organization/InvitationPage')).InvitationPage,
  ),
  publicPage(
    paths.stopInvitations,
    async () => (await import('./organization/StopInvitationsPage')).StopInvitationsPage,
  ),
  ownPage(paths.library, async () => (await import('./library/LibraryPage')).LibraryPage),
  ownPage(paths.wallet, async () => (await import('./wallet/WalletPage')).WalletPage),
  ownPage(paths.receipt, async () => (await import('./proof/ReceiptPage')).ReceiptPage),
  ownPage(paths.account, async () => (await import('./account/AccountPage')).AccountPage),
  organizationPage(
    paths.organization,
    async () => (await import('./organization/OrganizationPage')).OrganizationPage,
  ),
  financePage(
    paths.adminLedger,
    async () => (await import('./admin/ledger/LedgerPage')).LedgerPage,
  ),
  financePage(
    paths.adminLedgerEvent,
    async () => (await import('./admin/ledger/LedgerEventPage')).LedgerEventPage,
  ),
  financePage(paths.adminTrail, async () => (await import('./admin/ledger/TrailPage')).TrailPage),
  financePage(
    paths.adminPayments,
    async () => (await import('./admin/payments/PaymentsPage')).PaymentsPage,
  ),
  financePage(
    paths.adminFinance,
    async () => (await import('./admin/finance/FinancePage')).FinancePage,
  ),
  financePage(
    paths.adminSettlements,
    async () => (await import('./admin/settlements/SettlementsPage')).SettlementsPage,
  ),
  financePage(
    paths.adminExports,
    async () => (await import('./admin/exports/ExportsPage')).ExportsPage,
  ),
  adminPage(paths.admin, async () => (await import('./admin/models/ModelsPage')).ModelsPage),
  adminPage(
    paths.adminBilling,
    async () => (await import('./admin/billing/BillingPage')).BillingPage,
  ),
  adminPage(paths.adminUsers, async () => (await import('./admin/users/UsersPage')).UsersPage),
  adminPage(
    paths.adminApprovals,
    async () => (await import('./admin/approvals/ApprovalsPage')).ApprovalsPage,
  ),
  adminPage(
    paths.adminReports,
    async () => (await import('./admin/reports/ReportsPage')).ReportsPage,
  ),
  publicPage(
    paths.verifyReceipt,
    async () => (await import('./proof/VerifyReceiptPage')).VerifyReceiptPage,
  ),
  publicPage(paths.report, async () => (await import('./report/ReportPage')).ReportPage),
  publicPage(paths.prices, async () => (await import('./prices/PricesPage')).PricesPage),
  policyPage(paths.privacy, 'privacy'),
  policyPage(paths.terms, 'terms'),
  policyPage(paths.contentPolicy, 'content'),
  policyPage(paths.billing, 'billing'),
  policyPage(paths.contact, 'contact'),
  policyPage(paths.about, 'about'),
  { path: '*', load: async () => <Navigate to={paths.home} replace /> },
];
