import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProfile } from '../api/hooks';
import { useSession } from '../session/session';
import { paths } from '../paths';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { openAuth } from '../app/dialogs';
import { LanguageSwitch } from './LanguageSwitch';
import { Logo } from './Logo';
import { ThemeToggle } from './ThemeToggle';
import { WalletPill } from '../wallet/WalletPill';

const AvatarMenu = lazy(async () => ({ default: (await import('./AvatarMenu')).AvatarMenu }));

const link =
  'grid min-h-11 place-items-center rounded-full px-3 text-note font-semibold text-ink-soft hover:text-ink';

export function Header() {
  const { t } = useTranslation();
  return (
    <header className="@container sticky top-(--stuck) z-30 border-b border-fold bg-paper/92 backdrop-blur-md">
      <div className="mx-auto flex min-h-16 max-w-7xl flex-wrap items-center gap-1 px-4 py-1 sm:px-6 max-md:min-h-14 @max-3xs:px-2">
        <Link
          to={paths.home}
          aria-label={t('shell.home')}
          className="mr-auto flex min-h-11 items-center rounded-lg"
        >
          <Logo />
        </Link>
        <Link to={paths.about} className={`${link} max-lg:hidden`}>
          {t('shell.about')}
        </Link>
        <Link to={paths.contact} className={`${link} max-lg:hidden`}>
          {t('shell.contact')}
        </Link>
        <div className="flex items-center gap-1 max-md:hidden">
          <LanguageSwitch />
          <ThemeToggle />
        </div>
        <Account />
      </div>
    </header>
  );
}

/** On a phone the languages and the theme have a row of their own, which scrolls away. */
export function PhoneRow() {
  return (
    <div className="flex flex-wrap items-center justify-between bg-paper px-3 pt-1 md:hidden">
      <LanguageSwitch />
      <ThemeToggle />
    </div>
  );
}

function Account() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: profile } = useProfile();
  // Without a profile there is no wallet either: the dialog then asks for the rest.
  if (session.status === 'signed-out' || profile === null) {
    return (
      <Button className="ml-auto" onClick={() => openAuth('login')}>
        {t('shell.getStarted')}
      </Button>
    );
  }
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
      <WalletPill />
      <Suspense fallback={<Skeleton className="size-11 rounded-full" />}>
        {session.status === 'signed-in' ? (
          <AvatarMenu />
        ) : (
          <Skeleton className="size-11 rounded-full" />
        )}
      </Suspense>
    </div>
  );
}
