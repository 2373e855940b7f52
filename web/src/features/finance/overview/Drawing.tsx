/**
 * In a separate file, because it imports the chart library, which loads only when there is a chart to draw.
 */
import { formatRupees } from '@sachet/shared/money';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDate, formatIndianDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { type Chart, type Day, type Series, toAxisUnit, toLabel } from './charts';

const axis = { fill: 'var(--ink-soft)', fontSize: 12 };
const margin = { top: 8, right: 8, bottom: 0, left: 0 };

/** Draws a chart. The arrow keys move from day to day and announce the figures. */
export function Drawing({
  chart,
  days,
  label,
}: {
  chart: Chart;
  days: readonly Day[];
  label: string;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const series = chart.series.filter(({ colour }) => colour !== null);
  const data = days.map(({ day, figures }) => ({
    day,
    ...Object.fromEntries(series.map(({ key, rupees }) => [key, rupees(figures)])),
  }));
  const parts = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--fold)" />,
    <XAxis
      key="x"
      dataKey="day"
      tick={axis}
      tickLine={false}
      axisLine={{ stroke: 'var(--edge)' }}
      minTickGap={24}
      tickFormatter={(day: string) => formatIndianDate(day, language)}
    />,
    <YAxis
      key="y"
      width={76}
      tick={axis}
      tickLine={false}
      axisLine={false}
      tickFormatter={(rupees: number) => {
        const { unit, number } = toAxisUnit(rupees);
        const short = Number(number.toFixed(2)).toLocaleString('en-IN');
        return t(`adminFinance.axis.${unit}`, { number: short });
      }}
    />,
    <Tooltip
      key="tooltip"
      isAnimationActive={false}
      cursor={chart.shape === 'area' ? { stroke: 'var(--edge)' } : { fill: 'var(--sunk)' }}
      content={<Tip days={days} series={series} />}
    />,
  ];
  const common = { data, margin, 'aria-label': label };
  return (
    <ResponsiveContainer width="100%" height="100%">
      {chart.shape === 'area' ? (
        <AreaChart {...common}>
          {parts}
          {series.map(({ key, colour }) => (
            <Area
              key={key}
              dataKey={key}
              type="stepAfter"
              stroke={colour!}
              strokeWidth={2}
              fill={colour!}
              fillOpacity={0.2}
              isAnimationActive={false}
            />
          ))}
        </AreaChart>
      ) : (
        <BarChart {...common} barCategoryGap="20%" barGap={1}>
          {parts}
          {series.map(({ key, colour }) => (
            <Bar
              key={key}
              dataKey={key}
              fill={colour!}
              isAnimationActive={false}
              {...(chart.shape === 'stacked' && { stackId: 'all' })}
            />
          ))}
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}

function Tip({
  days,
  series,
  label,
  active,
}: {
  days: readonly Day[];
  series: readonly Series[];
  /** Set by the library: the day under the pointer. */
  label?: unknown;
  active?: boolean;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const pointed = active && days.find(({ day }) => day === label);
  if (!pointed) return null;
  const { day, figures } = pointed;
  return (
    <div className="grid gap-1 rounded-lg border border-fold bg-packet px-3 py-2 text-note shadow-[0_4px_16px_var(--shade)]">
      <p className="font-semibold">{formatIndianDay(day, language)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {series.map((each) => (
          <div key={each.key} className="contents">
            <dt className="flex items-center gap-1.5">
              <span
                aria-hidden
                className="size-2.5 rounded-sm"
                style={{ background: each.colour ?? undefined }}
              />
              {toLabel(t, each)}
            </dt>
            <dd className="money text-right">{formatRupees(each.rupees(figures))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
