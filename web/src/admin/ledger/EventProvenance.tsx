import type { AdminLedgerEvent } from '@sachet/shared/contracts/admin-ledger';
import { useEventProvenance } from '../../api/admin-provenance';
import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';
import { ReadError } from '../frame/ReadError';
import { CreditUse } from './CreditUse';
import { Funding } from './Funding';

/** Where the event's money came from, or where it went. Of what moves none, nothing. */
export function EventProvenance({ event }: { event: AdminLedgerEvent }) {
  return event.amount === 0 ? null : <Provenance walletId={event.walletId} seq={event.seq} />;
}

function Provenance({ walletId, seq }: { walletId: string; seq: number }) {
  const { t } = useTranslation();
  const pages = useEventProvenance({ wallet: walletId, seq: String(seq) });
  const { first, error, revalidate } = pages;
  if (!first && error) {
    return <ReadError title={t('trail.failed')} error={error} onRetry={() => void revalidate()} />;
  }
  if (!first) return <Skeleton className="h-40 w-full" />;
  const { funding, use } = first;
  return (
    <>
      {funding && <Funding funding={funding} title={t('trail.funding')} />}
      {use && <CreditUse use={use} pages={pages} />}
    </>
  );
}
