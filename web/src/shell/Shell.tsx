import { Suspense, lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { analytics } from '../analytics/analytics';
import { useConfig, useLiveUpdates, useProfile } from '../api/hooks';
import { beganWithPending } from '../app/pending';
import { useSession } from '../session/session';
import { useConsentAsked } from '../analytics/consent';
import { useIsStale } from './stale-build';
import { useIsCovered } from '../ui/FullScreen';
import { Toaster } from '../ui/Toaster';
import { useBusy } from '../app/busy';
import { closeDialog, openAuth, useOpenDialog } from '../app/dialogs';
import { TopUpWatch } from '../top-up/TopUpWatch';
import { Banners } from './Banners';
import { BottomBar } from './BottomBar';
import { BusyOverlay } from './BusyOverlay';
import { ConsentBar } from './ConsentBar';
import { Footer } from './Footer';
import { Header, PhoneRow } from './Header';
import { PageComing } from './PageLoading';
import { StaleBar } from './StaleBar';

const AuthModal = lazy(async () => ({ default: (await import('../auth/AuthModal')).AuthModal }));
const VerifyDialog = lazy(async () => ({
  default: (await import('../auth/VerifyDialog')).VerifyDialog,
}));
const WalletModal = lazy(async () => ({
  default: (await import('../wallet/WalletModal')).WalletModal,
}));

/** What every page stands in: header, banners, footer, dialogs, toasts. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useLiveUpdates();
  useProfileAsked();
  useInterruptedSignIn();
  useAnalytics(pathname);
  const isCovered = useIsCovered();

  return (
    <>
      <div
        inert={isCovered}
        // Said again, for whatever does not know `inert`.
        aria-hidden={isCovered || undefined}
        className="flex min-h-[calc(100svh-var(--consent))] flex-col"
      >
        <a
          href="#content"
          className="absolute top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-on-ink focus:translate-y-0"
        >
          {t('shell.skip')}
        </a>
        {useConsentAsked() && <ConsentBar />}
        <PhoneRow />
        <Header />
        <ScrollRestoration />
        <Banners />
        <main id="content" tabIndex={-1} className="flex-1 focus:outline-none">
          <Suspense fallback={<PageComing />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
        <BottomBar />
      </div>
      <Dialogs />
      <TopUpWatch />
      {useBusy() && <BusyOverlay />}
      {useIsStale() && <StaleBar />}
      <Toaster label={t('shell.notifications')} closeLabel={t('shell.dismiss')} />
    </>
  );
}

function Dialogs() {
  const dialog = useOpenDialog();
  return (
    <Suspense>
      {dialog?.kind === 'auth' && <AuthModal tab={dialog.tab} email={dialog.email} />}
      {dialog?.kind === 'verify' && <VerifyDialog />}
      {dialog?.kind === 'wallet' && (
        <WalletModal price={dialog.price} unlock={dialog.unlock} onClose={closeDialog} />
      )}
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

/** A sign-in that a reload cut off, with something waiting for it, is taken up again. */
function useInterruptedSignIn(): void {
  const { status } = useSession();
  useEffect(() => {
    if (beganWithPending && status === 'signed-out') openAuth('login');
    // Only what the page began with: whoever signs out later wants to be out.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

function useAnalytics(path: string): void {
  const { data: config } = useConfig();
  const measurementId = config?.analytics?.measurementId;
  useEffect(() => {
    if (!measurementId) return;
    analytics.configure(measurementId);
    analytics.track({ name: 'page_view', path });
  }, [measurementId, path]);
}
