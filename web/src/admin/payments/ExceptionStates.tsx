import { useTranslation } from 'react-i18next';
import type { ExceptionState } from '../../api/admin-payments';
import { ViewLink } from '../frame/ViewLink';

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
        <ViewLink
          key={state}
          to={state === 'open' ? '?' : `?state=${state}`}
          isCurrent={state === current}
        >
          {t(`adminPayments.state.${state}`)}
          {state === 'open' && open !== undefined && (
            <span className="ml-1.5 tabular-nums">{open.toLocaleString('en-IN')}</span>
          )}
        </ViewLink>
      ))}
    </nav>
  );
}
