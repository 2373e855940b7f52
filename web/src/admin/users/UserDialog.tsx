import { Tabs } from 'radix-ui';
import { revalidateUsers, useUserDetail } from '../../api/admin-users';
import { useTranslation } from '../../i18n/translate';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Skeleton';
import { CopyId } from '../frame/cells';
import { ReadError } from '../frame/ReadError';
import { AccountTab } from './AccountTab';
import { AuditTab } from './AuditTab';
import { CreditsForm } from './CreditsForm';
import { OverviewTab } from './OverviewTab';
import { Payments } from './Payments';
import { SecurityTab } from './SecurityTab';
import { Status } from './Status';
import { parseTab, type TabProps, tabs, type UserTab } from './tab';
import { getContact, getName } from './user-labels';

/** docs/product.md, Screens. `onChanged` reads the list behind it again. */
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
  const { data: detail, error, mutate } = useUserDetail(uid);
  const user = detail?.user;

  async function readAgain() {
    await Promise.all([revalidateUsers(), onChanged()]);
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
      closeLabel={t('shell.close')}
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
        {/* As high as the tallest usual tab, so that the dialog does not jump between them. */}
        <div className="min-h-88 pt-4">
          {!detail && !error && <Waiting />}
          {!detail && error && (
            <ReadError
              title={t('adminUsers.detailFailed')}
              error={error}
              onRetry={() => void mutate()}
            />
          )}
          {detail &&
            tabs.map((name) => (
              <Tabs.Content key={name} value={name} className="rounded outline-offset-4">
                <Contents tab={name} detail={detail} onChanged={readAgain} onClose={onClose} />
              </Tabs.Content>
            ))}
        </div>
      </Tabs.Root>
    </Dialog>
  );
}

function Contents({ tab, onClose, ...props }: TabProps & { tab: UserTab; onClose: () => void }) {
  if (tab === 'overview') return <OverviewTab detail={props.detail} />;
  if (tab === 'account') return <AccountTab {...props} />;
  if (tab === 'wallet') return <WalletTab {...props} />;
  if (tab === 'security') return <SecurityTab {...props} onDeleted={onClose} />;
  return <AuditTab uid={props.detail.user.uid} />;
}

const lines = [1, 2, 3, 4, 5, 6];

function Waiting() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t('shell.loading')}
      className="grid gap-x-8 gap-y-4 sm:grid-cols-2"
    >
      {lines.map((line) => (
        <span key={line} className="grid gap-1.5">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-4 w-48" />
        </span>
      ))}
    </div>
  );
}

/** Balances, credits by hand, and the payments that may go back. */
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
