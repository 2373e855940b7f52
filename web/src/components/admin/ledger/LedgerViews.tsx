import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { classes } from '../../../ui/classes';
import { withChange } from '../frame/use-filters';
import { views, type LedgerView } from './ledger-address';

/** The ledger from four sides. Wallet and period stay when the side changes. */
export function LedgerViews({ current }: { current: LedgerView }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const addressOf = (view: LedgerView) => {
    const params = withChange(new URLSearchParams(search), { view: view === 'events' ? '' : view });
    return `?${params}`;
  };
  return (
    <nav aria-label={t('adminLedger.views')} className="grid grid-cols-2 gap-1.5 sm:flex">
      {views.map((view) => (
        <Link
          key={view}
          to={addressOf(view)}
          aria-current={view === current ? 'page' : undefined}
          className={classes(
            'inline-flex min-h-9 items-center justify-center rounded-lg border-[1.5px] px-3 text-center text-note font-semibold pointer-coarse:min-h-11',
            view === current
              ? 'border-ink bg-ink text-on-ink'
              : 'border-fold bg-packet hover:border-edge',
          )}
        >
          {t(`adminLedger.view.${view}`)}
        </Link>
      ))}
    </nav>
  );
}
