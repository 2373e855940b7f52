import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { Link } from 'react-router-dom';
import { modeIcon, modes, modeShortName } from '../app/tools';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { classes } from '../ui/classes';

/** docs/product.md, Screens: the mode switch. On a phone the bottom bar has its place. */
export function ModeSwitch({ current }: { current: Mode }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('home.choose')} className="hidden gap-1 pt-6 md:flex">
      {modes.map((mode) => {
        const Icon = modeIcon[mode];
        return (
          <Link
            key={mode}
            to={paths.mode(mode)}
            aria-current={mode === current ? 'page' : undefined}
            className={classes(
              'flex min-h-11 items-center gap-2 rounded-full px-4 text-note font-semibold transition-colors duration-150',
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
