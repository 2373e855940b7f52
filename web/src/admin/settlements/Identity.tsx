import { useReconciliation } from '../../api/admin-settlements';
import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';
import { ReadError } from '../frame/ReadError';
import { hasMoved } from './identity';
import { IdentityTable } from './IdentityTable';
import { Verdict } from './Verdict';

/** Ledger = gateway = settled + fees + GST + in transit + on hold. */
export function Identity({
  read: { data, error, mutate },
}: {
  read: ReturnType<typeof useReconciliation>;
}) {
  const { t } = useTranslation();
  if (!data && error) {
    return (
      <ReadError
        title={t('adminSettlements.compareFailed')}
        error={error}
        onRetry={() => void mutate()}
      />
    );
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{t('shell.loading')}</span>
        <Skeleton className="h-6 w-96" />
        <Skeleton className="h-150 w-full" />
      </div>
    );
  }
  if (![data.total, ...data.days.map(({ figures }) => figures)].some(hasMoved)) {
    return (
      <p role="status" className="border-y border-fold py-6 text-ink-soft">
        {t('adminSettlements.nothingMoved')}
      </p>
    );
  }
  return (
    <>
      <Verdict compared={data} />
      <IdentityTable compared={data} />
    </>
  );
}
