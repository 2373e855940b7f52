import type { FinanceFigures, FinanceRange } from '@sachet/shared/contracts/admin-finance';
import { formatRupees } from '@sachet/shared/money';
import type { ReactNode } from 'react';
import { useAdminMe } from '../../api/hooks';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Money } from '../../ui/Money';
import { EventLink } from '../frame/cells';
import { toBalancesUrl, toEventsUrl } from './ledger-urls';

/** The figures of the period. Those that are sums of events lead to them. */
export function KeyFigures({ figures, range }: { figures: FinanceFigures; range: FinanceRange }) {
  const { t } = useTranslation();
  const { data: me } = useAdminMe();
  const { topUps, paidBack, used, usedPaid, owed, owedPaid, fees, cost, costUSD, margin } = figures;
  const moneyIn = minus(topUps, paidBack);
  return (
    <dl className="grid fit-columns-10 border-y border-fold">
      <Figure name={t('adminFinance.moneyIn')} hint={t('adminFinance.moneyInHint')}>
        <EventLink to={toEventsUrl(['topUps', 'paidBack'], range)}>
          <Money rupees={moneyIn} />
        </EventLink>
      </Figure>
      <Figure
        name={t('adminFinance.revenue')}
        hint={t('adminFinance.revenueHint', { given: formatRupees(minus(used, usedPaid)) })}
      >
        <Amount rupees={usedPaid} />
      </Figure>
      <Figure
        name={t('adminFinance.owedPaid')}
        hint={t('adminFinance.owedPaidHint', { given: formatRupees(minus(owed, owedPaid)) })}
      >
        <EventLink to={toBalancesUrl(range)}>
          <Money rupees={owedPaid} />
        </EventLink>
      </Figure>
      <Figure name={t('adminFinance.gatewayFees')} hint={t('adminFinance.gatewayFeesHint')}>
        <Amount rupees={fees} />
      </Figure>
      <Figure
        name={t('adminFinance.cost')}
        hint={t('adminFinance.costHint', { dollars: toDollars(costUSD) })}
      >
        {me?.isSuperAdmin ? (
          <EventLink to={paths.adminBilling}>
            <Money rupees={cost} />
          </EventLink>
        ) : (
          <Amount rupees={cost} />
        )}
      </Figure>
      <Figure
        name={t('adminFinance.margin')}
        hint={
          usedPaid > 0
            ? t('adminFinance.marginHint', { percent: toPercent(margin / usedPaid) })
            : t('adminFinance.marginNone')
        }
      >
        <Amount rupees={margin} />
      </Figure>
    </dl>
  );
}

const minus = (a: number, b: number): number => Math.round((a - b) * 100) / 100;

/** As high as a link. */
function Amount({ rupees }: { rupees: number }) {
  return (
    <Money
      rupees={rupees}
      className="inline-flex min-h-6 items-center font-semibold pointer-coarse:min-h-11"
    />
  );
}

const toDollars = (dollars: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(dollars);

const toPercent = (part: number): string =>
  new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 }).format(part);

function Figure({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5 py-3 pr-4">
      <dt className="text-note font-semibold text-ink-soft">{name}</dt>
      <dd className="text-lead font-bold">{children}</dd>
      <dd className="text-note text-ink-soft">{hint}</dd>
    </div>
  );
}
