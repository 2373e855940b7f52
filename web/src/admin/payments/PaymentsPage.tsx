import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useExceptions, type ExceptionState } from '../../api/admin-payments';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage } from '../frame/AdminPage';
import { MoreRows } from '../frame/MoreRows';
import { ReadError } from '../frame/ReadError';
import { ViewLink } from '../frame/ViewLink';
import { ExceptionList } from './ExceptionList';

/** Money at the gateway that was not simply credited: what finance has to look at. */
export function PaymentsPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const state = params.get('state') === 'resolved' ? 'resolved' : 'open';
  const read = useExceptions(state);
  const { rows: exceptions, error, revalidate } = read;
  const again = () => void revalidate();
  return (
    <AdminPage page="payments">
      <p className="text-note text-ink-soft">{t('adminPayments.about')}</p>
      <ExceptionStates current={state} open={read.first?.open} />
      {error !== undefined && !exceptions && (
        <ReadError title={t('adminPayments.listFailed')} error={error} onRetry={again} />
      )}
      {!error && !exceptions && <Skeleton className="h-44 w-full" />}
      {exceptions?.length === 0 && (
        <p role="status" className="border-y border-fold py-6 text-ink-soft">
          {t(state === 'open' ? 'adminPayments.noneOpen' : 'adminPayments.noneResolved')}
        </p>
      )}
      {exceptions && exceptions.length > 0 && (
        <div>
          <ExceptionList exceptions={exceptions} onChanged={revalidate} />
          <MoreRows
            pages={read}
            failed={t('adminPayments.listFailed')}
            end={t('adminPayments.end')}
          />
        </div>
      )}
    </AdminPage>
  );
}

/** Which of them are shown stands in the page's address. */
function ExceptionStates({
  current,
  open,
}: {
  current: ExceptionState;
  /** How many are open; undefined while that is awaited. */
  open: number | undefined;
}) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('adminPayments.states')} className="flex flex-wrap gap-1.5">
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
