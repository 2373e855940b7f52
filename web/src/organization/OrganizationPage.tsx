import type { OrganizationResponse } from '@sachet/shared/contracts/organization';
import { useOrganization } from '../api/organization';
import { useProfile } from '../api/profile';
import { LoadError } from '../app/Loaded';
import { usePageTitle } from '../browser/page-title';
import { useTranslation } from '../i18n/translate';
import { Skeleton } from '../ui/Skeleton';
import { InviteForm } from './InviteForm';
import { Invites } from './Invites';
import { Members } from './Members';
import { OrganizationWallet } from './OrganizationWallet';

export function OrganizationPage() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const { data: organization, error, mutate } = useOrganization();
  usePageTitle(t('organization.title'));
  return (
    <div className="mx-auto max-w-6xl px-4 pt-8 sm:px-6 md:pt-12">
      <p className="text-lead font-semibold wrap-anywhere text-ink-soft">
        {organization?.name ?? profile?.organizationName}
      </p>
      <h1 className="text-title font-bold">{t('organization.title')}</h1>
      <div className="mt-6 grid items-start gap-10 lg:mt-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
        {organization && <Contents organization={organization} />}
        {!organization && !error && <Loading />}
        {!organization && error && (
          <LoadError title={t('organization.failed')} error={error} onRetry={() => mutate()} />
        )}
      </div>
    </div>
  );
}

function Contents({ organization }: { organization: OrganizationResponse }) {
  const { id, walletBalance, members, invites } = organization;
  const spentPaise = members.reduce(
    (sum, member) => sum + Math.round(member.spentThisMonth * 100),
    0,
  );
  return (
    <>
      <div className="grid gap-8">
        <OrganizationWallet balance={walletBalance} spentThisMonth={spentPaise / 100} />
        <InviteForm organizationId={id} />
        {invites.length > 0 && <Invites organizationId={id} invites={invites} />}
      </div>
      <Members members={members} />
    </>
  );
}

const skeletonRows = [1, 2, 3];

function Loading() {
  const { t } = useTranslation();
  return (
    <>
      <div role="status" aria-label={t('shell.loading')} className="grid gap-4">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-14 w-56" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="mt-4 h-6 w-44" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
      <div aria-hidden className="grid gap-4">
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
