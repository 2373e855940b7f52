import type { FinanceRange } from '@sachet/shared/contracts/admin-finance';
import { formatRupees } from '@sachet/shared/money';
import { Download } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { saveFile } from '../../browser/save-file';
import { useLanguage } from '../../i18n/language';
import { formatIndianDay } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { ChartTable } from './ChartTable';
import { isEmpty, summarize, toCsv, toFileName, type Chart, type Day, type Series } from './charts';
import { toLabel } from './series-label';
import './charts.css';

const Drawing = lazy(async () => ({ default: (await import('./Drawing')).Drawing }));

/** A drawing, what it says in a sentence, its table and its file. */
export function ChartView({
  chart,
  days,
  range,
}: {
  chart: Chart;
  days: readonly Day[];
  range: FinanceRange;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const title = t(`adminFinance.chart.${chart.name}`);
  const drawn = chart.series.filter(({ colour }) => colour !== null);
  const heads = [t('adminFinance.day'), ...chart.series.map((each) => toLabel(t, each))];

  function save() {
    const csv = new Blob([toCsv(chart, days, heads)], { type: 'text/csv' });
    saveFile(toFileName(chart, range), csv);
  }

  const period = t('adminFinance.period', {
    from: formatIndianDay(range.from, language),
    to: formatIndianDay(range.to, language),
  });
  return (
    <figure aria-labelledby={id} className="grid min-w-0 content-start gap-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lead font-bold">
          {title}
        </h2>
        <div className="flex gap-2">
          <Button
            size="compact"
            look="outline"
            aria-pressed={isTable}
            aria-label={t('adminFinance.tableOf', { chart: title })}
            onClick={() => setIsTable(!isTable)}
          >
            {t('adminFinance.table')}
          </Button>
          <Button
            size="compact"
            look="outline"
            aria-label={t('adminFinance.fileOf', { chart: title })}
            onClick={save}
          >
            <Download aria-hidden className="size-4" />
            CSV
          </Button>
        </div>
      </figcaption>
      {isEmpty(chart, days) ? (
        <p role="status" className="border-y border-fold py-6 text-ink-soft">
          {t('adminFinance.nothing')}
        </p>
      ) : (
        <>
          <Legend series={drawn} chart={chart} days={days} />
          {/* As high as the drawing will be. */}
          <div className="h-64">
            <Suspense fallback={<Skeleton className="h-full w-full" />}>
              <Drawing chart={chart} days={days} label={`${title}, ${period}`} />
            </Suspense>
          </div>
        </>
      )}
      {isTable && <ChartTable chart={chart} days={days} title={title} />}
    </figure>
  );
}

/** Which colour is what, with the sum of the period; of a balance, where it ended. */
function Legend({
  series,
  chart,
  days,
}: {
  series: readonly Series[];
  chart: Chart;
  days: readonly Day[];
}) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-note">
      {series.map((each) => {
        const { sum, last } = summarize(each, days);
        return (
          <li key={each.key} className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <span
              aria-hidden
              className="size-3 rounded-sm"
              style={{ background: each.colour ?? undefined }}
            />
            {toLabel(t, each)}
            <span className="money text-ink-soft">
              {formatRupees(chart.shape === 'area' ? last : sum)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
