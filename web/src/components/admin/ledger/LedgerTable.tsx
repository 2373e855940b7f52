import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { useLedger } from '../../../api/admin-ledger';
import { errorWords } from '../../../api/errors';
import { useLanguage } from '../../../i18n/language';
import { formatMoment } from '../../../i18n/time';
import { DataTable } from '../frame/DataTable';
import { MoreRows } from '../frame/MoreRows';
import { eventColumns } from './event-columns';
import { eventAddress } from './ledger-address';

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
  const { events, error, hasMore, searchedTo, isStale, isValidating, setSize, mutate } = read;
  return (
    <div>
      <DataTable
        label={t('adminLedger.events')}
        columns={eventColumns(t)}
        rows={events}
        keyOf={({ position }) => String(position)}
        to={(event) => eventAddress(event, search)}
        error={error}
        failed={t('adminLedger.listFailed')}
        onRetry={() => void mutate()}
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
        <MoreRows
          hasMore={hasMore}
          busy={isValidating && !isStale}
          fault={error ? `${t('adminLedger.listFailed')}. ${errorWords(t, error)}` : null}
          onMore={() => void (error ? mutate() : setSize((size) => size + 1))}
          end={t('adminLedger.end')}
        />
      )}
    </div>
  );
}
