import type { WalletSummary } from '@sachet/shared/contracts/wallet';
import { useTranslation } from 'react-i18next';
import { useWallet } from '../api/hooks';
import { useBusy } from '../app/busy';
import { openWallet } from '../app/dialogs';
import { Statement } from '../statement/Statement';
import { ReturnedTopUp } from '../top-up/ReturnedTopUp';
import { LeaveOrganization } from '../organization/LeaveOrganization';
import { LockedBonus } from './LockedBonus';
import { Unread } from '../app/Unread';
import { Share } from './Share';
import { Button } from '../ui/Button';
import { CountingMoney, Money } from '../ui/Money';
import { Skeleton } from '../ui/Skeleton';
import { usePageTitle } from '../browser/page-title';

export function WalletPage() {
  const { t } = useTranslation();
  usePageTitle(t('wallet.title'));
  return (
    <div className="mx-auto grid max-w-6xl items-start gap-8 px-4 pt-8 sm:px-6 md:pt-12 lg:grid-cols-[minmax(18rem,max-content)_minmax(0,1fr)] lg:gap-12">
      <div className="grid gap-6 lg:sticky lg:top-28">
        <h1 className="text-title font-bold">{t('wallet.title')}</h1>
        <ReturnedTopUp />
        <Share />
        <Balance />
        <LeaveOrganization />
      </div>
      <Statement />
    </div>
  );
}

function Balance() {
  const { t } = useTranslation();
  const { data: wallet, error, mutate } = useWallet();
  const busy = useBusy();
  return (
    <>
      {!wallet && error ? (
        <Unread title={t('wallet.failed')} error={error} onRetry={() => mutate()} />
      ) : (
        <Figures wallet={wallet} />
      )}
      <LockedBonus />
      <Button look="money" disabled={busy} onClick={() => openWallet()}>
        {t('wallet.addFunds')}
      </Button>
    </>
  );
}

function Figures({ wallet }: { wallet: WalletSummary | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <dl>
        <div>
          <dt className="text-note font-semibold text-ink-soft">{t('wallet.available')}</dt>
          <dd className="text-display font-extrabold tight">
            {wallet ? (
              <CountingMoney rupees={wallet.available} />
            ) : (
              <Skeleton className="my-1 h-12 w-52" />
            )}
          </dd>
        </div>
      </dl>
      <dl className="grid fit-columns-7.5 gap-4 border-t border-fold pt-4">
        <div>
          <dt className="text-note font-semibold text-ink-soft">{t('wallet.balance')}</dt>
          <dd className="font-bold">
            {wallet ? <Money rupees={wallet.walletBalance} /> : <Skeleton className="h-6 w-20" />}
          </dd>
        </div>
        <div>
          <dt className="text-note font-semibold text-ink-soft">{t('wallet.held')}</dt>
          <dd className="font-bold">
            {wallet ? <Money rupees={wallet.held} /> : <Skeleton className="h-6 w-20" />}
          </dd>
          <dd className="text-note text-ink-soft">{t('wallet.heldNote')}</dd>
        </div>
      </dl>
    </>
  );
}
