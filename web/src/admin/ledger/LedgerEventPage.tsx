import type { AdminLedgerEventDetail } from '@sachet/shared/contracts/admin-ledger';
import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { useLedgerEvent } from '../../api/admin-ledger';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage } from '../frame/AdminPage';
import { ReadError } from '../frame/ReadError';
import { EventBehind } from './EventBehind';
import { EventChain } from './EventChain';
import { EventFacts } from './EventFacts';
import { EventProvenance } from './EventProvenance';
import { EventLink } from '../frame/cells';
import { EventMoney } from './EventMoney';

/** One event of the ledger: what it did, its proof, and what is behind it. */
export function LedgerEventPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const back = params.get('back') ?? '';
  const place = { wallet: params.get('wallet') ?? '', seq: params.get('seq') ?? '' };
  const { data, error, mutate } = useLedgerEvent(place);
  return (
    <AdminPage
      page="ledger"
      title={data ? <Title detail={data} /> : t('adminLedger.event')}
      actions={
        <Link
          to={paths.adminLedger + back}
          className="inline-flex min-h-9 items-center gap-1.5 text-note font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('adminLedger.backToList')}
        </Link>
      }
    >
      {error && !data && (
        <ReadError
          title={t('adminLedger.loadFailed')}
          error={error}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <>
          <Before detail={data} back={back} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="grid min-w-0 gap-4">
              <EventMoney detail={data} />
              <EventFacts detail={data} />
            </div>
            <div className="grid min-w-0 gap-4">
              <EventBehind detail={data} />
              <EventProvenance event={data.event} />
              <EventChain detail={data} />
            </div>
          </div>
        </>
      )}
    </AdminPage>
  );
}

function Title({ detail: { event } }: { detail: AdminLedgerEventDetail }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`adminLedger.kinds.${event.kind}`)} <span className="tabular-nums">#{event.seq}</span>
    </>
  );
}

/** The kind as the ledger has it, and the event that this one's hash goes on from. */
function Before({ detail: { event }, back }: { detail: AdminLedgerEventDetail; back: string }) {
  const { t } = useTranslation();
  const { walletId, seq, kind } = event;
  return (
    <p className="flex flex-wrap items-baseline gap-x-5 text-note">
      <span className="font-mono text-ink-soft">{kind}</span>
      {seq > 1 && (
        <EventLink to={paths.ledgerEvent(walletId, seq - 1, back)}>
          {t('adminLedger.eventBefore', { seq: seq - 1 })}
        </EventLink>
      )}
    </p>
  );
}
