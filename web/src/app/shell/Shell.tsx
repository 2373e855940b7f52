import { formatPrice } from '@sachet/shared/money';
import { Suspense, useEffect, useRef, type MouseEvent } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { analytics } from '../analytics/analytics';
import { askConsentAgain, chooseConsent, useConsentAsked } from '../analytics/consent';
import { useConfig, useLiveUpdates } from '../../api/hooks';
import { useProfile } from '../../api/profile';
import { advertisedBonusRupees } from '../base/bonus';
import { useBusyOverlay } from '../base/busy';
import { closeDialog, openAuth, useOpenDialog } from '../base/dialogs';
import { lazyDialog, lazyPart } from '../base/lazy-part';
import { providerName, useProviders } from '../base/provider';
import { restoredPending } from '../../features/studio/generation/pending-record';
import { useFiles } from '../base/stale-build';
import { AuthModal } from '../../features/people/auth/auth-dialog';
import { isCodeAwaited } from '../../features/people/auth/attempt';
import { endEarlyPress } from '../../browser/early-press';
import { formatList } from '../../i18n/list';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../base/paths';
import { useSession } from '../session/session';
import { Button } from '../../ui/Button';
import { useIsCovered } from '../../ui/FullScreen';
import { Toaster } from '../../ui/Toaster';
import { BottomBar } from './BottomBar';
import { BusyOverlay } from './BusyOverlay';
import { Header } from './Header';
import { PageComing } from './PageLoading';
import { SignUpForm } from './SignUpForm';

const unseen = { coming: null, missing: null };
const LowerNotices = lazyPart(async () => (await import('./LowerNotices')).LowerNotices, unseen);
const TopUpWatch = lazyPart(
  async () => (await import('../../features/payments/top-up/TopUpWatch')).TopUpWatch,
  unseen,
);
const VerifyDialog = lazyDialog(
  async () => (await import('../../features/people/auth/VerifyDialog')).VerifyDialog,
);
const InvitationDialog = lazyDialog(
  async () => (await import('../../features/organizations/InvitationDialog')).InvitationDialog,
);
const WalletModal = lazyDialog(
  async () => (await import('../../features/wallet/WalletModal')).WalletModal,
);

/**
 * Drops the action that waits for the verification: it would open the dialog again. Its code has loaded, because
 * the action was saved there.
 */
async function dropAndClose(): Promise<void> {
  const { dropPending } = await import('../../features/studio/generation/pending');
  dropPending();
  closeDialog();
}

/** Moves the focus without the history entry that the browser would add for the hash. */
function skipHeader(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** The frame of every page, with header, banners, footer, dialogs and toasts. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { status } = useSession();
  useLiveUpdates();
  useProfileAsked();
  useInterruptedSignIn();
  useAnalytics(pathname);
  useSignUpLoaded();
  const isCovered = useIsCovered();

  return (
    <>
      <div
        inert={isCovered}
        // Also set for assistive software that does not support `inert`.
        aria-hidden={isCovered || undefined}
        className="flex flex-col"
      >
        <a
          href="#content"
          onClick={skipHeader}
          className="absolute top-2 left-2 z-50 -translate-y-[calc(100%+1rem)] rounded-full bg-ink px-5 py-3 font-semibold text-on-ink focus:translate-y-0"
        >
          {t('shell.skip')}
        </a>
        <ConsentBar />
        {/* Without a box, because the sticky part would leave the screen with it. */}
        <header className="contents">
          <Header />
          <Banners />
        </header>
        {status === 'signed-in' && <LowerNotices />}
        {/* As tall as the screen, so that the footer is below it and does not move when the page has loaded. */}
        <main id="content" tabIndex={-1} className="min-h-svh focus:outline-none">
          <Suspense fallback={<PageComing />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
        <BottomBar />
      </div>
      <Dialogs />
      {status === 'signed-in' && <TopUpWatch />}
      {useBusyOverlay() && <BusyOverlay />}
      <MissingFilesBar />
      <Toaster label={t('shell.notifications')} closeLabel={t('shell.dismiss')} />
    </>
  );
}

/** Loads the sign-up after the page, because it is what most visitors open next. */
function useSignUpLoaded(): void {
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'signed-out') return undefined;
    const preload = () => void AuthModal.preload();
    if (document.readyState === 'complete') preload();
    addEventListener('load', preload, { once: true });
    return () => removeEventListener('load', preload);
  }, [status]);
}

function Dialogs() {
  const dialog = useOpenDialog();
  useEffect(() => {
    if (dialog) void AuthModal.preload().then(endEarlyPress);
  }, [dialog]);
  return (
    <Suspense>
      {dialog?.kind === 'auth' && <AuthModal tab={dialog.tab} email={dialog.email} />}
      {dialog?.kind === 'verify' && <VerifyDialog onClose={dropAndClose} />}
      {dialog?.kind === 'invitation' && <InvitationDialog />}
      {dialog?.kind === 'wallet' && (
        <WalletModal price={dialog.price} unlock={dialog.unlock} onClose={closeDialog} />
      )}
    </Suspense>
  );
}

/** Asks for the name of a signed-in user whose sign-up was interrupted before the profile was created. */
function useProfileAsked(): void {
  const session = useSession();
  const { data: profile } = useProfile();
  const missing = session.status === 'signed-in' && profile === null;
  useEffect(() => {
    if (missing) openAuth('sign-up');
  }, [missing]);
}

/**
 * Continues a sign-in that a reload interrupted while the code was asked for, or while an action was pending.
 */
function useInterruptedSignIn(): void {
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'signed-out') return;
    if (restoredPending || isCodeAwaited(Date.now())) openAuth('sign-up');
    // Runs only for the initial session: a user who signs out later does not want to sign in again.
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

/**
 * Reports to the user that files of the page are missing. It is part of the first file, because the code of
 * the toasts may be missing, too.
 */
function MissingFilesBar() {
  const { t } = useTranslation();
  const files = useFiles();
  if (files !== 'stale' && files !== 'offline') return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-3 bottom-[calc(var(--lower-edge)+0.75rem)] z-50 flex items-center md:right-6 md:left-auto md:max-w-md gap-4 rounded-xl border border-edge bg-packet px-4 py-3 shadow-[0_8px_24px_var(--shade)]"
    >
      <p className="flex-1 text-note text-pretty">
        {t(files === 'offline' ? 'error.offline' : 'shell.stale')}
      </p>
      <Button size="small" className="shrink-0" onClick={() => location.reload()}>
        {t('shell.reload')}
      </Button>
    </div>
  );
}

function Banners() {
  const { t, language } = useTranslation();
  const session = useSession();
  const { data: config } = useConfig();
  const names = useProviders().map((provider) => providerName[provider]);
  const amount = formatPrice(config?.signupBonus ?? advertisedBonusRupees);
  return (
    <>
      <p className="px-2 py-0.5 text-center text-note text-ink-soft sm:px-4 sm:py-1">
        {t('shell.providers', { names: formatList(language, names) })}
      </p>
      {session.status === 'signed-out' && (
        <SignUpForm tab="sign-up" data-signed-out>
          <button
            type="submit"
            className="min-h-11 w-full bg-marigold-wash px-2 py-0.5 text-center text-note leading-tight text-balance hover:underline sm:px-4"
          >
            <span className="font-bold">{t('shell.bonus', { amount })}</span>{' '}
            <span>{t('shell.bonusNote')}</span>
          </button>
        </SignUpForm>
      )}
    </>
  );
}

/**
 * A bar at the lower edge, shown until the user has chosen. The page reserves its height as `--consent`, and
 * sticky bars are placed above it, so that it covers no content.
 */
function ConsentBar() {
  return useConsentAsked() && <ConsentChoices />;
}

function ConsentChoices() {
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);

  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--consent', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--consent');
    };
  }, []);

  return (
    <section
      ref={bar}
      aria-label={t('consent.title')}
      className="fixed inset-x-0 bottom-(--tool-bar) z-30 max-h-[40svh] overflow-y-auto border-t border-fold bg-packet shadow-[0_-8px_24px_var(--shade)]"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1 sm:gap-x-6 sm:px-6 sm:py-2">
        <p className="flex-1 basis-20 text-note leading-tight text-pretty">
          {t('consent.text')}{' '}
          <Link to={paths.privacy} className="font-semibold underline underline-offset-2">
            {t('common.privacy')}
          </Link>
        </p>
        <div className="flex flex-wrap gap-1.5 max-sm:*:px-2.5 sm:gap-2">
          <Button look="outline" size="small" onClick={() => chooseConsent('denied')}>
            {t('consent.reject')}
          </Button>
          <Button look="outline" size="small" onClick={() => chooseConsent('granted')}>
            {t('consent.accept')}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Footer() {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const company = config?.company;
  const links = [
    [paths.prices, t('common.prices')],
    [paths.privacy, t('common.privacy')],
    [paths.terms, t('policy.terms')],
    [paths.contentPolicy, t('policy.content')],
    [paths.billing, t('policy.billing')],
    [paths.verifyReceipt, t('common.checkReceipt')],
    [paths.report, t('shell.report')],
  ] as const;
  const more = [
    [paths.about, t('shell.about')],
    [paths.contact, t('common.contact')],
  ] as const;
  const ids = company
    ? [
        company.registrationId && `${t('common.registration')} ${company.registrationId}`,
        company.taxId && `${t('shell.taxId')} ${company.taxId}`,
      ].filter(Boolean)
    : [];
  return (
    <footer className="mt-16 border-t border-fold pb-(--consent-above-tools) text-note text-ink-soft">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-6 sm:px-6">
        <div className="min-h-10 min-w-0 wrap-anywhere">
          {company && (
            <>
              <p className="font-semibold text-ink">{company.name}</p>
              <p>{ids.join(' · ')}</p>
            </>
          )}
        </div>
        <nav aria-label={t('shell.policies')} className="-mx-2 flex flex-wrap">
          {links.map(([to, label]) => (
            <Link
              key={to}
              to={to}
              className="grid min-h-11 min-w-11 items-center px-2 hover:text-ink"
            >
              {label}
            </Link>
          ))}
          {more.map(([to, label]) => (
            <Link
              key={to}
              to={to}
              className="grid min-h-11 items-center px-2 hover:text-ink lg:hidden"
            >
              {label}
            </Link>
          ))}
          <button type="button" onClick={askConsentAgain} className="min-h-11 px-2 hover:text-ink">
            {t('consent.change')}
          </button>
        </nav>
        {config?.standIns && <p className="w-full">{t('shell.standIns')}</p>}
      </div>
    </footer>
  );
}
