import { RefreshCw } from 'lucide-react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useAdminUsers, useMetrics } from '../../api/admin-users';
import { useEntryBefore } from '../../browser/router';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { withChange } from '../../url';
import { AdminPage } from '../frame/AdminPage';
import { useFilters } from '../frame/use-filters';
import { Metrics } from './Metrics';
import { toSearchText } from './search-text';
import { parseTab } from './tab';
import { UserDialog } from './UserDialog';
import { UserFilters } from './UserFilters';
import { overList, UsersTable } from './UsersTable';

const filterNames = ['q', 'account', 'status'] as const;

export function UsersPage() {
  const { t } = useTranslation();
  const { filters, setFilters, isNarrowed, clear } = useFilters(filterNames);
  const read = useAdminUsers({ ...filters, q: toSearchText(filters.q) });
  const metrics = useMetrics();
  return (
    <AdminPage
      page="users"
      actions={
        <Button
          size="compact"
          look="outline"
          busy={metrics.isValidating && metrics.data !== undefined}
          onClick={() => void Promise.allSettled([metrics.mutate(), read.revalidate()])}
        >
          <RefreshCw aria-hidden className="size-4" />
          {t('adminUsers.refresh')}
        </Button>
      }
    >
      <Metrics metrics={metrics.data} failed={metrics.error !== undefined} />
      <UserFilters filters={filters} onChange={setFilters} onClear={isNarrowed ? clear : null} />
      <UsersTable
        read={read}
        empty={t(isNarrowed ? 'adminUsers.noneFound' : 'adminUsers.noMore')}
      />
      <OpenUser onChanged={read.revalidate} />
    </AdminPage>
  );
}

/** Whose dialog is open stands in the page's address, and so does its tab. */
function OpenUser({ onChanged }: { onChanged: () => Promise<unknown> }) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const uid = params.get('uid');
  useEntryBefore(uid !== null, `?${withChange(params, { uid: '', tab: '' })}`, overList);
  if (!uid) return null;
  const change = (to: Record<string, string>) =>
    setParams((before) => withChange(before, to), {
      replace: true,
      preventScrollReset: true,
      state,
    });
  return (
    <UserDialog
      key={uid}
      uid={uid}
      tab={parseTab(params.get('tab'))}
      onTab={(tab) => change({ tab: tab === 'overview' ? '' : tab })}
      onChanged={onChanged}
      onClose={() => (state?.['isOverList'] ? void navigate(-1) : change({ uid: '', tab: '' }))}
    />
  );
}
