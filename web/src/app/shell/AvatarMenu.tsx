import {
  BookOpenText,
  Boxes,
  ChartColumn,
  CircleCheck,
  Cloud,
  FileDown,
  Images,
  IndianRupee,
  Landmark,
  LogOut,
  Route,
  Stamp,
  UserRound,
  UserSearch,
  Users,
  Wallet,
  type LucideIcon,
  Flag,
  HandCoins,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useProfile } from '../../api/profile';
import { useApi } from '../../api/use-api';
import { whileBusy } from '../base/busy';
import { groupDigits } from '../base/group-digits';
import { isOrganizationAdmin } from '../base/role-verdict';
import { useBack } from '../../browser/back';
import { signOut } from '../../features/people/auth/firebase-session';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../base/paths';
import { Initials } from '../../ui/Initials';
import { notify } from '../../ui/Toaster';
import { classes, panelClasses } from '../../ui/classes';
import { accountPages, currentPath, type AccountPage } from './account-pages';

const item =
  'flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium outline-none select-none not-aria-[current=page]:data-highlighted:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:data-highlighted:bg-ink/85 aria-[current=page]:text-on-ink';

const icons: Record<AccountPage['word'], LucideIcon> = {
  'library.title': Images,
  'studioCommon.wallet': Wallet,
  'brand.title': Stamp,
  'account.title': UserRound,
  'common.organization': Users,
  'admin.models': Boxes,
  'admin.billing': Cloud,
  'admin.users': UserSearch,
  'admin.ledger': BookOpenText,
  'admin.trail': Route,
  'admin.payments': IndianRupee,
  'admin.finance': ChartColumn,
  'admin.settlements': Landmark,
  'admin.exports': FileDown,
  'admin.approvals': CircleCheck,
  'admin.reports': Flag,
  'admin.supplier': Stamp,
  'admin.growth': HandCoins,
};

export function AvatarMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: profile } = useProfile();
  const name = profile ? `${profile.firstName} ${profile.lastName}` : '';
  const { data: me } = useApi('GET /api/admin/me');
  const pages = accountPages({
    isOrganizationAdmin: isOrganizationAdmin(profile),
    isSuperAdmin: me?.isSuperAdmin ?? false,
    isFinance: me?.isFinance ?? false,
  });

  const [isOpen, setOpen] = useState(false);
  useBack(isOpen, () => setOpen(false));

  async function leave() {
    try {
      await whileBusy(signOut);
      await navigate(paths.home);
    } catch {
      notify.error(t('error.logout'));
    }
  }

  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger className="grid size-11 shrink-0 place-items-center rounded-full">
        <span className="sr-only">{t('shell.account')}</span>
        <Initials
          names={profile ? [profile.firstName, profile.lastName] : []}
          className="size-10 text-note"
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={classes(
            panelClasses,
            'max-h-(--radix-dropdown-menu-content-available-height) w-64',
          )}
        >
          {profile && (
            <div className="border-b border-fold px-3 pt-2 pb-3">
              <p className="truncate font-semibold">{name}</p>
              <p className="truncate text-note text-ink-soft">
                {profile.organizationName ??
                  profile.email ??
                  (profile.phoneNumber && groupDigits(profile.phoneNumber))}
              </p>
            </div>
          )}
          <div className="grid pt-1.5">
            <PageItems pages={pages.own} />
          </div>
          {pages.admin.length > 0 && (
            <DropdownMenu.Group>
              <DropdownMenu.Label className="mt-1.5 border-t border-fold px-3 pt-3 pb-1 text-note font-semibold text-ink-soft">
                {t('admin.pages')}
              </DropdownMenu.Label>
              <PageItems pages={pages.admin} />
            </DropdownMenu.Group>
          )}
          <DropdownMenu.Separator className="my-1.5 border-t border-fold" />
          <DropdownMenu.Item className={item} onSelect={() => void leave()}>
            <LogOut aria-hidden className="size-4" />
            {t('shell.logout')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function PageItems({ pages }: { pages: AccountPage[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const current = currentPath(pages, pathname);
  return pages.map(({ word, path }) => {
    const Icon = icons[word];
    return (
      <DropdownMenu.Item key={path} asChild>
        <Link to={path} aria-current={path === current ? 'page' : undefined} className={item}>
          <Icon aria-hidden className="size-4" />
          {t(word)}
        </Link>
      </DropdownMenu.Item>
    );
  });
}
