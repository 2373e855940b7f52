import { Download } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import {
  type ExportFormat,
  exportFormats,
  ledgerFilterNames,
  type LedgerFilters as Filters,
  useLedger,
  useVerification,
} from '../../../api/admin-ledger';
import { download } from '../../../api/download';
import { useDownload } from '../../../app/base/use-download';
import { useLanguage } from '../../../i18n/language';
import { formatMoment } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { withChange } from '../../../browser/url';
import { AdminPage } from '../../admin/frame/AdminPage';
import { ExportButton } from '../../admin/frame/exports';
import { ListPage } from '../../admin/frame/ListPage';
import { useFilters } from '../../admin/frame/use-filters';
import { useView, ViewLinks } from '../../admin/frame/views';
import { AsOf } from './AsOf';
import { eventColumns } from './event-columns';
import { LedgerFilters } from './LedgerFilters';
import { TrialBalance } from './TrialBalance';
import { LedgerVerdict, Verification } from './Verification';

const views = ['events', 'trial-balance', 'as-of', 'verification'] as const;

export function LedgerPage() {
  const { t } = useTranslation();
  const view = useView('view', views);
  if (view === 'events') return <Events />;
  return (
    <AdminPage page="ledger" view={t(`adminLedger.view.${view}`)} actions={<VerifyMark />}>
      <LedgerViews />
      {view === 'trial-balance' && <TrialBalance />}
      {view === 'as-of' && <AsOf />}
      {view === 'verification' && <Verification />}
    </AdminPage>
  );
}

/** Lists the events of all wallets, newest first, filtered by the page's address. */
function Events() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { search } = useLocation();
  const filterState = useFilters(ledgerFilterNames);
  const { filters } = filterState;
  const list = useLedger(filters);
  const filter = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const searchedTo = list.last?.searchedTo;
  return (
    <ListPage
      page="ledger"
      actions={
        <>
          <div className="max-sm:hidden">
            <VerifyMark />
          </div>
          <ExportButtons filters={filters} />
          <ExportButton request={{ what: 'ledger', format: 'csv', filter }}>
            {t('adminExports.inBackground')}
          </ExportButton>
        </>
      }
      views={<LedgerViews />}
      filterBar={<LedgerFilters state={filterState} />}
      list={list}
      failed={t('adminLedger.listFailed')}
      filters={list.hasMore ? undefined : filterState}
      empty={
        list.hasMore ? (
          <EmptyState compact title={t('adminLedger.noneSoFar')}>
            {t('adminLedger.noneSoFarText')}
          </EmptyState>
        ) : (
          <EmptyState compact title={t('adminLedger.noEvents')}>
            {t('adminLedger.noEventsText')}
          </EmptyState>
        )
      }
      label={t('adminCommon.events')}
      columns={eventColumns(t)}
      getKey={({ position }) => String(position)}
      to={({ walletId, seq }) => paths.ledgerEvent(walletId, seq, search)}
      note={
        searchedTo && (
          <p role="status" className="pt-2 text-center text-note text-ink-soft">
            {t('adminLedger.searchedTo', { moment: formatMoment(searchedTo, language) })}
          </p>
        )
      }
    />
  );
}

/** Links to the other views of the ledger, with the same wallet and period. */
function LedgerViews() {
  const { t } = useTranslation();
  return (
    <ViewLinks
      label={t('adminLedger.views')}
      name="view"
      views={views}
      className="grid grow fit-columns-8 gap-1.5 sm:flex"
    >
      {(view) => t(`adminLedger.view.${view}`)}
    </ViewLinks>
  );
}

/** Shows the result of the last verification, or the findings since then, beside the heading, and links to it. */
function VerifyMark() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { data } = useVerification();
  if (!data) return null;
  return (
    <Link
      to={`?${withChange(new URLSearchParams(search), { view: 'verification' })}`}
      className="inline-flex min-h-9 items-center text-note underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      <span className="sr-only">{t('adminLedger.view.verification')}: </span>
      <LedgerVerdict state={data} />
    </Link>
  );
}

/** Downloads all pages of the filtered list. */
function ExportButtons({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<ExportFormat>();
  return exportFormats.map((format) => (
    <Button
      size="compact"
      look="outline"
      key={format}
      busy={busy === format}
      disabled={busy !== null}
      aria-label={t('adminLedger.exportAs', { format: format.toUpperCase() })}
      onClick={() =>
        void start(format, () =>
          download(
            'GET /api/admin/ledger/export',
            { ...filters, format },
            `sachet-ledger.${format}`,
          ),
        )
      }
    >
      {busy !== format && <Download aria-hidden className="size-4 max-sm:hidden" />}
      {format.toUpperCase()}
    </Button>
  ));
}
