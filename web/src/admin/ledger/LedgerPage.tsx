import { FileDown, RefreshCw } from 'lucide-react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import {
  ledgerFilterNames,
  type LedgerFilters as Filters,
  useLedger,
  useVerification,
} from '../../api/admin-ledger';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { withChange } from '../../url';
import { AdminPage, ViewLink } from '../frame/AdminPage';
import { useRequest } from '../exports/NewExport';
import { useFilters } from '../frame/use-filters';
import { ErrorNote } from '../frame/confirm';
import { AsOf } from './AsOf';
import { ExportButtons } from './ExportButtons';
import { type LedgerView, parseView, views } from './ledger-address';
import { LedgerFilters } from './LedgerFilters';
import { LedgerTable } from './LedgerTable';
import { TrialBalance } from './TrialBalance';
import { Verification } from './Verification';
import { VerdictMark } from './VerificationEnd';

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

/** Every event of every wallet, newest first, narrowed by the page's address. */
function Events() {
  const { t } = useTranslation();
  const { filters, setFilters, isNarrowed, clear } = useFilters(ledgerFilterNames);
  const read = useLedger(filters);
  return (
    <AdminPage
      page="ledger"
      actions={
        <>
          <VerifyMark />
          <ExportButtons filters={filters} />
          <MakeFile filters={filters} />
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
      <LedgerFilters filters={filters} onChange={setFilters} onClear={isNarrowed ? clear : null} />
      <LedgerTable read={read} isNarrowed={isNarrowed} />
    </AdminPage>
  );
}

/** What takes too long to wait for: the worker makes it, and the page of exports says how far it is. */
function MakeFile({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { request, isAsking, error } = useRequest(() => void navigate(paths.adminExports));
  const filter = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  return (
    <>
      <Button
        size="compact"
        look="outline"
        busy={isAsking}
        onClick={() => void request({ what: 'ledger', format: 'csv', filter })}
      >
        <FileDown aria-hidden className="size-4" />
        {t('adminExports.inBackground')}
      </Button>
      <ErrorNote>{error}</ErrorNote>
    </>
  );
}

/** The ledger from four sides. Wallet and period stay when the side changes. */
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

/** Beside the heading: how the last verification ended, and the way to it. */
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
