import type { WalletSummary, WalletUsage } from '@sachet/shared/wallet/contracts/wallet';
import { formatRupees } from '@sachet/shared/money';
import { type PaidTool, paidTools, sales } from '@sachet/shared/sales';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useWallet } from '../../api/hooks';
import { useProfile } from '../../api/profile';
import { useApi } from '../../api/use-api';
import { useBusy } from '../../app/base/busy';
import { openWallet } from '../../app/base/dialogs';
import { LoadError } from '../../app/base/Loaded';
import { toInk } from '../../app/base/tools';
import { usePageTitle } from '../../browser/page-title';
import { FriendsCard, GiftCode } from '../people/friends/FriendsAndGifts';
import { useLanguage } from '../../i18n/language';
import { formatMonth } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { LeaveOrganization } from '../organizations/LeaveOrganization';
import { SpendMeter } from '../organizations/SpendMeter';
import { Statement } from './statement/Statement';
import { paths } from '../../app/base/paths';
import { ReturnedTopUp } from '../payments/top-up/ReturnedTopUp';
import { Worth } from '../payments/top-up/Worth';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Description, DescriptionList } from '../../ui/DescriptionList';
import { CountingMoney, Money } from '../../ui/Money';
import { Skeleton } from '../../ui/Skeleton';
import { Section } from '../../ui/Section';
import { LockedBonus } from './LockedBonus';
import { LowBalance } from './LowBalance';
import { OwnLimits } from './OwnLimits';

export function WalletPage() {
  const { t } = useTranslation();
  usePageTitle(t('studioCommon.wallet'));
  const { data: wallet, error } = useWallet();
  const { data: profile } = useProfile();
  // The parts below would move while the height of the balance is unknown.
  const later = !profile || (!wallet && !error) ? 'hidden' : undefined;
  return (
    // On a phone, the statement is above the chart and the limits.
    <div className="mx-auto grid max-w-7xl items-start gap-x-12 gap-y-4 px-4 pt-3 sm:px-6 md:gap-y-8 md:pt-12 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid gap-1 md:gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h1 className="text-title font-bold">{t('studioCommon.wallet')}</h1>
          <Link
            to={paths.documents}
            className="inline-flex min-h-11 items-center text-note font-semibold underline underline-offset-2"
          >
            {t('bills.all')}
          </Link>
        </div>
        <ReturnedTopUp />
        <div className={classes('grid gap-1 md:gap-6', !profile && 'hidden')}>
          <OrganizationBudget />
          <Balance />
        </div>
        <LeaveOrganization />
      </div>
      <div className={classes('min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1', later)}>
        <Statement />
      </div>
      <div className={classes('grid gap-8 border-t border-fold pt-6', later)}>
        <Usage />
        <OwnLimits />
        <FriendsCard />
        <GiftCode />
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
        <Balances wallet={wallet}>
          <Button look="money" disabled={busy} onClick={() => openWallet()}>
            {t('wallet.addFunds')}
          </Button>
        </Balances>
      )}
      <LockedBonus />
      <LowBalance hasButton={false} />
    </>
  );
}

/** On a phone, one line with the button, so that the statement is on the first screen. */
function Balances({
  wallet,
  children,
}: {
  wallet: WalletSummary | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 lg:grid lg:justify-normal lg:gap-y-4">
        <DescriptionList className="grid">
          <Description name={t('wallet.available')} className="figure-display font-extrabold">
            {wallet ? (
              <CountingMoney rupees={wallet.available} />
            ) : (
              <Skeleton className="my-1 h-12 w-40" />
            )}
          </Description>
        </DescriptionList>
        {wallet && (
          <Worth
            className="max-lg:order-last max-lg:basis-full lg:-mt-3"
            rupees={wallet.available}
          />
        )}
        {children}
      </div>
      {/* Without money on hold, the balance is the amount above. */}
      {wallet && wallet.held !== 0 && (
        <DescriptionList className="grid fit-columns-7.5 gap-4 border-t border-fold pt-4">
          <Description name={t('studioCommon.balance')} className="font-bold">
            <Money rupees={wallet.walletBalance} />
          </Description>
          <Description name={t('studioCommon.onHold')} className="font-bold">
            <Money rupees={wallet.held} />
            <p className="text-note font-normal text-ink-soft">{t('wallet.heldNote')}</p>
          </Description>
        </DescriptionList>
      )}
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

type Month = WalletUsage['months'][number];

/** The pale print color of a tool, darkened so that it is visible on the paper. */
const toFill = (tool: PaidTool) =>
  `color-mix(in srgb, ${toInk(sales[tool].print)} 55%, var(--ink))`;

const sum = (months: readonly Month[], tools: readonly PaidTool[] = paidTools) =>
  months.reduce(
    (total, { spent }) => tools.reduce((part, tool) => part + (spent[tool] ?? 0), total),
    0,
  );

/** Shows spending by month and tool as bars with their amounts, from the first month with spending. */
export function Usage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, mutate } = useApi('GET /api/wallet/usage');
  if (error && !data) {
    return <LoadError title={t('usage.failed')} error={error} onRetry={() => mutate()} />;
  }
  const first = data?.months.findIndex((month) => sum([month]) !== 0) ?? -1;
  const months = data && first >= 0 ? data.months.slice(first) : [];
  const most = Math.max(...months.map((month) => sum([month])));
  const tools = paidTools.filter((tool) => sum(months, [tool]) > 0);
  return (
    <Section title={t('usage.title')}>
      {!data ? (
        <Skeleton className="h-24 w-full" />
      ) : months.length === 0 ? (
        <p className="text-note text-ink-soft">{t('usage.empty')}</p>
      ) : (
        <>
          <table aria-labelledby="usage" className="w-full text-note">
            <tbody>
              {months.toReversed().map((month) => (
                <tr key={month.month}>
                  <th scope="row" className="w-px pr-3 text-left font-normal whitespace-nowrap">
                    {formatMonth(month.month, language)}
                  </th>
                  <td aria-hidden className="py-1">
                    <div
                      className="flex h-4 gap-px overflow-hidden rounded-sm"
                      style={{ width: `${(100 * Math.max(0, sum([month]))) / most}%` }}
                    >
                      {tools.map((tool) => (
                        <span
                          key={tool}
                          style={{ flexGrow: month.spent[tool] ?? 0, background: toFill(tool) }}
                        />
                      ))}
                    </div>
                  </td>
                  <td className="w-px pl-3 text-right font-semibold">
                    <Money rupees={sum([month])} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul aria-label={t('usage.byTool')} className="flex flex-wrap gap-x-4 gap-y-1 text-note">
            {tools.map((tool) => (
              <li key={tool} className="flex items-center gap-1.5">
                <span
                  aria-hidden
                  className="size-2.5 rounded-[3px]"
                  style={{ background: toFill(tool) }}
                />
                {t(`sold.${tool}.many`)}
                <span className="money text-ink-soft">{formatRupees(sum(months, [tool]))}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
