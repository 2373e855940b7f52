import type { AdminAuditItem } from '@sachet/shared/contracts/admin-users';
import { rupeesFromPaise } from '@sachet/shared/money';
import { Link } from 'react-router-dom';
import { useAudit } from '../../api/admin-users';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { SignedMoney } from '../../ui/Money';
import { MomentCell } from '../frame/cells';
import { type Column, DataTable } from '../frame/DataTable';

/** What admins did to this user, newest first. */
export function AuditTab({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useAudit(uid);
  return (
    <DataTable
      label={t('adminUsers.audit')}
      rows={data?.items}
      getKey={({ id }) => id}
      error={error}
      failed={t('adminUsers.auditFailed')}
      onRetry={() => void mutate()}
      empty={t('adminUsers.noAudit')}
      columns={getColumns(t)}
    />
  );
}

function getColumns(t: TFunction): Column<AdminAuditItem>[] {
  return [
    {
      key: 'time',
      head: t('adminUsers.time'),
      width: 'w-48',
      cell: ({ ts }) => <MomentCell timestamp={ts} />,
    },
    {
      key: 'actor',
      head: t('adminUsers.actor'),
      cell: ({ actorEmail, actorUid, actorKind }) =>
        actorEmail ??
        actorUid ??
        t(actorKind === 'system' ? 'adminUsers.studioItself' : 'adminUsers.commandLine'),
    },
    {
      key: 'action',
      head: t('adminUsers.action'),
      isTitle: true,
      cell: (item) => <Action item={item} />,
    },
  ];
}

function Action({ item: { action, details } }: { item: AdminAuditItem }) {
  const { t } = useTranslation();
  const { walletId, amountPaise, proposalId } = details;
  const isEvent = typeof proposalId !== 'string' || action === 'approve-credits';
  return (
    <>
      <span className="font-mono">{action}</span>
      {typeof walletId === 'string' && typeof amountPaise === 'number' && (
        <>
          {' '}
          <Link
            to={
              isEvent
                ? paths.ledger({ wallet: walletId, kind: 'AdjustedByAdmin' })
                : paths.adminApprovals
            }
            className="font-semibold underline underline-offset-2"
          >
            <SignedMoney rupees={rupeesFromPaise(amountPaise)} />
            <span className="sr-only">
              {' '}
              {t(isEvent ? 'adminUsers.seeEvents' : 'admin.approvals')}
            </span>
          </Link>
        </>
      )}
    </>
  );
}
