import { type FinanceRange, mostFinanceDays } from '@sachet/shared/contracts/admin-finance';
import { useState } from 'react';
import { useFinance } from '../../api/admin-finance';
import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage } from '../frame/AdminPage';
import { ReadError } from '../frame/ReadError';
import { useFilters } from '../frame/use-filters';
import { findRangeFault, toRange } from '../frame/day-range';
import { DayRange } from '../frame/fields';
import { ChartView } from './ChartView';
import { charts } from './charts';
import { Closes } from './Closes';
import { Earned } from './Earned';
import { KeyFigures } from './KeyFigures';
import { Movement } from './Movement';

const daysShown = 30;

/** Money in, money used, what is owed, costs and margin of a period, and which days are closed. */
export function FinancePage() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters } = useFilters(['from', 'to', 'closed']);
  const range = toRange(filters, now, daysShown);
  const fault = findRangeFault(range, now, mostFinanceDays);
  const isChosen = filters.from !== '' || filters.to !== '';
  return (
    <AdminPage page="finance">
      <p className="text-note text-ink-soft">{t('adminFinance.about')}</p>
      <DayRange
        range={range}
        fault={fault}
        most={mostFinanceDays}
        lastDays={t('adminFinance.lastDays')}
        onChange={(change) => setFilters({ ...range, ...change, closed: '' })}
        onClear={isChosen ? () => setFilters({ from: '', to: '', closed: '' }) : null}
      />
      {!fault && (
        <Books key={`${range.from} ${range.to}`} range={range} closed={filters.closed || null} />
      )}
    </AdminPage>
  );
}

function Books({ range, closed }: { range: FinanceRange; closed: string | null }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useFinance(range);
  if (!data && error) {
    return (
      <ReadError title={t('adminFinance.loadFailed')} error={error} onRetry={() => void mutate()} />
    );
  }
  if (!data) return <BooksSkeleton />;
  return (
    <>
      {data.uncounted > 0 && (
        <p role="status" className="text-note text-ink-soft">
          {t('adminFinance.uncounted', { number: data.uncounted })}
        </p>
      )}
      <KeyFigures figures={data.total} range={range} />
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <Movement books={data} range={range} />
        <Earned figures={data.total} />
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 xl:grid-cols-2">
        {charts.map((chart) => (
          <ChartView key={chart.name} chart={chart} days={data.days} range={range} />
        ))}
      </div>
      <Closes closes={data.closes} range={range} opened={closed} />
    </>
  );
}

function BooksSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-64 w-full max-w-xl" />
      <div className="grid gap-8 xl:grid-cols-2">
        {charts.map(({ name }) => (
          <Skeleton key={name} className="h-80 w-full" />
        ))}
      </div>
    </div>
  );
}
