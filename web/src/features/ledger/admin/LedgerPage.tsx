import type { ExportRequest } from '@sachet/shared/finance/contracts/admin-exports';
import { Download, FileDown, RefreshCw } from 'lucide-react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import {
  type ExportFormat,
  exportFormats,
  ledgerFilterNames,
  type LedgerFilters as Filters,
  useLedger,
  useVerification,
} from '../../../api/admin-ledger';
import { api } from '../../../api/client';
import { download } from '../../../api/download';
import { useDownload } from '../../../app/base/use-download';
import { useLanguage } from '../../../i18n/language';
import { formatMoment } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { withChange } from '../../../browser/url';
import { useAdminAction } from '../../admin/frame/confirm';
import { AdminPage, ViewLink } from '../../admin/frame/AdminPage';
import { DataTable, MoreRows } from '../../admin/frame/DataTable';
import { useFilters } from '../../admin/frame/use-filters';
import { AsOf } from './AsOf';
import { eventColumns } from './event-columns';
import { LedgerFilters } from './LedgerFilters';
import { TrialBalance } from './TrialBalance';
import { VerdictMark, Verification } from './Verification';

export function LedgerPage() {
  const [params] = useSearchParams();
  const view = parseView(params.get('view'));
  if (view === 'events') return <Events />;
  return (
    <AdminPage page="ledger" actions={<VerifyMark />}>
      <LedgerViews current={view} />
      {view === 'trial-balance' && <TrialBalance />}
      {view === 'as-of' && <AsOf />}
      {view === 'verification' && <Verification />}
    </AdminPage>
  );
}

/** Lists the events of all wallets, newest first, filtered by the page's address. */
function Events() {
  const { t } = useTranslation();
  const { filters, setFilters, isFiltered, clear } = useFilters(ledgerFilterNames);
  const read = useLedger(filters);
  return (
    <AdminPage
      page="ledger"
      actions={
        <>
          <VerifyMark />
          <ExportButtons filters={filters} />
          <RequestExport filters={filters} />
          <Button
            size="compact"
            look="outline"
            busy={read.isValidating && read.rows !== undefined && !read.isStale}
            onClick={() => void read.revalidate()}
          >
            <RefreshCw aria-hidden className="size-4" />
            {t('adminUsers.refresh')}
          </Button>
        </>
      }
    >
      <LedgerViews current="events" />
      <LedgerFilters filters={filters} onChange={setFilters} onClear={isFiltered ? clear : null} />
      <LedgerTable read={read} isFiltered={isFiltered} />
    </AdminPage>
  );
}

/** Requests a large export from the worker, then shows the exports page with its progress. */
function RequestExport({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const request = useAdminAction(async (body: ExportRequest) => {
    await api('POST /api/admin/exports', { body });
    void navigate(paths.adminExports);
  }, t('adminExports.requestFailed'));
  const filter = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  return (
    <>
      <Button
        size="compact"
        look="outline"
        busy={request.busy}
        onClick={() => void request.run({ what: 'ledger', format: 'csv', filter })}
      >
        <FileDown aria-hidden className="size-4" />
        {t('adminExports.inBackground')}
      </Button>
      <Notice role="alert" tone="bad" compact>
        {request.error}
      </Notice>
    </>
  );
}

/** Links to the other views of the ledger, with the same wallet and period. */
function LedgerViews({ current }: { current: LedgerView }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const toAddress = (view: LedgerView) => {
    const params = withChange(new URLSearchParams(search), { view: view === 'events' ? '' : view });
    return `?${params}`;
  };
  return (
    <nav aria-label={t('adminLedger.views')} className="grid fit-columns-8 gap-1.5 sm:flex">
      {views.map((view) => (
        <ViewLink key={view} to={toAddress(view)} isCurrent={view === current}>
          {t(`adminLedger.view.${view}`)}
        </ViewLink>
      ))}
    </nav>
  );
}

/** Shows the result of the last verification beside the heading, and links to it. */
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
      <span className="sr-only">{t('adminLedger.verification')}: </span>
      {data.last ? <VerdictMark run={data.last} /> : t('adminLedger.neverVerified')}
    </Link>
  );
}

function LedgerTable({
  read,
  isFiltered,
}: {
  read: ReturnType<typeof useLedger>;
  isFiltered: boolean;
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
        onRetry={() => revalidate()}
        isStale={isStale}
        empty={t(
          hasMore
            ? 'adminLedger.noneSoFar'
            : isFiltered
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
      {busy !== format && <Download aria-hidden className="size-4" />}
      {format.toUpperCase()}
    </Button>
  ));
}

const views = ['events', 'trial-balance', 'as-of', 'verification'] as const;
type LedgerView = (typeof views)[number];

function parseView(name: string | null): LedgerView {
  return views.find((view) => view === name) ?? 'events';
}
