import type { AdminAuditItem, AdminUserDetail } from '@sachet/shared/admin/contracts/admin-users';
import { rupeesFromPaise } from '@sachet/shared/money';
import { Tabs } from 'radix-ui';
import { Link } from 'react-router-dom';
import { revalidate } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { DescriptionList } from '../../../ui/DescriptionList';
import { Dialog } from '../../../ui/Dialog';
import { SignedMoney } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { CopyId, EventLink, Fact, MomentCell, MoneyCell, Nothing } from '../frame/cells';
import { column } from '../frame/columns';
import { type Column, DataTable } from '../frame/DataTable';
import { AccountTab } from './AccountTab';
import { CreditsForm } from './CreditsForm';
import { Payments } from './Payments';
import { SecurityTab } from './SecurityTab';
import { getContact, getName, Status, toAccountLabel, toMethodLabel } from './user-labels';

/**
 * A user's dialog with its tabs (docs/product.md, Screens). `onChanged` reloads the list behind the dialog.
 */
export function UserDialog({
  uid,
  tab,
  onTab,
  onChanged,
  onClose,
}: {
  uid: string;
  tab: UserTab;
  onTab: (tab: UserTab) => void;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/user-detail', { uid });
  const user = read.data?.user;

  async function reload() {
    await Promise.all([revalidate('/api/admin/'), onChanged()]);
  }

  return (
    <Dialog
      open
      wide
      isInAddress
      onClose={onClose}
      title={user ? (getName(user) ?? getContact(user)) : t('adminUsers.user')}
      description={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {user && getName(user) && <span className="wrap-anywhere">{getContact(user)}</span>}
          {user && <Status user={user} />}
          <CopyId id={uid} />
        </div>
      }
      closeLabel={t('common.close')}
    >
      <Tabs.Root value={tab} onValueChange={(value) => onTab(parseTab(value))}>
        <Tabs.List
          aria-label={t('adminUsers.tabs')}
          className="-mx-[min(1.25rem,5vw)] flex overflow-x-auto border-b border-fold px-2.5 [scrollbar-width:none] sm:-mx-7 sm:px-4.5"
        >
          {tabs.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="min-h-10 shrink-0 border-b-[2.5px] border-transparent px-2.5 text-note font-semibold text-ink-soft hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink pointer-coarse:min-h-11"
            >
              {t(`adminUsers.${name}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {/* As high as the tallest common tab, so the dialog keeps its height. */}
        <div className="min-h-88 pt-4">
          <Loaded
            compact
            read={read}
            failed={t('adminUsers.detailFailed')}
            loading={<OverviewSkeleton />}
          >
            {(detail) =>
              tabs.map((name) => (
                <Tabs.Content key={name} value={name} className="rounded outline-offset-4">
                  <TabContent tab={name} detail={detail} onChanged={reload} onClose={onClose} />
                </Tabs.Content>
              ))
            }
          </Loaded>
        </div>
      </Tabs.Root>
    </Dialog>
  );
}

function TabContent({ tab, onClose, ...props }: TabProps & { tab: UserTab; onClose: () => void }) {
  if (tab === 'overview') return <OverviewTab detail={props.detail} />;
  if (tab === 'account') return <AccountTab {...props} />;
  if (tab === 'wallet') return <WalletTab {...props} />;
  if (tab === 'security') return <SecurityTab {...props} onDeleted={onClose} />;
  return <AuditTab uid={props.detail.user.uid} />;
}

const lines = [1, 2, 3, 4, 5, 6];

function OverviewSkeleton() {
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {lines.map((line) => (
        <span key={line} className="grid gap-1.5">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-4 w-48" />
        </span>
      ))}
    </div>
  );
}

/** Balances, manual credits, and payments that can be refunded. */
function WalletTab({ detail, onChanged }: TabProps) {
  const { t } = useTranslation();
  if (!detail.wallet) return <p>{t('adminUsers.noWallet')}</p>;
  return (
    <div className="grid gap-6">
      {detail.user.deleted ? (
        <p>{t('adminUsers.deletedText')}</p>
      ) : (
        <CreditsForm detail={detail} wallet={detail.wallet} onChanged={onChanged} />
      )}
      <Payments uid={detail.user.uid} onChanged={onChanged} />
    </div>
  );
}

function OverviewTab({ detail }: { detail: AdminUserDetail }) {
  const { t } = useTranslation();
  const { user, profile, organization, wallet, isTargetSuper } = detail;
  return (
    <div className="grid gap-4">
      {user.deleted && <p>{t('adminUsers.deletedText')}</p>}
      {!user.deleted && !profile && <p>{t('adminUsers.unfinished')}</p>}
      {!user.deleted && profile && !user.hasSignIn && <p>{t('adminUsers.noSignInText')}</p>}
      <DescriptionList className="grid gap-x-8 gap-y-3 text-note sm:grid-cols-2">
        <Fact name={t('studioCommon.name')}>{getName(user)}</Fact>
        <Fact name={t('adminUsers.accountAndRole')}>{profile && toAccountLabel(t, profile)}</Fact>
        <Fact name={t('common.email')}>
          {user.email && (
            <span className="wrap-anywhere">
              {user.email}{' '}
              {profile && (
                <span className="text-ink-soft">
                  {t(profile.emailVerified ? 'adminUsers.verified' : 'adminUsers.unverified')}
                </span>
              )}
            </span>
          )}
        </Fact>
        <Fact name={t('common.phone')}>{user.phoneNumber}</Fact>
        <Fact name={t('common.organization')}>
          {organization && (
            <span className="grid">
              {organization.name}
              <CopyId id={organization.id} />
            </span>
          )}
        </Fact>
        <Fact name={t('adminUsers.methods')}>{toMethodLabel(t, user)}</Fact>
        <Fact name={t('adminUsers.created')}>
          <MomentCell timestamp={user.metadata.creationTime} />
        </Fact>
        <Fact name={t('adminUsers.lastSignIn')}>
          <MomentCell timestamp={user.metadata.lastSignInTime} />
        </Fact>
        <Fact name={t('adminUsers.paysFrom')}>
          {wallet && (
            <>
              {t(
                wallet.paysFrom === 'user'
                  ? 'adminUsers.ownWallet'
                  : 'studioCommon.organizationWallet',
              )}
              {': '}
              <MoneyCell rupees={wallet.balance} />
            </>
          )}
        </Fact>
        <Fact name={t('adminUsers.lifetimeSpent')}>
          {wallet && <MoneyCell rupees={wallet.lifetimeSpent} />}
        </Fact>
        {profile?.accountType === 'organization' && (
          <Fact name={t('adminUsers.budget')}>
            {profile.budget === 0 ? t('member.unlimited') : <MoneyCell rupees={profile.budget} />}
          </Fact>
        )}
        <Fact name={t('adminUsers.superadmin')}>
          {t(isTargetSuper ? 'adminUsers.yes' : 'adminUsers.no')}
        </Fact>
      </DescriptionList>
      <Link
        to={paths.ledger({ uid: user.uid })}
        className="inline-flex min-h-9 items-center justify-self-start text-note font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {t('adminUsers.seeEvents')}
      </Link>
    </div>
  );
}

/** Actions of admins on this user, newest first. */
function AuditTab({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useApi('GET /api/admin/audit', { uid });
  return (
    <DataTable
      label={t('adminUsers.audit')}
      rows={data?.items}
      getKey={({ id }) => id}
      error={error}
      failed={t('adminUsers.auditFailed')}
      onRetry={() => mutate()}
      empty={t('adminUsers.noAudit')}
      columns={getColumns(t)}
    />
  );
}

function getColumns(t: TFunction): Column<AdminAuditItem>[] {
  return [
    column.moment(t('adminCommon.time'), ({ ts }) => ts, { width: 'w-48' }),
    {
      head: t('adminUsers.actor'),
      cell: ({ actorEmail, actorUid, actorKind }) =>
        actorEmail ??
        actorUid ??
        t(actorKind === 'system' ? 'studioCommon.system' : 'adminUsers.commandLine'),
    },
    {
      head: t('adminUsers.action'),
      isTitle: true,
      wraps: true,
      cell: ({ action }) => <span className="font-mono">{action}</span>,
    },
    {
      head: t('studioCommon.amount'),
      width: 'w-36',
      align: 'end',
      cell: (item) => <Amount item={item} />,
    },
  ];
}

/** The amount that an action moved or proposes, with a link to its events or to the proposals. */
function Amount({ item: { action, details } }: { item: AdminAuditItem }) {
  const { t } = useTranslation();
  const { walletId, amountPaise, proposalId, chargeSeq } = details;
  if (typeof walletId !== 'string' || typeof amountPaise !== 'number') return <Nothing />;
  const isEvent = typeof proposalId !== 'string' || action.startsWith('approve-');
  const kind = typeof chargeSeq === 'number' ? 'ChargeRefunded' : 'AdjustedByAdmin';
  return (
    <EventLink to={isEvent ? paths.ledger({ wallet: walletId, kind }) : paths.adminApprovals}>
      <SignedMoney rupees={rupeesFromPaise(amountPaise)} />
      <span className="sr-only"> {t(isEvent ? 'adminUsers.seeEvents' : 'admin.approvals')}</span>
    </EventLink>
  );
}

/**
 * The tabs of the dialog in their order.
 * @internal exported for its test
 */
export const tabs = ['overview', 'account', 'wallet', 'security', 'audit'] as const;
export type UserTab = (typeof tabs)[number];

export function parseTab(name: string | null): UserTab {
  return tabs.find((tab) => tab === name) ?? 'overview';
}

/** Props of a tab. `onChanged` reloads the user and the list. */
export type TabProps = { detail: AdminUserDetail; onChanged: () => Promise<void> };

export type Wallet = NonNullable<AdminUserDetail['wallet']>;
