import type { OrganizationResponse } from '@sachet/shared/organizations/contracts/organization';
import { sumRupees } from '@sachet/shared/money';
import { Link } from 'react-router-dom';
import { useOrganization } from '../../api/organization';
import { useProfile } from '../../api/profile';
import { useBusy } from '../../app/base/busy';
import { openWallet } from '../../app/base/dialogs';
import { Loaded } from '../../app/base/Loaded';
import { usePageTitle } from '../../browser/page-title';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { Button, buttonClasses } from '../../ui/Button';
import { Description, DescriptionList } from '../../ui/DescriptionList';
import { CountingMoney, Money } from '../../ui/Money';
import { Skeleton } from '../../ui/Skeleton';
import { InviteForm, Invites } from './Invites';
import { Members } from './Members';

export function OrganizationPage() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const read = useOrganization();
  usePageTitle(t('organization.title'));
  return (
    <div className="mx-auto max-w-7xl px-4 pt-8 sm:px-6 md:pt-12">
      <p className="text-lead font-semibold wrap-anywhere text-ink-soft">
        {read.data?.name ?? profile?.organizationName}
      </p>
      <h1 className="text-title font-bold">{t('organization.title')}</h1>
      <div className="mt-6 grid items-start gap-10 lg:mt-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
        <Loaded read={read} failed={t('organization.failed')} loading={<Loading />}>
          {(organization) => <Contents organization={organization} />}
        </Loaded>
      </div>
    </div>
  );
}

function Contents({ organization }: { organization: OrganizationResponse }) {
  const { id, walletBalance, members, invites } = organization;
  const spent = sumRupees(members.map(({ spentThisMonth }) => spentThisMonth));
  return (
    <>
      <div className="grid gap-8">
        <OrganizationWallet balance={walletBalance} spentThisMonth={spent} />
        <InviteForm organizationId={id} />
        {invites.length > 0 && <Invites organizationId={id} invites={invites} />}
      </div>
      <Members members={members} />
    </>
  );
}

const skeletonRows = [1, 2, 3];

function Loading() {
  return (
    <>
      <div className="grid gap-4">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-14 w-56" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="mt-4 h-6 w-44" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
      <div className="grid gap-4">
        <Skeleton className="h-6 w-40" />
        <div className="rounded-xl border border-fold bg-packet px-5">
          {skeletonRows.map((row) => (
            <div key={row} className="flex justify-between gap-6 py-4">
              <Skeleton className="h-16 w-1/2" />
              <Skeleton className="h-11 w-1/4" />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

/** Shows the wallet that the members pay from, and this month's spending. */
function OrganizationWallet({
  balance,
  spentThisMonth,
}: {
  balance: number;
  spentThisMonth: number;
}) {
  const { t } = useTranslation();
  const busy = useBusy();
  return (
    <div className="grid gap-4">
      <DescriptionList className="grid gap-3 divide-y divide-fold *:not-last:pb-3">
        <Description
          name={t('studioCommon.organizationWallet')}
          className="figure-display font-extrabold tight"
        >
          <CountingMoney rupees={balance} />
        </Description>
        <Description name={t('organization.spent')} inline className="font-bold">
          <Money rupees={spentThisMonth} />
        </Description>
      </DescriptionList>
      <div className="grid fit-columns-8 gap-3">
        <Button look="money" disabled={busy} onClick={() => openWallet()}>
          {t('wallet.addFunds')}
        </Button>
        <Link to={paths.wallet} className={buttonClasses({ look: 'outline' })}>
          {t('studioCommon.statement')}
        </Link>
      </div>
    </div>
  );
}
