import {
  getPlace,
  isFormMode,
  isImageMode,
  type Mode,
  modes,
  type OwnPageMode,
} from '@sachet/shared/tools';
import { mustVerifyEmail } from '@sachet/shared/wallet/email-gate';
import { LockKeyhole } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useProfile } from '../../../api/profile';
import { openAuth } from '../../../app/base/dialogs';
import { lazyPart, type LazyPart } from '../../../app/base/lazy-part';
import { modeIcon, modeShortName, parseMode } from '../../../app/base/tools';
import { whenAuthLoaded } from '../../people/auth/auth-dialog';
import { isInBrowser } from '../../../browser/is-in-browser';
import { usePageTitle } from '../../../browser/page-title';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { useSession } from '../../../app/session/session';
import { FormComing } from '../../../app/shell/PageLoading';
import { Button, buttonClasses } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Skeleton } from '../../../ui/Skeleton';
import { Hero } from './Hero';
import { ToolCards } from './ToolCards';

/** The sign-in dialog that a press opened comes first. */
const after = whenAuthLoaded;
const shop = { area: 'shop', after } as const;

/** The pages of the tools that have their own. Each loads when it is first opened. */
const ownPages: Record<OwnPageMode, LazyPart<object>> = {
  instagram: lazyPart(async () => (await import('../instagram/InstagramTool')).InstagramTool, {
    after,
  }),
  instagram_ideas: lazyPart(async () => (await import('../instagram/IdeasTool')).IdeasTool, {
    after,
  }),
  general: lazyPart(async () => (await import('../general/GeneralTool')).GeneralTool, { after }),
  image: lazyPart(async () => (await import('../pictures/ImageTool')).ImageTool, shop),
  edit_image: lazyPart(async () => (await import('../pictures/EditTool')).EditTool, shop),
};

const TextTool = lazyPart(async () => (await import('../text-form/TextTool')).TextTool, { after });

/** Several photos in place of one, if the address says so. */
const BatchTool = lazyPart(async () => (await import('../batch/BatchTool')).BatchTool, shop);

const EmailGate = lazyPart(async () => (await import('../../people/auth/EmailGate')).EmailGate);

const SignedInHome = lazyPart(async () => (await import('./SignedInHome')).SignedInHome);

const column = 'mx-auto max-w-7xl px-4 sm:px-6';

/**
 * The main page, which shows the tool of the chosen mode. Without a mode, it shows the hero, or the home of a
 * signed-in user.
 */
export function HomePage() {
  const [params] = useSearchParams();
  const mode = parseMode(params.get('mode'));
  const session = useSession();
  const { data: profile, error } = useProfile();
  const results = params.get('results') || params.get('batch');
  const owned = params.get('chat') ? 'chat' : results ? 'results' : null;
  if (!mode) {
    const isVisitor = session.status === 'signed-out' || profile === null || (error && !profile);
    return (
      <div className={column}>
        <ModeSwitch current={null} />
        {isVisitor ? (
          <Hero />
        ) : (
          <div className="grid content-start gap-3 pt-3 pb-12 md:gap-5 md:pt-3">
            <Suspense fallback={<HomeComing />}>
              {profile ? <SignedInHome profile={profile} /> : <HomeComing />}
            </Suspense>
          </div>
        )}
      </div>
    );
  }
  return (
    <div className={column}>
      <ModeSwitch current={mode} />
      <Suspense fallback={<ToolComing />}>
        {owned && session.status === 'signed-out' ? (
          <SignInToSee what={owned} newPath={paths.mode(mode)} />
        ) : isImageMode(mode) && profile?.email && mustVerifyEmail(profile) ? (
          <EmailGate email={profile.email} />
        ) : (
          <Tool key={mode} mode={mode} isBatch={params.has('batch')} />
        )}
      </Suspense>
    </div>
  );
}

function Tool({ mode, isBatch }: { mode: Mode; isBatch: boolean }) {
  if (isFormMode(mode)) return <TextTool mode={mode} />;
  if (mode === 'edit_image' && isBatch) return <BatchTool />;
  const Page = ownPages[mode];
  return <Page />;
}

/** Loads the tool that the address names. A visit that begins there shows no skeleton between page and tool. */
export async function loadTool(): Promise<void> {
  const params = new URLSearchParams(isInBrowser ? location.search : '');
  const mode = parseMode(params.get('mode'));
  if (!mode) return;
  const isBatch = mode === 'edit_image' && params.has('batch');
  await (isFormMode(mode) ? TextTool : isBatch ? BatchTool : ownPages[mode]).preload();
}

/** Has the shape of a tool while its code loads. */
const ToolComing = () => (
  <div className="grid min-h-[80svh] max-w-xl content-start gap-5 pt-6">
    <FormComing />
  </div>
);

/** Has the tools and the shape of `SignedInHome`, while the session, the profile and the code load. */
function HomeComing() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="sr-only">
        {t('shell.loading')}
      </p>
      <Skeleton className="h-7 w-48" />
      <ToolCards />
      <div className="grid gap-6 sm:gap-8 lg:grid-cols-2 lg:gap-14">
        <div className="grid content-start gap-3">
          <Skeleton className="h-20 rounded-xl" />
          <Skeleton className="h-11 rounded-full" />
          <Skeleton className="h-13 rounded-full" />
        </div>
        <Skeleton className="aspect-4/3 rounded-xl" />
      </div>
    </>
  );
}

/**
 * Asks a visitor to sign in to see content of its owner. The URL stays, so the content opens after the
 * sign-in.
 */
function SignInToSee({ what, newPath }: { what: 'results' | 'chat'; newPath: string }) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="signed-out"
      className="mx-auto grid max-w-md justify-items-center gap-3 py-16 text-center md:py-24"
    >
      <LockKeyhole aria-hidden className="size-8 text-ink-soft" />
      <h1 id="signed-out" className="text-title font-bold">
        {t(what === 'chat' ? 'signedOut.chat' : 'signedOut.results')}
      </h1>
      <p className="text-ink-soft">{t('signedOut.text')}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button onClick={() => openAuth('login')}>{t('common.signIn')}</Button>
        <Link to={newPath} className={buttonClasses({ look: 'outline' })}>
          {t('signedOut.new')}
        </Link>
      </div>
    </section>
  );
}

/**
 * Switches between the modes (docs/product.md, Screens). A phone has the bottom bar instead, and here only the
 * modes that share a place in it.
 */
function ModeSwitch({ current }: { current: Mode | null }) {
  const { t } = useTranslation();
  const place = current && getPlace(current);
  const sharing = modes.filter((mode) => getPlace(mode) === place);
  return (
    <nav
      aria-label={t('home.choose')}
      className={classes(
        'flex-wrap gap-1 pt-3 md:flex',
        sharing.length > 1 ? 'flex max-md:-mb-2' : 'hidden',
        // Without a current mode, the first name is at the left edge of the page.
        current ? 'md:pt-6' : '-ml-4 md:pt-2',
      )}
    >
      {modes.map((mode) => {
        const Icon = modeIcon[mode];
        return (
          <Link
            key={mode}
            to={paths.mode(mode)}
            aria-current={mode === current ? 'page' : undefined}
            className={classes(
              'flex min-h-11 items-center gap-2 rounded-full px-4 text-note font-semibold transition-colors duration-150',
              !sharing.includes(mode) && 'max-md:hidden',
              mode === current
                ? 'bg-ink text-on-ink'
                : 'text-ink-soft hover:bg-sunk hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4" />
            {modeShortName(t, mode)}
          </Link>
        );
      })}
    </nav>
  );
}

/** Shows the home page with the sign-up dialog open. A signed-in user is redirected to the home page. */
export function SignUpPage() {
  const { t } = useTranslation();
  usePageTitle(t('auth.signUpTitle'));
  const { status } = useSession();
  const signedOut = status === 'signed-out';
  useEffect(() => {
    if (signedOut) openAuth('sign-up');
  }, [signedOut]);
  return status === 'signed-in' ? <Navigate to={paths.home} replace /> : <HomePage />;
}
