import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../paths';
import { classes } from '../../ui/classes';
import { heroModes, modeIcon, modeOf, modeShortName } from '../tools';

/** The tools, within the thumb's reach. */
export function BottomBar() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const mode = modeOf(params.get('mode'));
  // Ideas have no place of their own here: they are reached from Instagram.
  const current = mode === 'instagram_ideas' ? 'instagram' : mode;
  return (
    <nav
      aria-label={t('shell.tools')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-fold bg-packet pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {heroModes.map((mode) => {
        const Icon = modeIcon[mode];
        const isCurrent = mode === current;
        return (
          <Link
            key={mode}
            to={paths.mode(mode)}
            aria-current={isCurrent ? 'page' : undefined}
            className={classes(
              'grid min-h-15 content-center justify-items-center gap-0.5 text-note font-semibold',
              isCurrent ? 'text-ink' : 'text-ink-soft',
            )}
          >
            <span
              className={classes(
                'grid h-7 w-12 place-items-center rounded-full transition-colors duration-150',
                isCurrent && 'bg-ink text-on-ink',
              )}
            >
              <Icon aria-hidden className="size-5" />
            </span>
            <span className="max-w-full truncate px-1">{modeShortName(t, mode)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
