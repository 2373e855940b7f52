import { useLocation } from 'react-router-dom';
import type { useLedger } from '../../api/admin-ledger';
import { useLanguage } from '../../i18n/language';
import { formatMoment } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { DataTable, MoreRows } from '../frame/DataTable';
import { eventColumns } from './event-columns';

export function LedgerTable({
  read,
  isNarrowed,
}: {
  read: ReturnType<typeof useLedger>;
  isNarrowed: boolean;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { search } = useLocation();
  const { rows: events, error, hasMore, isStale, revalidate } = read;
  const searchedTo = read.last?.searchedTo;
  return (
    <div>
      <DataTable
        label={t('adminLedger.events')}
        columns={eventColumns(t)}
        rows={events}
        getKey={({ position }) => String(position)}
        to={({ walletId, seq }) => paths.ledgerEvent(walletId, seq, search)}
        error={error}
        failed={t('adminLedger.listFailed')}
        onRetry={() => void revalidate()}
        isStale={isStale}
        empty={t(
          hasMore
            ? 'adminLedger.noneSoFar'
            : isNarrowed
              ? 'adminLedger.noneFound'
              : 'adminLedger.noEvents',
        )}
      />
      {searchedTo && (
        <p role="status" className="pt-2 text-center text-note text-ink-soft">
          {t('adminLedger.searchedTo', { moment: formatMoment(searchedTo, language) })}
        </p>
      )}
      {events && (events.length > 0 || hasMore) && (
        <MoreRows pages={read} failed={t('adminLedger.listFailed')} end={t('adminLedger.end')} />
      )}
    </div>
  );
}
