import type { FinanceFigures, FinanceRange } from '@sachet/shared/finance/contracts/admin-finance';
import { getKinds, type MovedPaise } from '@sachet/shared/finance/day-figures';
import { type PaidTool, paidTools, sales } from '@sachet/shared/sales';
import { byteOrderMark, toCsvLine } from '@sachet/shared/text/csv';
import { addDays } from '@sachet/shared/time';
import type { TFunction } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { parseMomentInput } from '../../ledger/admin/indian-moment';

const toDayStart = (day: string): string => parseMomentInput(`${day}T00:00`);

/** The ledger's half-open period: from the start of the first day to the start of the day after the last. */
const toPeriod = ({ from, to }: FinanceRange) => ({
  from: toDayStart(from),
  to: toDayStart(addDays(to, 1)),
});

/** The ledger's list of the events that the figures sum up. */
export const toEventsUrl = (figures: (keyof MovedPaise)[], range: FinanceRange): string =>
  paths.ledger({ kind: figures.flatMap(getKinds).join(','), ...toPeriod(range) });

/** The trial balance at the end of the last day. */
export const toBalancesUrl = ({ to }: FinanceRange): string =>
  paths.trialBalance({ to: toDayStart(addDays(to, 1)) });

type ChartName = 'revenue' | 'inAndUse' | 'owed' | 'costs';
export type Shape = 'stacked' | 'beside' | 'area';

type Named =
  'all' | 'topUps' | 'used' | 'revenue' | 'owed' | 'owedPaid' | 'cost' | 'fees' | 'margin';

export interface Series {
  /** A tool, a key of `adminFinance.series`, or a provider and its name. */
  readonly key: PaidTool | Named | { readonly provider: string; readonly name: string };
  readonly rupees: (figures: FinanceFigures) => number;
  /** Links to the events behind the figure; null if there are none. */
  readonly to: ((range: FinanceRange) => string) | null;
  /** null for a series that only the table shows. */
  readonly colour: string | null;
}

export interface Chart {
  readonly name: ChartName;
  readonly shape: Shape;
  readonly series: readonly Series[];
}

const colour = (number: number): string => `var(--chart-${number})`;

/** The charts of a period, which has these providers' costs. */
export const toCharts = ({ providerCosts }: Pick<FinanceFigures, 'providerCosts'>): Chart[] => [
  {
    name: 'revenue',
    shape: 'stacked',
    series: [
      ...paidTools.map((tool) => ({
        key: tool,
        rupees: ({ revenueByTool }: FinanceFigures) => revenueByTool[tool],
        to: null,
        colour: colour(sales[tool].chart),
      })),
      { key: 'all', rupees: ({ revenue }) => revenue, to: null, colour: null },
    ],
  },
  {
    name: 'inAndUse',
    shape: 'beside',
    series: [
      {
        key: 'topUps',
        rupees: ({ topUps }) => topUps,
        to: (range) => toEventsUrl(['topUps'], range),
        colour: colour(2),
      },
      {
        key: 'used',
        rupees: ({ used }) => used,
        to: (range) => toEventsUrl(['used'], range),
        colour: colour(1),
      },
    ],
  },
  {
    name: 'owed',
    shape: 'area',
    series: [
      { key: 'owedPaid', rupees: ({ owedPaid }) => owedPaid, to: null, colour: colour(3) },
      { key: 'owed', rupees: ({ owed }) => owed, to: toBalancesUrl, colour: null },
    ],
  },
  {
    name: 'costs',
    shape: 'beside',
    series: [
      { key: 'revenue', rupees: ({ revenue }) => revenue, to: null, colour: colour(1) },
      { key: 'cost', rupees: ({ cost }) => cost, to: null, colour: colour(4) },
      ...providerCosts.map(toProviderSeries),
      { key: 'fees', rupees: ({ fees }) => fees, to: null, colour: null },
      { key: 'margin', rupees: ({ margin }) => margin, to: null, colour: null },
    ],
  },
];

const toProviderSeries = ({ provider, name }: FinanceFigures['providerCosts'][number]): Series => ({
  key: { provider, name },
  rupees: ({ providerCosts }) =>
    providerCosts.find((each) => each.provider === provider)?.cost ?? 0,
  to: null,
  colour: null,
});

/** Identifies a series in its chart. */
export const toId = ({ key }: Series): string => (typeof key === 'string' ? key : key.provider);

export type Day = { readonly day: string; readonly figures: FinanceFigures };

/** True if all figures are zero. */
export const isEmpty = ({ series }: Chart, days: readonly Day[]): boolean =>
  days.every(({ figures }) => series.every(({ rupees }) => rupees(figures) === 0));

/** Formats a chart as CSV. Rupees are numbers: `-1234.50`. */
export function toCsv(chart: Chart, days: readonly Day[], heads: readonly string[]): string {
  const rows = days.map(({ day, figures }) => [
    day,
    ...chart.series.map(({ rupees }) => rupees(figures).toFixed(2)),
  ]);
  return byteOrderMark + [heads, ...rows].map(toCsvLine).join('');
}

export const toFileName = (chart: Chart, { from, to }: FinanceRange): string =>
  `sachet-${chart.name}-${from}-${to}.csv`;

/** The last value and the sum of a series, in rupees. */
interface Summary {
  readonly last: number;
  readonly sum: number;
}

export function summarize(series: Series, days: readonly Day[]): Summary {
  const rupees = days.map(({ figures }) => Math.round(series.rupees(figures) * 100));
  return {
    last: (rupees.at(-1) ?? 0) / 100,
    sum: rupees.reduce((sum, paise) => sum + paise, 0) / 100,
  };
}

const lakh = 100_000;
const crore = 100 * lakh;

/** Scales an axis label to lakh or crore. */
export function toAxisUnit(rupees: number): { unit: 'rupees' | 'lakh' | 'crore'; number: number } {
  const size = Math.abs(rupees);
  if (size >= crore) return { unit: 'crore', number: rupees / crore };
  if (size >= lakh) return { unit: 'lakh', number: rupees / lakh };
  return { unit: 'rupees', number: rupees };
}

const isTool = (key: PaidTool | Named): key is PaidTool => paidTools.some((tool) => tool === key);

export function toLabel(t: TFunction, { key }: Series): string {
  if (typeof key !== 'string') return key.name;
  return t(isTool(key) ? `sold.${key}.many` : `adminFinance.series.${key}`);
}
