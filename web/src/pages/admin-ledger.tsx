import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ledgerFilterNames, useLedger } from '../api/admin-ledger';
import { AdminPage } from '../components/admin/frame/AdminPage';
import { CompactButton } from '../components/admin/frame/CompactButton';
import { useFilters } from '../components/admin/frame/use-filters';
import { AsOf } from '../components/admin/ledger/AsOf';
import { ExportButtons } from '../components/admin/ledger/ExportButtons';
import { viewOf } from '../components/admin/ledger/ledger-address';
import { LedgerFilters } from '../components/admin/ledger/LedgerFilters';
import { LedgerTable } from '../components/admin/ledger/LedgerTable';
import { LedgerViews } from '../components/admin/ledger/LedgerViews';
import { TrialBalance } from '../components/admin/ledger/TrialBalance';
import { Verification } from '../components/admin/ledger/Verification';
import { VerifyMark } from '../components/admin/ledger/VerifyMark';

export default function AdminLedger() {
  const [params] = useSearchParams();
  const view = viewOf(params.get('view'));
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
          <CompactButton
            busy={read.isValidating && read.rows !== undefined && !read.isStale}
            onClick={() => void read.revalidate()}
          >
            <RefreshCw aria-hidden className="size-4" />
            {t('adminUsers.refresh')}
          </CompactButton>
        </>
      }
    >
      <LedgerViews current="events" />
      <LedgerFilters filters={filters} onChange={setFilters} onClear={isNarrowed ? clear : null} />
      <LedgerTable read={read} isNarrowed={isNarrowed} />
    </AdminPage>
  );
}
