import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useWallet } from '../../api/hooks';
import { Refusal } from './Refusal';
import { paths } from '../../paths';
import { buttonClasses } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Money } from '../../ui/Money';
import { Skeleton } from '../../ui/Skeleton';

/**
 * What there is, and why it did not do for `price`. Adding money comes with a later release.
 */
export function WalletModal({ price, onClose }: { price: number | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  const missing = wallet && price !== null ? Math.max(0, price - wallet.available) : 0;

  return (
    <Dialog open onClose={onClose} title={t('wallet.title')} closeLabel={t('shell.close')}>
      <div className="grid gap-5">
        {wallet && price !== null && <Refusal price={price} available={wallet.available} />}
        <dl className="grid gap-2">
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-ink-soft">{t('wallet.available')}</dt>
            <dd className="text-title font-extrabold">
              {wallet ? <Money rupees={wallet.available} /> : <Skeleton className="h-7 w-28" />}
            </dd>
          </div>
          {price !== null && missing > 0 && (
            <>
              <div className="flex items-baseline justify-between gap-4">
                <dt className="text-ink-soft">{t('wallet.price')}</dt>
                <dd>
                  <Money rupees={price} />
                </dd>
              </div>
              <div className="flex items-baseline justify-between gap-4 border-t border-dashed border-edge pt-2">
                <dt className="font-semibold">{t('wallet.shortfall')}</dt>
                <dd className="font-bold">
                  <Money rupees={missing} />
                </dd>
              </div>
            </>
          )}
        </dl>
        <div className="rounded-xl border-[1.5px] border-dashed border-edge px-4 py-3">
          <p className="font-semibold">{t('wallet.topUpSoon')}</p>
          <p className="mt-1 text-note text-ink-soft">{t('wallet.topUpSoonText')}</p>
        </div>
        <Link to={paths.wallet} onClick={onClose} className={buttonClasses('outline')}>
          {t('wallet.seeHistory')}
        </Link>
      </div>
    </Dialog>
  );
}
