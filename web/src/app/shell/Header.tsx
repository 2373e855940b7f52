import type { Language } from '@sachet/shared/contracts/vocabulary';
import { Moon, Sun } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useProfile } from '../../api/profile';
import { lazyPart } from '../base/lazy-part';
import { useBack } from '../../browser/back';
import { persisted } from '../../browser/storage';
import { useStore } from '../../browser/store';
import { useMedia } from '../../browser/use-media';
import { chooseLanguage, languageNames, useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../base/paths';
import { useSession } from '../session/session';
import { SignUpForm } from './SignUpForm';
import { Button, IconButton } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Skeleton } from '../../ui/Skeleton';
import { notify } from '../../ui/Toaster';

const WalletPill = lazyPart(
  async () => (await import('../../features/wallet/WalletPill')).WalletPill,
  {
    missing: null,
  },
);
const AvatarMenu = lazyPart(async () => (await import('./AvatarMenu')).AvatarMenu, {
  missing: null,
});

const link =
  'grid min-h-11 place-items-center rounded-full px-3 text-note font-semibold text-ink-soft hover:text-ink';

/** Sticks to the upper edge. It is the first part of the shell's `header`. */
export function Header() {
  const { t } = useTranslation();
  return (
    <div className="group/header @container sticky top-(--stuck) z-30 border-b border-fold bg-paper">
      <div className="mx-auto flex min-h-16 max-w-7xl flex-wrap items-center justify-end gap-1 px-4 py-1 sm:px-6 max-md:min-h-12 max-md:py-0 @max-3xs:px-2">
        <Link
          to={paths.home}
          aria-label={t('shell.home')}
          className="mr-auto flex min-h-11 min-w-11 items-center rounded-lg"
        >
          <Logo />
        </Link>
        <Link to={paths.prices} className={`${link} max-lg:hidden`}>
          {t('common.prices')}
        </Link>
        <Link to={paths.about} className={`${link} max-lg:hidden`}>
          {t('shell.about')}
        </Link>
        <Link to={paths.contact} className={`${link} max-lg:hidden`}>
          {t('common.contact')}
        </Link>
        <div className="flex items-center gap-1 max-md:hidden">
          <LanguageSwitch />
          <ThemeToggle />
        </div>
        <PhoneSettings />
        <Account />
      </div>
    </div>
  );
}

/** A button that opens the languages and the theme on a phone. It works without scripts. */
function PhoneSettings() {
  const { t } = useTranslation();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useBack(isOpen, () => popover.current?.hidePopover());
  return (
    <>
      <button
        type="button"
        popoverTarget="settings"
        className="flex size-11 items-center justify-center gap-0.5 rounded-full font-bold text-ink-soft hover:text-ink md:hidden"
      >
        <span className="sr-only">{t('shell.settings')}</span>
        <span aria-hidden lang="hi">
          अ
        </span>
        <span aria-hidden>A</span>
      </button>
      <div
        ref={popover}
        id="settings"
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed inset-auto top-13 right-2 m-0 rounded-xl border border-edge bg-packet p-2 text-ink shadow-[0_8px_24px_var(--shade)] md:hidden"
      >
        <div className="flex flex-wrap items-center">
          <LanguageSwitch />
          <ThemeToggle />
        </div>
      </div>
    </>
  );
}

function Account() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: profile } = useProfile();
  // Without a profile, the user has no wallet, and the dialog asks for the missing names.
  if (session.status === 'signed-out' || profile === null) {
    return (
      <SignUpForm tab="login" data-signed-out>
        <Button type="submit" className="max-md:px-4">
          {t('shell.getStarted')}
        </Button>
      </SignUpForm>
    );
  }
  return (
    <div data-account className="flex flex-wrap items-center justify-end gap-1">
      <Suspense fallback={<OwnComing />}>
        {session.status === 'signed-in' ? (
          <>
            <Link to={paths.library} className={`${link} max-md:hidden`}>
              {t('shell.mine')}
            </Link>
            <WalletPill />
            <AvatarMenu />
          </>
        ) : (
          <OwnComing />
        )}
      </Suspense>
    </div>
  );
}

/** Placeholders for the wallet and the account menu. */
function OwnComing() {
  return (
    <>
      <Skeleton className="h-11 w-36 rounded-full" />
      <Skeleton className="size-11 rounded-full" />
    </>
  );
}

function LanguageSwitch() {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <div role="group" aria-label={t('shell.language')} className="flex flex-wrap" lang="en">
      {(Object.keys(languageNames) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          lang={language === 'hi' ? 'hi' : undefined}
          aria-pressed={language === current}
          onClick={() => chooseLanguage(language).catch(() => notify.error(t('error.offline')))}
          className={classes(
            'min-h-11 px-2 text-note font-semibold transition-colors duration-150',
            language === current
              ? 'text-ink underline decoration-2 underline-offset-[6px]'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  );
}

/** The logo: a sealed packet. The drawing is that of public/favicon.svg, in the theme's ink color. */
function Logo() {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="3 2 26 28" aria-hidden className="h-8 w-auto">
        <path
          className="fill-ink"
          d="M4 7l3-4 3 4 3-4 3 4 3-4 3 4 3-4 3 4v20a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z"
        />
        <path className="fill-marigold" d="M4 10.5h24V13H4z" />
        <path
          className="fill-none stroke-on-ink"
          strokeWidth="2.6"
          strokeLinecap="round"
          d="M20.3 18.2c-.6-1.3-2.1-2-4.2-2-2.3 0-4 1-4 2.6 0 3.7 8.6 1.3 8.6 5.1 0 1.7-1.9 2.6-4.4 2.6-2.3 0-4-.8-4.7-2.2"
        />
      </svg>
      {/* Hidden on a phone, where the wallet needs this place. */}
      <span className="text-lead font-extrabold tracking-[-0.03em] @max-md:group-has-data-account/header:hidden">
        Sachet
      </span>
    </span>
  );
}

function ThemeToggle() {
  const { t } = useTranslation();
  const theme = useTheme();
  const other = theme === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      label={t(other === 'dark' ? 'shell.toDark' : 'shell.toLight')}
      onClick={() => chooseTheme(other)}
    >
      {other === 'dark' ? <Moon className="size-5" /> : <Sun className="size-5" />}
    </IconButton>
  );
}

type Theme = 'light' | 'dark';

const chosenTheme = persisted<Theme | null>('sachet.theme', (stored) =>
  stored === 'light' || stored === 'dark' ? stored : null,
);

/** Returns the visitor's theme, or the system's theme until the visitor chooses one. */
function useTheme(): Theme {
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  return useStore(chosenTheme) ?? (isSystemDark ? 'dark' : 'light');
}

function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  chosenTheme.set(theme);
}
