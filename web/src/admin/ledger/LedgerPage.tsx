import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ledgerFilterNames, useLedger } from '../../api/admin-ledger';
import { AdminPage } from '../frame/AdminPage';
import { CompactButton } from '../frame/CompactButton';
import { useFilters } from '../frame/use-filters';
import { AsOf } from './AsOf';
import { ExportButtons } from './ExportButtons';
import { viewOf } from './ledger-address';
import { LedgerFilters } from './LedgerFilters';
import { LedgerTable } from './LedgerTable';
import { LedgerViews } from './LedgerViews';
import { TrialBalance } from './TrialBalance';
import { Verification } from './Verification';
import { VerifyMark } from './VerifyMark';

export function LedgerPage() {
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
