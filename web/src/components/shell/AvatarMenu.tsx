import { LogOut, UserRound, Users, Wallet } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useProfile } from '../../api/hooks';
import { signOut } from '../../auth/session';
import { paths } from '../../paths';
import { notify } from '../../ui/Toaster';
import { whileBusy } from '../busy';
import { isOrganizationAdmin } from '../role-verdict';

const item =
  'flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium outline-none select-none data-highlighted:bg-sunk';

export function AvatarMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: profile } = useProfile();
  const name = profile ? `${profile.firstName} ${profile.lastName}` : '';
  const initials = profile ? firstLetter(profile.firstName) + firstLetter(profile.lastName) : '';

  async function leave() {
    try {
      await whileBusy(signOut);
      await navigate(paths.home);
    } catch {
      notify.error(t('error.logout'));
    }
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="grid size-11 shrink-0 place-items-center rounded-full">
        <span className="sr-only">{t('shell.account')}</span>
        <span
          aria-hidden
          className="grid size-9 place-items-center rounded-full bg-ink text-note font-bold text-on-ink uppercase"
        >
          {initials}
        </span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-40 w-64 animate-appear rounded-xl border border-fold bg-packet p-1.5 shadow-[0_12px_32px_var(--shade)]"
        >
          {profile && (
            <div className="border-b border-fold px-3 pt-2 pb-3">
              <p className="truncate font-semibold">{name}</p>
              <p className="truncate text-note text-ink-soft">
                {profile.organizationName ?? profile.email ?? profile.phoneNumber}
              </p>
            </div>
          )}
          <DropdownMenu.Item
            className={`${item} mt-1.5`}
            onSelect={() => void navigate(paths.wallet)}
          >
            <Wallet aria-hidden className="size-4" />
            {t('wallet.title')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={item} onSelect={() => void navigate(paths.account)}>
            <UserRound aria-hidden className="size-4" />
            {t('account.title')}
          </DropdownMenu.Item>
          {isOrganizationAdmin(profile) && (
            <DropdownMenu.Item className={item} onSelect={() => void navigate(paths.organization)}>
              <Users aria-hidden className="size-4" />
              {t('shell.organization')}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={item} onSelect={() => void leave()}>
            <LogOut aria-hidden className="size-4" />
            {t('shell.logout')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** A whole letter: a name may begin with a sign of two code units, or of several. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment ?? '';
}
