import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { RequireOrganizationAdmin, RequireSuperAdmin } from './components/RequireRole';
import { RequireUser } from './components/RequireUser';
import { Shell } from './components/shell/Shell';
import { paths } from './paths';

const Home = lazy(() => import('./pages/home'));
const SignUp = lazy(() => import('./pages/signup'));
const Wallet = lazy(() => import('./pages/wallet'));
const Account = lazy(() => import('./pages/account'));
const Invitation = lazy(() => import('./pages/invitation'));
const StopInvitations = lazy(() => import('./pages/stop-invitations'));
const Organization = lazy(() => import('./pages/organization'));
const AdminModels = lazy(() => import('./pages/admin'));
const AdminBilling = lazy(() => import('./pages/admin-billing'));
const AdminUsers = lazy(() => import('./pages/admin-users'));
const AdminLedger = lazy(() => import('./pages/admin-ledger'));
const AdminLedgerEvent = lazy(() => import('./pages/admin-ledger-event'));
const AdminPayments = lazy(() => import('./pages/admin-payments'));
const AdminApprovals = lazy(() => import('./pages/admin-approvals'));
const Privacy = lazy(() => import('./pages/privacy'));
const Terms = lazy(() => import('./pages/terms'));
const ContentPolicy = lazy(() => import('./pages/content-policy'));
const Billing = lazy(() => import('./pages/billing'));
const Contact = lazy(() => import('./pages/contact'));
const About = lazy(() => import('./pages/about'));

/** Every route (docs/product.md, Screens); any other path goes home. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path={paths.home} element={<Home />} />
        <Route path={paths.signUp} element={<SignUp />} />
        <Route path={paths.invitation} element={<Invitation />} />
        <Route path={paths.stopInvitations} element={<StopInvitations />} />
        <Route element={<RequireUser />}>
          <Route path={paths.wallet} element={<Wallet />} />
          <Route path={paths.account} element={<Account />} />
          <Route element={<RequireOrganizationAdmin />}>
            <Route path={paths.organization} element={<Organization />} />
          </Route>
          <Route element={<RequireSuperAdmin />}>
            <Route path={paths.admin} element={<AdminModels />} />
            <Route path={paths.adminBilling} element={<AdminBilling />} />
            <Route path={paths.adminUsers} element={<AdminUsers />} />
            <Route path={paths.adminLedger} element={<AdminLedger />} />
            <Route path={paths.adminLedgerEvent} element={<AdminLedgerEvent />} />
            <Route path={paths.adminPayments} element={<AdminPayments />} />
            <Route path={paths.adminApprovals} element={<AdminApprovals />} />
          </Route>
        </Route>
        <Route path={paths.privacy} element={<Privacy />} />
        <Route path={paths.terms} element={<Terms />} />
        <Route path={paths.contentPolicy} element={<ContentPolicy />} />
        <Route path={paths.billing} element={<Billing />} />
        <Route path={paths.contact} element={<Contact />} />
        <Route path={paths.about} element={<About />} />
      </Route>
      <Route path="*" element={<Navigate to={paths.home} replace />} />
    </Routes>
  );
}
