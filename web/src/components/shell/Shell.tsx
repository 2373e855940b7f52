import { Suspense, lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useLiveUpdates, useProfile } from '../../api/hooks';
import { useSession } from '../../auth/session';
import { Toaster } from '../../ui/Toaster';
import { useBusy } from '../busy';
import { closeDialog, openAuth, useOpenDialog } from '../dialogs';
import { Banners } from './Banners';
import { BottomBar } from './BottomBar';
import { BusyOverlay } from './BusyOverlay';
import { Footer } from './Footer';
import { Header, PhoneRow } from './Header';

const AuthModal = lazy(async () => ({ default: (await import('../auth/AuthModal')).AuthModal }));
const WalletModal = lazy(async () => ({
  default: (await import('../wallet/WalletModal')).WalletModal,
}));

/** What every page stands in: header, banners, footer, dialogs, toasts. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useLiveUpdates();
  useProfileAsked();

  return (
    <div className="flex min-h-svh flex-col">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-on-ink focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <PhoneRow />
      <Header />
      <ScrollToTop key={pathname} />
      <Banners />
      <main id="content" tabIndex={-1} className="flex-1 focus:outline-none">
        <Suspense fallback={<div className="min-h-[80svh]" />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <BottomBar />
      <Dialogs />
      {useBusy() && <BusyOverlay />}
      <Toaster label={t('shell.notifications')} closeLabel={t('shell.dismiss')} />
    </div>
  );
}

/** Mounted anew on every path. */
function ScrollToTop() {
  useEffect(() => {
    // In braces: a newer browser answers with a promise, which is no way to clean up.
    window.scrollTo(0, 0);
  }, []);
  return null;
}

function Dialogs() {
  const dialog = useOpenDialog();
  return (
    <Suspense>
      {dialog?.kind === 'auth' && <AuthModal tab={dialog.tab} />}
      {dialog?.kind === 'wallet' && <WalletModal price={dialog.price} onClose={closeDialog} />}
    </Suspense>
  );
}

/** Somebody signed in without a profile (a sign-up cut off half-way) is asked for their names. */
function useProfileAsked(): void {
  const session = useSession();
  const { data: profile } = useProfile();
  const missing = session.status === 'signed-in' && profile === null;
  useEffect(() => {
    if (missing) openAuth('sign-up');
  }, [missing]);
}
