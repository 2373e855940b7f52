import type { AdminMetrics, AdminUser } from '@sachet/shared/admin/contracts/admin-users';
import { formatCount } from '@sachet/shared/money';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useAdminUsers } from '../../../api/admin-users';
import { useApi } from '../../../api/use-api';
import { openOver, useUrlOverlay } from '../../../browser/url-overlay';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { Figure, Figures } from '../../../ui/Figures';
import { withChange } from '../../../browser/url';
import { Nothing } from '../frame/cells';
import { column } from '../frame/columns';
import type { Column } from '../frame/DataTable';
import { FilterBar, type FilterField } from '../frame/FilterBar';
import { ListPage } from '../frame/ListPage';
import { useFilters } from '../frame/use-filters';
import { toSearchText } from './user-input';
import { getContact, getName, Status, toAccountLabel } from './user-labels';
import { parseTab, UserDialog } from './UserDialog';

export function UsersPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const filters = useFilters(['q', 'account', 'status']);
  const { q } = filters.filters;
  const list = useAdminUsers({ ...filters.filters, q: toSearchText(q) });
  const metrics = useApi('GET /api/admin/metrics');
  return (
    <ListPage
      page="users"
      onRefresh={metrics.mutate}
      about={<Metrics metrics={metrics.data} failed={metrics.error !== undefined} />}
      filterBar={<FilterBar fields={getFields(t)} filters={filters} />}
      list={list}
      failed={t('adminUsers.listFailed')}
      filters={filters}
      empty={t('adminUsers.noMore')}
      end={t('adminUsers.noMore')}
      label={t('admin.users')}
      columns={getColumns(t)}
      getKey={({ uid }) => uid}
      to={({ uid }) => `?${withChange(new URLSearchParams(search), { uid, tab: '' })}`}
      linkState={openOver('uid')}
      sortable={list.rows !== undefined && !list.hasMore}
      dialog={<OpenUser onChanged={list.revalidate} />}
    />
  );
}

const getFields = (t: TFunction): FilterField<'q' | 'account' | 'status'>[] => [
  { name: 'q', label: t('adminCommon.search'), placeholder: t('adminUsers.searchHint') },
  {
    name: 'account',
    label: t('adminUsers.account'),
    width: 'sm:w-40',
    choices: [
      { value: 'individual', label: t('adminUsers.individual') },
      { value: 'organization', label: t('common.organization') },
    ],
  },
  {
    name: 'status',
    label: t('studioCommon.status'),
    width: 'sm:w-40',
    choices: [
      { value: 'enabled', label: t('adminUsers.enabled') },
      { value: 'disabled', label: t('adminUsers.disabled') },
    ],
  },
];

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

/** Metrics that failed to load are dashes, without an error message (docs/product.md, Screens). */
function Metrics({ metrics, failed }: { metrics?: AdminMetrics; failed: boolean }) {
  const { t } = useTranslation();
  const show = (value: (metrics: AdminMetrics) => ReactNode) => {
    if (metrics) return value(metrics);
    return failed ? <Nothing /> : <Skeleton className="my-1 h-5 w-24" />;
  };
  return (
    <Figures aria-label={t('adminUsers.metrics')} className="fit-columns-9.5 lg:grid-cols-4">
      <Figure name={t('adminUsers.enabledUsers')}>
        {show(({ enabledUserCount, enabledIndividualCount, enabledOrgUserCount }) => (
          <>
            <span className="tabular-nums">{formatCount(enabledUserCount)}</span>
            <span className="block text-note font-normal text-ink-soft">
              {t('adminUsers.enabledSplit', {
                individuals: formatCount(enabledIndividualCount),
                members: formatCount(enabledOrgUserCount),
              })}
            </span>
          </>
        ))}
      </Figure>
      <Figure name={t('adminUsers.individualWallets')}>
        {show(({ individualWalletSumEnabled }) => (
          <Money rupees={individualWalletSumEnabled} />
        ))}
      </Figure>
      <Figure name={t('adminUsers.organizationWallets')}>
        {show(({ orgWalletSum }) => (
          <Money rupees={orgWalletSum} />
        ))}
      </Figure>
      <Figure name={t('adminUsers.totalBalance')}>
        {show(({ totalWalletSum }) => (
          <Money rupees={totalWalletSum} />
        ))}
      </Figure>
    </Figures>
  );
}

function getColumns(t: TFunction): Column<AdminUser>[] {
  return [
    column.id(t('adminUsers.uid'), ({ uid }) => uid, { width: 'w-36' }),
    { head: t('adminUsers.contact'), isTitle: true, cell: (user) => <Contact user={user} /> },
    {
      head: t('adminUsers.accountAndRole'),
      width: 'w-40',
      cell: ({ profile }) => (profile ? toAccountLabel(t, profile) : <Nothing />),
    },
    {
      head: t('common.organization'),
      width: 'w-32',
      from: 'lg',
      cell: ({ profile }) => profile?.organizationName ?? <Nothing />,
    },
    column.money(t('adminUsers.wallet'), ({ profile }) => profile?.walletBalance, {
      width: 'w-32',
      sortValue: ({ profile }) => profile?.walletBalance ?? null,
    }),
    column.moment(t('adminUsers.created'), ({ metadata }) => metadata.creationTime, {
      precision: 'day',
      width: 'w-28',
      from: 'xl',
      sortValue: ({ metadata }) => metadata.creationTime,
    }),
    column.moment(t('adminUsers.lastSignIn'), ({ metadata }) => metadata.lastSignInTime, {
      width: 'w-42',
      from: 'lg',
      sortValue: ({ metadata }) => metadata.lastSignInTime,
    }),
    { head: t('studioCommon.status'), width: 'w-28', cell: (user) => <Status user={user} /> },
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
