import type { FinanceFigures, FinanceRange } from '@sachet/shared/contracts/admin-finance';
import type { ReactNode } from 'react';
import { useAdminMe } from '../../api/hooks';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { Money } from '../../ui/Money';
import { EventLink } from '../frame/EventLink';
import { toBalancesUrl, toEventsUrl } from './ledger-urls';

/** The five figures of the period; each leads to what it is the sum of. */
export function KeyFigures({ figures, range }: { figures: FinanceFigures; range: FinanceRange }) {
  const { t } = useTranslation();
  const { data: me } = useAdminMe();
  const { topUps, paidBack, used, owed, cost, costUSD, margin } = figures;
  const moneyIn = Math.round((topUps - paidBack) * 100) / 100;
  return (
    <dl className="grid fit-columns-10 border-y border-fold">
      <Figure name={t('adminFinance.moneyIn')} hint={t('adminFinance.moneyInHint')}>
        <EventLink to={toEventsUrl(['topUps', 'paidBack'], range)}>
          <Money rupees={moneyIn} />
        </EventLink>
      </Figure>
      <Figure name={t('adminFinance.moneyUsed')} hint={t('adminFinance.moneyUsedHint')}>
        <EventLink to={toEventsUrl(['used'], range)}>
          <Money rupees={used} />
        </EventLink>
      </Figure>
      <Figure name={t('adminFinance.owed')} hint={t('adminFinance.owedHint')}>
        <EventLink to={toBalancesUrl(range)}>
          <Money rupees={owed} />
        </EventLink>
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
          <Money
            rupees={cost}
            className="inline-flex min-h-6 items-center font-semibold pointer-coarse:min-h-11"
          />
        )}
      </Figure>
      <Figure
        name={t('adminFinance.margin')}
        hint={
          used > 0
            ? t('adminFinance.marginHint', { percent: toPercent(margin / used) })
            : t('adminFinance.marginNone')
        }
      >
        <Money
          rupees={margin}
          className="inline-flex min-h-6 items-center font-semibold pointer-coarse:min-h-11"
        />
      </Figure>
    </dl>
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
