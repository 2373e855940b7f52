import type { WalletSummary } from '@sachet/shared/contracts/wallet';
import { formatRupees } from '@sachet/shared/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useWallet } from '../api/hooks';
import { useProfile } from '../api/profile';
import { useBusy } from '../app/busy';
import { openWallet } from '../app/dialogs';
import { LoadError } from '../app/Loaded';
import { usePageTitle } from '../browser/page-title';
import { FriendsCard } from '../friends/FriendsCard';
import { GiftCode } from '../friends/GiftCode';
import { useTranslation } from '../i18n/translate';
import { LeaveOrganization } from '../organization/LeaveOrganization';
import { SpendMeter } from '../organization/SpendMeter';
import { Statement } from '../statement/Statement';
import { paths } from '../paths';
import { ReturnedTopUp } from '../top-up/ReturnedTopUp';
import { Button } from '../ui/Button';
import { classes } from '../ui/classes';
import { Description, DescriptionList } from '../ui/DescriptionList';
import { CountingMoney, Money } from '../ui/Money';
import { Skeleton } from '../ui/Skeleton';
import { LockedBonus } from './LockedBonus';
import { LowBalance } from './LowBalance';
import { OwnLimits } from './OwnLimits';
import { Usage } from './Usage';

export function WalletPage() {
  const { t } = useTranslation();
  usePageTitle(t('wallet.title'));
  return (
    // On a phone, the statement is above the chart and the limits.
    <div className="mx-auto grid max-w-7xl items-start gap-x-12 gap-y-8 px-4 pt-5 sm:px-6 md:pt-12 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid gap-4 md:gap-6">
        <h1 className="text-title font-bold">{t('wallet.title')}</h1>
        <ReturnedTopUp />
        <OrganizationBudget />
        <Balance />
        <Link
          to={paths.documents}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold underline underline-offset-2"
        >
          {t('bills.all')}
        </Link>
        <LeaveOrganization />
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Statement />
      </div>
      <div className="grid gap-8 border-t border-fold pt-6">
        <FriendsCard />
        <GiftCode />
        <Usage />
        <OwnLimits />
      </div>
    </div>
  );
}

function Balance() {
  const { t } = useTranslation();
  const { data: wallet, error, mutate } = useWallet();
  const busy = useBusy();
  return (
    <>
      {!wallet && error ? (
        <LoadError title={t('wallet.failed')} error={error} onRetry={() => mutate()} />
      ) : (
        <Figures wallet={wallet}>
          <Button look="money" disabled={busy} onClick={() => openWallet()}>
            {t('wallet.addFunds')}
          </Button>
        </Figures>
      )}
      <LockedBonus />
      <LowBalance hasButton={false} />
    </>
  );
}

/** On a phone, one line with the button, so that the statement is on the first screen. */
function Figures({ wallet, children }: { wallet: WalletSummary | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 lg:grid lg:justify-normal">
        <DescriptionList className="grid">
          <Description name={t('wallet.available')} className="figure-display font-extrabold tight">
            {wallet ? (
              <CountingMoney rupees={wallet.available} />
            ) : (
              <Skeleton className="my-1 h-12 w-40" />
            )}
          </Description>
        </DescriptionList>
        {children}
      </div>
      {/* Without money on hold, the balance is the amount above. */}
      <DescriptionList
        className={classes(
          'grid fit-columns-7.5 gap-4 border-t border-fold pt-4',
          !wallet?.held && 'max-lg:hidden',
        )}
      >
        <Description name={t('wallet.balance')} className="font-bold">
          {wallet ? <Money rupees={wallet.walletBalance} /> : <Skeleton className="h-6 w-20" />}
        </Description>
        <Description name={t('wallet.held')} className="font-bold">
          {wallet ? <Money rupees={wallet.held} /> : <Skeleton className="h-6 w-20" />}
          <p className="text-note font-normal text-ink-soft">{t('wallet.heldNote')}</p>
        </Description>
      </DescriptionList>
    </>
  );
}

/** For members of an organization. Names the owner of the wallet and shows the member's own budget. */
function OrganizationBudget() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  if (!profile?.organizationName) return null;
  const { organizationName, firstName, lastName, budget, spentThisMonth } = profile;
  return (
    <div className="grid gap-4 rounded-xl border border-fold bg-packet px-4 py-4 sm:px-5">
      <div>
        <h2 className="text-lead font-bold wrap-anywhere">
          {t('member.wallet', { name: organizationName })}
        </h2>
        <p className="text-note text-ink-soft">{t('member.shared')}</p>
      </div>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-note">
          <span className="font-semibold text-ink-soft">
            {t(budget > 0 ? 'member.budget' : 'member.spent')}
          </span>
          {budget > 0 && (
            <span className="money text-ink-soft">
              {t('results.left', { amount: formatRupees(Math.max(0, budget - spentThisMonth)) })}
            </span>
          )}
        </p>
        <SpendMeter name={`${firstName} ${lastName}`} spent={spentThisMonth} budget={budget} />
      </div>
    </div>
  );
}
