import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { withChange } from '../../url';
import { ViewLink } from '../frame/ViewLink';
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
    <nav aria-label={t('adminLedger.views')} className="grid fit-columns-8 gap-1.5 sm:flex">
      {views.map((view) => (
        <ViewLink key={view} to={addressOf(view)} isCurrent={view === current}>
          {t(`adminLedger.view.${view}`)}
        </ViewLink>
      ))}
    </nav>
  );
}
