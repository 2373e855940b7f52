import type { AdminUser } from '@sachet/shared/contracts/admin-users';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { useAdminUsers } from '../../api/admin-users';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { withChange } from '../../url';
import { CopyId, MomentCell, MoneyCell, Nothing } from '../frame/cells';
import { type Column, DataTable, MoreRows } from '../frame/DataTable';
import { Status } from './Status';
import { getContact, getName, toAccountLabel } from './user-labels';

/** State of a history entry: the list is the entry before, so that closing a user's dialog goes back. */
export const overList = { isOverList: true };

export function UsersTable({
  read,
  empty,
}: {
  read: ReturnType<typeof useAdminUsers>;
  empty: ReactNode;
}) {
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
        linkState={overList}
        sortable={users !== undefined && !hasMore}
        error={error}
        failed={t('adminUsers.listFailed')}
        onRetry={() => void revalidate()}
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
