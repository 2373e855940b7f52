import { useWallet } from '../api/hooks';
import { LoadError } from '../app/Loaded';
import { useTranslation } from '../i18n/translate';
import { Money } from '../ui/Money';
import { Skeleton } from '../ui/Skeleton';

/** What can be spent, and what of `price` it leaves open. */
export function Available({ price }: { price: number | null }) {
  const { t } = useTranslation();
  const { data: wallet, error, mutate } = useWallet();
  const missing = wallet && price !== null ? Math.max(0, price - wallet.available) : 0;
  if (!wallet && error) {
    return <LoadError title={t('wallet.failed')} error={error} onRetry={() => mutate()} />;
  }
  return (
    <dl className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="text-ink-soft">{t('wallet.available')}</dt>
        <dd className="figure-title font-extrabold">
          {wallet ? <Money rupees={wallet.available} /> : <Skeleton className="h-7 w-28" />}
        </dd>
      </div>
      {price !== null && missing > 0 && (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-ink-soft">{t('wallet.price')}</dt>
            <dd>
              <Money rupees={price} />
            </dd>
          </div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-dashed border-edge pt-2">
            <dt className="font-semibold">{t('wallet.shortfall')}</dt>
            <dd className="font-bold">
              <Money rupees={missing} />
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}
