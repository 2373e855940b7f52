import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useExceptions } from '../api/admin-payments';
import { errorWords } from '../api/errors';
import { AdminPage } from '../components/admin/frame/AdminPage';
import { MoreRows } from '../components/admin/frame/MoreRows';
import { ReadFault } from '../components/admin/frame/ReadFault';
import { ExceptionList } from '../components/admin/payments/ExceptionList';
import { ExceptionStates } from '../components/admin/payments/ExceptionStates';
import { Skeleton } from '../ui/Skeleton';

/** Money at the gateway that was not simply credited: what finance has to look at. */
export default function AdminPayments() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const state = params.get('state') === 'resolved' ? 'resolved' : 'open';
  const read = useExceptions(state);
  const { exceptions, error, hasMore, isValidating, setSize, mutate } = read;
  const again = () => void mutate();
  return (
    <AdminPage page="payments">
      <p className="text-note text-ink-soft">{t('adminPayments.about')}</p>
      <ExceptionStates current={state} open={read.open} />
      {error && !exceptions && (
        <ReadFault title={t('adminPayments.listFailed')} error={error} onRetry={again} />
      )}
      {!error && !exceptions && <Skeleton className="h-44 w-full" />}
      {exceptions?.length === 0 && (
        <p role="status" className="border-y border-fold py-6 text-ink-soft">
          {t(state === 'open' ? 'adminPayments.noneOpen' : 'adminPayments.noneResolved')}
        </p>
      )}
      {exceptions && exceptions.length > 0 && (
        <div>
          <ExceptionList exceptions={exceptions} onChanged={() => mutate()} />
          <MoreRows
            hasMore={hasMore}
            busy={isValidating}
            fault={error ? `${t('adminPayments.listFailed')}. ${errorWords(t, error)}` : null}
            onMore={() => void (error ? mutate() : setSize((size) => size + 1))}
            end={t('adminPayments.end')}
          />
        </div>
      )}
    </AdminPage>
  );
}
