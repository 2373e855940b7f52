import { Images, type LucideIcon } from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { cardModes, getPlace } from '@sachet/shared/tools';
import { modeIcon, modeShortName, parseMode } from '../base/tools';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../base/paths';
import { useSession } from '../session/session';
import { classes } from '../../ui/classes';

/** The tools and the library at the lower edge of a phone, within reach of the thumb. */
export function BottomBar() {
  const { t } = useTranslation();
  const { status } = useSession();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const current = parseMode(params.get('mode'));
  return (
    <nav
      aria-label={t('shell.tools')}
      className="sticky bottom-(--stuck) z-30 flex flex-wrap border-t border-fold bg-packet pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {cardModes.map((mode) => (
        <Place
          key={mode}
          to={paths.mode(mode)}
          icon={modeIcon[mode]}
          name={modeShortName(t, mode)}
          isCurrent={current !== null && mode === getPlace(current)}
        />
      ))}
      {status === 'signed-in' && (
        <Place
          to={paths.library}
          icon={Images}
          name={t('shell.mine')}
          isCurrent={pathname === paths.library}
        />
      )}
    </nav>
  );
}

function Place({
  to,
  icon: Icon,
  name,
  isCurrent,
}: {
  to: string;
  icon: LucideIcon;
  name: string;
  isCurrent: boolean;
}) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'grid min-h-14 grow basis-[min(5rem,19vw-var(--stuck))] content-center justify-items-center gap-0.5 tool-name font-semibold',
        isCurrent ? 'text-ink' : 'text-ink-soft',
      )}
    >
      <span
        className={classes(
          'grid h-7 w-[min(2.75rem,14vw-var(--stuck))] place-items-center rounded-full transition-colors duration-150',
          isCurrent && 'bg-ink text-on-ink',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <span>{name}</span>
    </Link>
  );
}
