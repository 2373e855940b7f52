import type { AdminMetrics, AdminUser } from '@sachet/shared/admin/contracts/admin-users';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useAdminUsers, type UserFilters as Filters } from '../../../api/admin-users';
import { useApi } from '../../../api/use-api';
import { openOver, useUrlOverlay } from '../../../browser/url-overlay';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { withChange } from '../../../browser/url';
import { AdminPage } from '../frame/AdminPage';
import { CopyId, MomentCell, MoneyCell, Nothing } from '../frame/cells';
import { type Column, DataTable, MoreRows } from '../frame/DataTable';
import { SearchField } from '../frame/fields';
import { useFilters } from '../frame/use-filters';
import { toSearchText } from './user-input';
import { getContact, getName, Status, toAccountLabel } from './user-labels';
import { parseTab, UserDialog } from './UserDialog';

const filterNames = ['q', 'account', 'status'] as const;

export function UsersPage() {
  const { t } = useTranslation();
  const { filters, setFilters, isFiltered, clear } = useFilters(filterNames);
  const read = useAdminUsers({ ...filters, q: toSearchText(filters.q) });
  const metrics = useApi('GET /api/admin/metrics');
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
      <UserFilters filters={filters} onChange={setFilters} onClear={isFiltered ? clear : null} />
      <UsersTable
        read={read}
        empty={t(isFiltered ? 'adminUsers.noneFound' : 'adminUsers.noMore')}
      />
      <OpenUser onChanged={read.revalidate} />
    </AdminPage>
  );
}

/** Opens the dialog of the user in the address, with the tab in the address. */
function OpenUser({ onChanged }: { onChanged: () => Promise<unknown> }) {
  const [params] = useSearchParams();
  const uid = params.get('uid');
  const toUrl = (change: { uid?: string; tab: string }) => `?${withChange(params, change)}`;
  const below = toUrl({ uid: '', tab: '' });
  const overlay = useUrlOverlay('uid', { isOpen: uid !== null, below });
  if (!uid) return null;
  return (
    <UserDialog
      key={uid}
      uid={uid}
      tab={parseTab(params.get('tab'))}
      onTab={(tab) => void overlay.show(toUrl({ tab: tab === 'overview' ? '' : tab }))}
      onChanged={onChanged}
      onClose={() => void overlay.close()}
    />
  );
}

function UserFilters({
  filters,
  onChange,
  onClear,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** null while no filter is set. */
  onClear: (() => void) | null;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="search"
      aria-label={t('adminUsers.filter')}
      className="grid fit-columns-8 items-end gap-2 md:flex"
    >
      <SearchField
        className="max-md:col-span-full md:w-80"
        label={t('adminUsers.search')}
        placeholder={t('adminUsers.searchHint')}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <SelectField
        compact
        className="md:w-40"
        label={t('adminUsers.account')}
        value={filters.account}
        onChange={(account) => onChange({ account })}
        choices={[
          { value: '', label: t('admin.all') },
          { value: 'individual', label: t('adminUsers.individual') },
          { value: 'organization', label: t('adminUsers.organization') },
        ]}
      />
      <SelectField
        compact
        className="md:w-40"
        label={t('adminUsers.status')}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        choices={[
          { value: '', label: t('admin.all') },
          { value: 'enabled', label: t('adminUsers.enabled') },
          { value: 'disabled', label: t('adminUsers.disabled') },
        ]}
      />
      {onClear && (
        <Button size="compact" look="plain" className="max-md:col-span-full" onClick={onClear}>
          {t('admin.clear')}
        </Button>
      )}
    </div>
  );
}

const grouped = new Intl.NumberFormat('en-IN');

/** Metrics that failed to load are dashes, without an error message (docs/product.md, Screens). */
function Metrics({ metrics, failed }: { metrics?: AdminMetrics; failed: boolean }) {
  const { t } = useTranslation();
  const show = (value: (metrics: AdminMetrics) => ReactNode) => {
    if (metrics) return value(metrics);
    return failed ? <Nothing /> : <Skeleton className="my-1 h-5 w-24" />;
  };
  return (
    <dl
      aria-label={t('adminUsers.metrics')}
      className="grid fit-columns-9.5 gap-px overflow-hidden rounded-lg border border-fold bg-fold lg:grid-cols-4"
    >
      <Tile name={t('adminUsers.enabledUsers')}>
        {show(({ enabledUserCount, enabledIndividualCount, enabledOrgUserCount }) => (
          <>
            <span className="tabular-nums">{grouped.format(enabledUserCount)}</span>
            <span className="block text-note font-normal text-ink-soft">
              {t('adminUsers.enabledSplit', {
                individuals: grouped.format(enabledIndividualCount),
                members: grouped.format(enabledOrgUserCount),
              })}
            </span>
          </>
        ))}
      </Tile>
      <Tile name={t('adminUsers.individualWallets')}>
        {show(({ individualWalletSumEnabled }) => (
          <Money rupees={individualWalletSumEnabled} />
        ))}
      </Tile>
      <Tile name={t('adminUsers.organizationWallets')}>
        {show(({ orgWalletSum }) => (
          <Money rupees={orgWalletSum} />
        ))}
      </Tile>
      <Tile name={t('adminUsers.totalBalance')}>
        {show(({ totalWalletSum }) => (
          <Money rupees={totalWalletSum} />
        ))}
      </Tile>
    </dl>
  );
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start bg-packet px-3 py-2.5">
      <dt className="text-note text-ink-soft">{name}</dt>
      <dd className="text-lead font-bold">{children}</dd>
    </div>
  );
}

function UsersTable({ read, empty }: { read: ReturnType<typeof useAdminUsers>; empty: ReactNode }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { rows: users, error, hasMore, isStale, revalidate } = read;
  const openedWith = (uid: string) =>
    `?${withChange(new URLSearchParams(search), { uid, tab: '' })}`;
  return (
    <div>
      <DataTable
        label={t('admin.users')}
        columns={getColumns(t)}
        rows={users}
        getKey={({ uid }) => uid}
        to={({ uid }) => openedWith(uid)}
        linkState={openOver('uid')}
        sortable={users !== undefined && !hasMore}
        error={error}
        failed={t('adminUsers.listFailed')}
        onRetry={() => revalidate()}
        isStale={isStale}
        empty={empty}
      />
      {users && users.length > 0 && (
        <MoreRows pages={read} failed={t('adminUsers.listFailed')} end={t('adminUsers.noMore')} />
      )}
    </div>
  );
}

function getColumns(t: TFunction): Column<AdminUser>[] {
  return [
    {
      key: 'uid',
      head: t('adminUsers.uid'),
      width: 'w-36',
      cell: ({ uid }) => <CopyId id={uid} />,
    },
    {
      key: 'contact',
      head: t('adminUsers.contact'),
      isTitle: true,
      cell: (user) => <Contact user={user} />,
    },
    {
      key: 'account',
      head: t('adminUsers.accountAndRole'),
      width: 'w-40',
      cell: ({ profile }) => (profile ? toAccountLabel(t, profile) : <Nothing />),
    },
    {
      key: 'organization',
      head: t('adminUsers.organization'),
      width: 'w-32',
      from: 'lg',
      cell: ({ profile }) => profile?.organizationName ?? <Nothing />,
    },
    {
      key: 'wallet',
      head: t('adminUsers.wallet'),
      width: 'w-32',
      align: 'end',
      cell: ({ profile }) => <MoneyCell rupees={profile?.walletBalance} />,
      sortValue: ({ profile }) => profile?.walletBalance ?? null,
    },
    {
      key: 'created',
      head: t('adminUsers.created'),
      width: 'w-28',
      from: 'xl',
      cell: ({ metadata }) => <MomentCell timestamp={metadata.creationTime} precision="day" />,
      sortValue: ({ metadata }) => metadata.creationTime,
    },
    {
      key: 'lastSignIn',
      head: t('adminUsers.lastSignIn'),
      width: 'w-42',
      from: 'lg',
      cell: ({ metadata }) => <MomentCell timestamp={metadata.lastSignInTime} />,
      sortValue: ({ metadata }) => metadata.lastSignInTime,
    },
    {
      key: 'status',
      head: t('adminUsers.status'),
      width: 'w-28',
      cell: (user) => <Status user={user} />,
    },
  ];
}

function Contact({ user }: { user: AdminUser }) {
  const name = getName(user);
  return (
    <>
      {getContact(user)}
      {name && <span className="font-normal text-ink-soft max-md:block"> {name}</span>}
    </>
  );
}
