import { useTranslation } from 'react-i18next';
import { errorWords } from '../api/errors';
import { useProfile, useWallet, useWalletEvents } from '../api/hooks';
import { useBusy } from '../components/busy';
import { openWallet } from '../components/dialogs';
import { EventRow } from '../components/wallet/EventRow';
import { Share } from '../components/wallet/Share';
import { Button } from '../ui/Button';
import { CountingMoney, Money } from '../ui/Money';
import { Packet } from '../ui/Packet';
import { Skeleton } from '../ui/Skeleton';
import { usePageTitle } from '../ui/title';

export default function WalletPage() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  usePageTitle(t('wallet.title'));
  const isMember = profile?.accountType === 'organization' && profile.role === 'user';
  return (
    <div className="mx-auto grid max-w-5xl items-start gap-8 px-4 pt-8 sm:px-6 md:pt-12 lg:grid-cols-[minmax(18rem,max-content)_minmax(0,1fr)] lg:gap-12">
      <div className="grid gap-6 lg:sticky lg:top-28">
        <h1 className="text-title font-bold">{t('wallet.title')}</h1>
        <Share />
        <Balance />
      </div>
      <section aria-labelledby="history" className="grid min-w-0 gap-4">
        <div>
          <h2 id="history" className="text-lead font-bold">
            {t('wallet.history')}
          </h2>
          <p className="text-note text-ink-soft">
            {t(isMember ? 'member.historyNote' : 'wallet.historyNote')}
          </p>
        </div>
        <History />
      </section>
    </div>
  );
}

function Balance() {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  const busy = useBusy();
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
      <dl className="grid grid-cols-2 gap-4 border-t border-fold pt-4">
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
      <Button look="money" disabled={busy} onClick={() => openWallet()}>
        {t('wallet.addFunds')}
      </Button>
    </>
  );
}

const skeletonRows = [1, 2, 3, 4, 5];

function History() {
  const { t } = useTranslation();
  const { data: pages, error, isLoading, isValidating, setSize, mutate } = useWalletEvents();
  const events = pages?.flatMap((page) => page.events) ?? [];
  const more = pages?.at(-1)?.nextBefore !== null;

  if (error && !pages) {
    return (
      <Packet>
        <div className="grid justify-items-start gap-3 p-6 pt-9">
          <p role="alert" className="font-semibold">
            {t('wallet.failed')}
          </p>
          <p className="text-ink-soft">{errorWords(t, error)}</p>
          <Button look="outline" onClick={() => void mutate()}>
            {t('wallet.retry')}
          </Button>
        </div>
      </Packet>
    );
  }
  if (isLoading || !pages) {
    return (
      <Packet aria-busy="true" aria-label={t('shell.loading')}>
        <div className="pt-3">
          {skeletonRows.map((row) => (
            <div key={row} className="flex justify-between px-5 py-4">
              <Skeleton className="h-10 w-40" />
              <Skeleton className="h-10 w-24" />
            </div>
          ))}
        </div>
      </Packet>
    );
  }
  if (events.length === 0) {
    return (
      <Packet>
        <div className="grid gap-1 p-6 pt-9">
          <p className="font-semibold">{t('wallet.empty')}</p>
          <p className="text-ink-soft">{t('wallet.emptyText')}</p>
        </div>
      </Packet>
    );
  }
  return (
    <>
      <Packet>
        <ul aria-label={t('wallet.history')} className="pt-3">
          {events.map((event) => (
            <EventRow key={event.seq} event={event} />
          ))}
        </ul>
      </Packet>
      {more ? (
        <Button
          look="outline"
          className="justify-self-center"
          busy={isValidating}
          onClick={() => void setSize((size) => size + 1)}
        >
          {t('wallet.loadMore')}
        </Button>
      ) : (
        <p className="text-center text-note text-ink-soft">{t('wallet.end')}</p>
      )}
    </>
  );
}
