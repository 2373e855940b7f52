import type { FinanceRange } from '@sachet/shared/finance/contracts/admin-finance';
import { formatRupees } from '@sachet/shared/money';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { saveFile } from '../../../browser/save-file';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { EmptyState } from '../../../ui/EmptyState';
import { Money } from '../../../ui/Money';
import { DayCell, EventLink } from '../../admin/frame/cells';
import {
  type Chart,
  type Day,
  isEmpty,
  type Series,
  summarize,
  toCsv,
  toFileName,
  toId,
  toLabel,
} from './charts';
import './charts.css';
import { Drawing } from './Drawing';

/** A chart with its legend, its table and its CSV file. */
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
  const heads = [t('adminCommon.day'), ...chart.series.map((each) => toLabel(t, each))];

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
            {t('studioCommon.table')}
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
        <EmptyState compact title={t('adminFinance.nothing')}>
          {t('adminFinance.nothingText')}
        </EmptyState>
      ) : (
        <>
          <Legend series={drawn} chart={chart} days={days} />
          <div className="h-64">
            <Drawing chart={chart} days={days} label={`${title}, ${period}`} />
          </div>
        </>
      )}
      {isTable && <ChartTable chart={chart} days={days} title={title} />}
    </figure>
  );
}

/** Shows the colour of each series with its sum for the period; a balance has its last value instead. */
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
          <li key={toId(each)} className="flex min-w-0 flex-wrap items-center gap-x-1.5">
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

const head =
  'sticky top-0 border-b border-edge/60 bg-paper px-2 py-1.5 font-semibold text-ink-soft';
const cell = 'h-9 border-b border-fold px-2 py-1.5 whitespace-nowrap';

/** Shows the figures of the chart and their components, newest first. Scrolls within its frame. */
function ChartTable({
  chart: { series },
  days,
  title,
}: {
  chart: Chart;
  days: readonly Day[];
  title: string;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="region"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto border-y border-fold focus-visible:-outline-offset-2"
    >
      <table aria-label={title} className="w-full border-separate border-spacing-0 text-note">
        <thead>
          <tr>
            <th scope="col" className={classes(head, 'left-0 z-20 text-left')}>
              {t('adminCommon.day')}
            </th>
            {series.map((each) => (
              <th key={toId(each)} scope="col" className={classes(head, 'z-10 text-right')}>
                {toLabel(t, each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, figures }) => (
            <tr key={day}>
              <th
                scope="row"
                className={classes(cell, 'sticky left-0 z-10 bg-paper text-left font-semibold')}
              >
                <DayCell day={day} />
              </th>
              {series.map((each) => {
                const { to } = each;
                const amount = each.rupees(figures);
                return (
                  <td
                    key={toId(each)}
                    className={classes(cell, 'text-right', amount === 0 && 'text-ink-soft')}
                  >
                    {to && amount !== 0 ? (
                      <EventLink to={to({ from: day, to: day })}>
                        <Money rupees={amount} />
                      </EventLink>
                    ) : (
                      <Money rupees={amount} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
