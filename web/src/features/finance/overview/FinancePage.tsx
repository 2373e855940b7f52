import {
  type FinanceFigures,
  type FinanceRange,
  mostFinanceDays,
} from '@sachet/shared/finance/contracts/admin-finance';
import { formatCount, formatRupees, sumRupees } from '@sachet/shared/money';
import { useState } from 'react';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/Skeleton';
import { Figure, Figures } from '../../../ui/Figures';
import { AdminPage } from '../../admin/frame/AdminPage';
import { EventLink } from '../../admin/frame/cells';
import { findRangeFault, toRange } from '../../admin/frame/day-range';
import { DayRange } from '../../admin/frame/fields';
import { useFilters } from '../../admin/frame/use-filters';
import { useView, ViewLinks } from '../../admin/frame/views';
import { toBalancesUrl, toCharts, toEventsUrl } from './charts';
import { ChartView } from './ChartView';
import { Closes } from './Closes';
import { GstView } from '../../tax/gst/GstView';
import { Earned, Movement } from './Earned';

const daysShown = 30;

const views = ['books', 'gst'] as const;

/** The books of a period, or the GST of a month. */
export function FinancePage() {
  const { t } = useTranslation();
  const view = useView('view', views);
  return (
    <AdminPage page="finance" view={view === 'gst' ? t('adminFinance.view.gst') : undefined}>
      {view === 'gst' ? (
        <>
          <FinanceViews />
          <GstView />
        </>
      ) : (
        <BooksView />
      )}
    </AdminPage>
  );
}

function FinanceViews() {
  const { t } = useTranslation();
  return (
    <ViewLinks
      label={t('adminFinance.views')}
      name="view"
      views={views}
      className="grid fit-columns-8 gap-1.5 sm:flex"
    >
      {(name) => t(`adminFinance.view.${name}`)}
    </ViewLinks>
  );
}

/** Shows money in, money used, liabilities, costs and margin of a period, and the closed days. */
function BooksView() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters } = useFilters(['from', 'to', 'closed']);
  const range = toRange(filters, now, daysShown);
  const fault = findRangeFault(range, now, mostFinanceDays);
  const isChosen = filters.from !== '' || filters.to !== '';
  return (
    <>
      <div className="grid items-end gap-3 md:flex md:flex-wrap md:justify-between">
        <FinanceViews />
        <DayRange
          range={range}
          fault={fault}
          most={mostFinanceDays}
          lastDays={t('adminCommon.lastDays')}
          onChange={(change) => setFilters({ ...range, ...change, closed: '' })}
          onClear={isChosen ? () => setFilters({ from: '', to: '', closed: '' }) : null}
        />
      </div>
      <p className="text-note text-ink-soft">{t('adminFinance.about')}</p>
      {!fault && (
        <Books key={`${range.from} ${range.to}`} range={range} closed={filters.closed || null} />
      )}
    </>
  );
}

function Books({ range, closed }: { range: FinanceRange; closed: string | null }) {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/finance', range);
  return (
    <Loaded compact read={read} failed={t('adminFinance.loadFailed')} loading={<BooksSkeleton />}>
      {(data) => (
        <>
          {data.uncounted > 0 && (
            <p role="status" className="text-note text-ink-soft">
              {t('adminFinance.uncounted', { number: data.uncounted })}
            </p>
          )}
          <KeyFigures figures={data.total} range={range} />
          <div className="mt-2 grid grid-cols-1 gap-8 lg:grid-cols-2">
            <Movement books={data} range={range} />
            <Earned figures={data.total} />
          </div>
          <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-8 xl:grid-cols-2">
            {toCharts(data.total).map((chart) => (
              <ChartView key={chart.name} chart={chart} days={data.days} range={range} />
            ))}
          </div>
          <Closes closes={data.closes} days={data.days} range={range} opened={closed} />
        </>
      )}
    </Loaded>
  );
}

function BooksSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-64 w-full max-w-xl" />
      <div className="grid gap-8 xl:grid-cols-2">
        {toCharts({ providerCosts: [] }).map(({ name }) => (
          <Skeleton key={name} className="h-80 w-full" />
        ))}
      </div>
    </div>
  );
}

/** The key figures of the period. Figures that are sums of events link to those events. */
function KeyFigures({ figures, range }: { figures: FinanceFigures; range: FinanceRange }) {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  const {
    topUps,
    paidBack,
    used,
    usedPaid,
    revenue,
    outputTax,
    owed,
    owedPaid,
    fees,
    inputTax,
    cost,
    costUSD,
    unpricedCalls,
    margin,
  } = figures;
  return (
    <Figures>
      <Figure name={t('adminFinance.moneyIn')} note={t('adminFinance.moneyInHint')}>
        <EventLink to={toEventsUrl(['topUps', 'paidBack'], range)}>
          <Money rupees={sumRupees([topUps, -paidBack])} />
        </EventLink>
      </Figure>
      <Figure
        name={t('adminFinance.series.revenue')}
        note={[
          t('adminFinance.revenueHint', { given: formatRupees(sumRupees([used, -usedPaid])) }),
          outputTax !== 0 && t('adminFinance.outputTax', { tax: formatRupees(outputTax) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <Amount rupees={revenue} />
      </Figure>
      <Figure
        name={t('adminFinance.owedPaid')}
        note={t('adminFinance.owedPaidHint', { given: formatRupees(sumRupees([owed, -owedPaid])) })}
      >
        <EventLink to={toBalancesUrl(range)}>
          <Money rupees={owedPaid} />
        </EventLink>
      </Figure>
      <Figure
        name={t('adminFinance.series.fees')}
        note={
          inputTax === 0
            ? t('adminFinance.gatewayFeesHint')
            : t('adminFinance.inputTax', { tax: formatRupees(inputTax) })
        }
      >
        <Amount rupees={fees} />
      </Figure>
      <Figure
        name={t('adminFinance.series.cost')}
        note={[
          t('adminFinance.costHint', { dollars: toDollars(costUSD) }),
          unpricedCalls > 0 && t('adminBalances.notKnown', { calls: formatCount(unpricedCalls) }),
        ]
          .filter(Boolean)
          .join(' · ')}
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
        name={t('adminFinance.series.margin')}
        note={
          revenue > 0
            ? t('adminFinance.marginHint', { percent: toPercent(margin / revenue) })
            : t('adminFinance.marginNone')
        }
      >
        <Amount rupees={margin} />
      </Figure>
    </Figures>
  );
}

/** An amount without a link, but as high as one. */
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
