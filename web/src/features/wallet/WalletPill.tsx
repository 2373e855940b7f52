import { formatRupees } from '@sachet/shared/money';
import { Plus, RotateCw, Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useWallet } from '../../api/hooks';
import { useBusy } from '../../app/base/busy';
import { openWallet } from '../../app/base/dialogs';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { classes } from '../../ui/classes';
import { CountingMoney } from '../../ui/Money';
import { Skeleton } from '../../ui/Skeleton';
import { notify } from '../../ui/Toaster';
import { useIsLow } from './LowBalance';

const part =
  'flex h-11 items-center bg-marigold text-on-marigold transition-colors duration-150 ' +
  'not-aria-disabled:hover:bg-marigold-press enabled:hover:bg-marigold-press';

/**
 * Shows the balance and a button to add money. Both are disabled while work is in progress. `isCompact` leaves
 * out the button on a phone.
 */
export function WalletPill({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useTranslation();
  const { data: wallet, error, isValidating, mutate } = useWallet();
  const busy = useBusy();
  const amount = wallet ? formatRupees(wallet.available) : '…';
  const isLow = useIsLow();
  const label = t(isLow ? 'wallet.pillLow' : 'wallet.pill', { amount });
  async function retry(): Promise<void> {
    if (!(await mutate())) notify.error(t('wallet.failed'));
  }

  const left = classes(
    part,
    'gap-2 rounded-l-full pr-2.5 pl-3.5 font-bold @max-3xs:pl-2.5 @max-3xs:text-note',
    isCompact && 'max-sm:rounded-r-full max-sm:px-3 max-sm:text-note',
  );
  return (
    <div
      className={classes(
        'flex gap-px rounded-full',
        busy && 'opacity-60',
        isLow && 'outline-2 outline-offset-2 outline-vermilion outline-dashed',
      )}
    >
      {!wallet && error ? (
        <button
          type="button"
          aria-label={t('wallet.pillFailed')}
          title={t('wallet.pillFailed')}
          disabled={busy || isValidating}
          onClick={() => void retry()}
          className={left}
        >
          <RotateCw aria-hidden className={classes('size-4', isValidating && 'animate-turn')} />
          <span aria-hidden>₹ –</span>
        </button>
      ) : (
        <Link
          to={paths.wallet}
          aria-label={label}
          title={isLow ? label : undefined}
          aria-disabled={busy || undefined}
          onClick={(event) => busy && event.preventDefault()}
          className={left}
        >
          <Wallet aria-hidden className="size-4 max-sm:hidden" />
          {wallet ? <CountingMoney rupees={wallet.available} /> : <Skeleton className="h-4 w-16" />}
        </Link>
      )}
      <button
        type="button"
        aria-label={t('wallet.addFunds')}
        title={t('wallet.addFunds')}
        disabled={busy}
        onClick={() => openWallet()}
        className={classes(
          part,
          'w-11 justify-center rounded-r-full pr-1 @max-3xs:w-9',
          isCompact && 'max-sm:hidden',
        )}
      >
        <Plus aria-hidden className="size-5" />
      </button>
    </div>
  );
}
