import { modeIcon, parseMode, modes, modeShortName } from '../app/tools';
import { Link, useSearchParams } from '../browser/router';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { classes } from '../ui/classes';

/** The tools, within the thumb's reach. */
export function BottomBar() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const current = parseMode(params.get('mode'));
  return (
    <nav
      aria-label={t('shell.tools')}
      className="sticky bottom-(--stuck) z-30 flex flex-wrap border-t border-fold bg-packet pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {modes.map((mode) => {
        const Icon = modeIcon[mode];
        const isCurrent = mode === current;
        return (
          <Link
            key={mode}
            to={paths.mode(mode)}
            aria-current={isCurrent ? 'page' : undefined}
            className={classes(
              'grid min-h-15 flex-auto content-center justify-items-center gap-0.5 text-note font-semibold',
              isCurrent ? 'text-ink' : 'text-ink-soft',
            )}
          >
            <span
              className={classes(
                'grid h-7 w-11 place-items-center rounded-full transition-colors duration-150',
                isCurrent && 'bg-ink text-on-ink',
              )}
            >
              <Icon aria-hidden className="size-5" />
            </span>
            <span>{modeShortName(t, mode)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
