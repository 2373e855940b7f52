import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ExceptionState } from '../../../api/admin-payments';
import { classes } from '../../../ui/classes';

/** Which of them are shown stands in the page's address. */
export function ExceptionStates({
  current,
  open,
}: {
  current: ExceptionState;
  /** How many are open; undefined while that is awaited. */
  open: number | undefined;
}) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('adminPayments.states')} className="flex gap-1.5">
      {(['open', 'resolved'] as const).map((state) => (
        <Link
          key={state}
          to={state === 'open' ? '?' : `?state=${state}`}
          aria-current={state === current ? 'page' : undefined}
          className={classes(
            'inline-flex min-h-9 items-center rounded-lg border-[1.5px] px-3 text-note font-semibold pointer-coarse:min-h-11',
            state === current
              ? 'border-ink bg-ink text-on-ink'
              : 'border-fold bg-packet hover:border-edge',
          )}
        >
          {t(`adminPayments.state.${state}`)}
          {state === 'open' && open !== undefined && (
            <span className="ml-1.5 tabular-nums">{open.toLocaleString('en-IN')}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
