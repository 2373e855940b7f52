import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { PageError } from './components/PageError';
import { RequireOrganizationAdmin, RequireSuperAdmin } from './components/RequireRole';
import { PageLoading, RequireUser } from './components/RequireUser';
import { Shell } from './components/shell/Shell';
import { paths } from './paths';

/** A page whose code is fetched when it is asked for; what breaks it leaves the rest of the window alone. */
function page(path: string, load: () => Promise<{ default: ComponentType }>): RouteObject {
  return {
    path,
    lazy: async () => ({ Component: (await load()).default }),
    hydrateFallbackElement: (
      <div className="min-h-[80svh] animate-late">
        <PageLoading />
      </div>
    ),
    errorElement: <PageError hasShell />,
  };
}

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
      page(paths.home, () => import('./pages/home')),
      page(paths.signUp, () => import('./pages/signup')),
      page(paths.invitation, () => import('./pages/invitation')),
      page(paths.stopInvitations, () => import('./pages/stop-invitations')),
      {
        element: <RequireUser />,
        children: [
          page(paths.wallet, () => import('./pages/wallet')),
          page(paths.account, () => import('./pages/account')),
          {
            element: <RequireOrganizationAdmin />,
            children: [page(paths.organization, () => import('./pages/organization'))],
          },
          {
            element: <RequireSuperAdmin />,
            children: [
              page(paths.admin, () => import('./pages/admin')),
              page(paths.adminBilling, () => import('./pages/admin-billing')),
              page(paths.adminUsers, () => import('./pages/admin-users')),
              page(paths.adminLedger, () => import('./pages/admin-ledger')),
              page(paths.adminLedgerEvent, () => import('./pages/admin-ledger-event')),
              page(paths.adminPayments, () => import('./pages/admin-payments')),
              page(paths.adminApprovals, () => import('./pages/admin-approvals')),
            ],
          },
        ],
      },
      page(paths.privacy, () => import('./pages/privacy')),
      page(paths.terms, () => import('./pages/terms')),
      page(paths.contentPolicy, () => import('./pages/content-policy')),
      page(paths.billing, () => import('./pages/billing')),
      page(paths.contact, () => import('./pages/contact')),
      page(paths.about, () => import('./pages/about')),
    ],
  },
  { path: '*', element: <Navigate to={paths.home} replace /> },
];
