import type { ComponentType } from 'react';
import { Link, Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { lazyPart } from './base/lazy-part';
import { reloadForPage, useFiles } from './base/stale-build';
import { usePageTitle } from '../browser/page-title';
import { createRootRoute } from '../browser/router';
import { whenSpoken, type Area } from '../i18n/language';
import type { PolicyName } from '../i18n/policies/en';
import { useTranslation } from '../i18n/translate';
import { paths } from './base/paths';
import { useSession } from './session/session';
import { OtherPages } from './base/OtherPages';
import { PageComing, PageLoading } from './shell/PageLoading';
import { Shell } from './shell/Shell';
import { Button, buttonClasses } from '../ui/Button';

type Load = () => Promise<ComponentType>;

/**
 * Creates a route whose code and texts are loaded before its first visit. react-router would remember a
 * failure, so the code is a lazy part, which tries again at the next visit.
 */
function loadRoute(area: Area, load: Load) {
  const missing = <PageError hasShell />;
  const Page = lazyPart(load, { area, missing, onMissing: reloadForPage });
  return {
    errorElement: missing,
    hydrateFallbackElement: <PageComing />,
    lazy: async () => {
      await Page.preload();
      return { Component: Page };
    },
  };
}

const createPage =
  (area: Area) =>
  (path: string, load: Load): RouteObject => ({ path, ...loadRoute(area, load) });

const studioPage = createPage('studio');
const adminPage = createPage('admin');

/** Creates routes for pages that require a role. */
const requireRole = (load: Load, children: RouteObject[]): RouteObject => ({
  ...loadRoute('first', load),
  children,
});

const firstPage = createPage('first');
const policyPage = (path: string, name: PolicyName): RouteObject =>
  firstPage(path, async () => {
    const [{ PolicyPage, loadPolicies }, language] = await Promise.all([
      import('./policies/PolicyPage'),
      whenSpoken(),
    ]);
    await loadPolicies(language);
    return () => <PolicyPage key={name} name={name} />;
  });

const publicPages = [
  firstPage(paths.home, async () => {
    const { HomePage, loadTool } = await import('../features/studio/home/HomePage');
    await loadTool();
    return HomePage;
  }),
  firstPage(
    paths.signUp,
    async () => (await import('../features/studio/home/HomePage')).SignUpPage,
  ),
  studioPage(
    paths.invitation,
    async () => (await import('../features/organizations/InvitationPage')).InvitationPage,
  ),
  studioPage(
    paths.stopInvitations,
    async () => (await import('../features/organizations/StopInvitationsPage')).StopInvitationsPage,
  ),
  studioPage(
    paths.verifyReceipt,
    async () => (await import('../features/ledger/proof/VerifyReceiptPage')).VerifyReceiptPage,
  ),
  studioPage(
    paths.verifyDocument,
    async () => (await import('../features/tax/documents/VerifyDocumentPage')).VerifyDocumentPage,
  ),
  studioPage(
    paths.friendLink,
    async () => (await import('../features/people/friends/FriendsPage')).FriendLinkPage,
  ),
  studioPage(
    paths.report,
    async () => (await import('../features/moderation/report/ReportPage')).ReportPage,
  ),
  studioPage(
    paths.prices,
    async () => (await import('../features/studio/prices/PricesPage')).PricesPage,
  ),
  policyPage(paths.privacy, 'privacy'),
  policyPage(paths.terms, 'terms'),
  policyPage(paths.contentPolicy, 'content'),
  policyPage(paths.billing, 'billing'),
  policyPage(paths.contact, 'contact'),
  policyPage(paths.about, 'about'),
];

const userPages = [
  studioPage(
    paths.library,
    async () => (await import('../features/studio/library/LibraryPage')).LibraryPage,
  ),
  studioPage(paths.wallet, async () => (await import('../features/wallet/WalletPage')).WalletPage),
  studioPage(
    paths.documents,
    async () => (await import('../features/tax/documents/DocumentsPage')).DocumentsPage,
  ),
  studioPage(
    paths.friends,
    async () => (await import('../features/people/friends/FriendsPage')).FriendsPage,
  ),
  studioPage(
    paths.receipt,
    async () => (await import('../features/ledger/proof/ReceiptPage')).ReceiptPage,
  ),
  studioPage(
    paths.brand,
    async () => (await import('../features/studio/brand/BrandPage')).BrandPage,
  ),
  studioPage(
    paths.account,
    async () => (await import('../features/people/account/AccountPage')).AccountPage,
  ),
];

const organizationPages = [
  studioPage(
    paths.organization,
    async () => (await import('../features/organizations/OrganizationPage')).OrganizationPage,
  ),
];

const financePages = [
  adminPage(
    paths.adminLedger,
    async () => (await import('../features/ledger/admin/LedgerPage')).LedgerPage,
  ),
  adminPage(
    paths.adminLedgerEvent,
    async () => (await import('../features/ledger/admin/LedgerEventPage')).LedgerEventPage,
  ),
  adminPage(
    paths.adminTrail,
    async () => (await import('../features/ledger/admin/TrailPage')).TrailPage,
  ),
  adminPage(
    paths.adminPayments,
    async () => (await import('../features/payments/exceptions/PaymentsPage')).PaymentsPage,
  ),
  adminPage(
    paths.adminFinance,
    async () => (await import('../features/finance/overview/FinancePage')).FinancePage,
  ),
  adminPage(
    paths.adminSettlements,
    async () => (await import('../features/finance/settlements/SettlementsPage')).SettlementsPage,
  ),
  adminPage(
    paths.adminExports,
    async () => (await import('../features/finance/exports/ExportsPage')).ExportsPage,
  ),
];

const superAdminPages = [
  adminPage(paths.admin, async () => (await import('../features/models/ModelsPage')).ModelsPage),
  adminPage(
    paths.adminBilling,
    async () => (await import('../features/models/billing/BillingPage')).BillingPage,
  ),
  adminPage(
    paths.adminUsers,
    async () => (await import('../features/admin/users/UsersPage')).UsersPage,
  ),
  adminPage(
    paths.adminApprovals,
    async () => (await import('../features/admin/approvals/ApprovalsPage')).ApprovalsPage,
  ),
  adminPage(
    paths.adminReports,
    async () => (await import('../features/moderation/reports/ReportsPage')).ReportsPage,
  ),
  adminPage(
    paths.adminSupplier,
    async () => (await import('../features/tax/supplier/SupplierPage')).SupplierPage,
  ),
  adminPage(
    paths.adminGrowth,
    async () => (await import('../features/people/growth/GrowthPage')).GrowthPage,
  ),
];

/**
 * Shows 'Loading...' until the session is known, and redirects a visitor to the home page (docs/product.md,
 * Screens).
 */
function RequireUser() {
  const { status } = useSession();
  if (status === 'loading') return <PageLoading />;
  return status === 'signed-in' ? <Outlet /> : <Navigate to={paths.home} replace />;
}

/** The routes of all pages (docs/product.md, Screens). */
const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      ...publicPages,
      { path: '*', Component: MissingPage },
      {
        Component: RequireUser,
        children: [
          ...userPages,
          requireRole(
            async () => (await import('./shell/RequireRole')).RequireOrganizationAdmin,
            organizationPages,
          ),
          requireRole(
            async () => (await import('./shell/RequireRole')).RequireFinance,
            financePages,
          ),
          requireRole(
            async () => (await import('./shell/RequireRole')).RequireSuperAdmin,
            superAdminPages,
          ),
        ],
      },
    ],
  },
];

/** Shown if the shell around the pages throws an error. */
const broken = (
  <main>
    <PageError hasShell={false} />
  </main>
);

export const rootRoute = createRootRoute(routes, broken);

/** Renders only the shell, for a page that the client renders. */
export const frameRoute = createRootRoute(
  [{ Component: Shell, children: [{ path: '*', Component: PageComing }] }],
  broken,
);

/** The page of every other address, which the API sends with status 404. */
function MissingPage() {
  const { t } = useTranslation();
  usePageTitle(t('shell.noPage'));
  return (
    <div className="mx-auto grid max-w-7xl gap-x-14 gap-y-10 px-4 pt-16 sm:px-6 md:pt-24 lg:grid-cols-[minmax(0,30rem)_minmax(0,30rem)]">
      <div className="grid content-start justify-items-start gap-3">
        <p aria-hidden className="text-display font-extrabold text-ink-soft tight">
          404
        </p>
        <h1 className="text-title font-bold text-balance">{t('shell.noPage')}</h1>
        <p className="text-ink-soft">{t('shell.noPageHint')}</p>
        <Link to={paths.home} className={buttonClasses({ className: 'mt-2' })}>
          {t('shell.toHome')}
        </Link>
      </div>
      <div className="grid lg:mt-14">
        <OtherPages
          links={[
            [paths.mode('image'), t('tool.image')],
            [paths.mode('general'), t('tool.general')],
            [paths.prices, t('common.prices')],
            [paths.contact, t('common.contact')],
          ]}
        />
      </div>
    </div>
  );
}

/** Replaces a page that threw an error or whose code is missing. Explains what happened and what to do. */
function PageError({ hasShell }: { hasShell: boolean }) {
  const { t } = useTranslation();
  const files = useFiles();
  if (files === 'reloading') return <PageComing />;
  // In this case, the shell's bar already shows the instructions.
  const isSaidBelow = hasShell && (files === 'stale' || files === 'offline');
  return (
    <div
      role={isSaidBelow ? undefined : 'alert'}
      className="mx-auto grid max-w-md justify-items-start gap-3 px-5 py-24"
    >
      <h1 className="text-title font-bold">{t('shell.crashed')}</h1>
      {!isSaidBelow && (
        <>
          <p>{t('shell.crashedHint')}</p>
          <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
        </>
      )}
    </div>
  );
}
