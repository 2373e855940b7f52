import { formatRupees } from '@sachet/shared/money';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDate, formatIndianDay } from '../../../i18n/time';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { type Chart, type Day, type Series, toAxisUnit, toId, toLabel } from './charts';
import { toLine, toPaths, toSpans, toTicks, toY } from './drawing';

/** The room for the labels of the axes, in pixels. */
const margin = { top: 8, right: 8, bottom: 30, left: 76 };
/** The least width of a day's label. */
const labelPixels = 68;

/** Draws a chart in the size of its box. The arrow keys move from day to day and announce the figures. */
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
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [pointed, setPointed] = useState<number | null>(null);

  const series = chart.series.filter(({ colour }) => colour !== null);
  const values = series.map(({ rupees }) => days.map(({ figures }) => rupees(figures)));
  const spans = toSpans(chart.shape, values);
  const ticks = toTicks(spans.flat().map(([, to]) => to));
  const plane = {
    width: Math.max(0, size.width - margin.left - margin.right),
    height: Math.max(0, size.height - margin.top - margin.bottom),
    top: ticks.at(-1)!,
    bottom: ticks[0]!,
  };
  const day = plane.width / days.length;
  const toCentre = (index: number) => (index + 0.5) * day;
  const every = Math.ceil(labelPixels / day);
  const shown = pointed !== null && days[pointed] ? pointed : null;

  const point = (event: React.PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left;
    setPointed(Math.min(days.length - 1, Math.max(0, Math.floor(x / day))));
  };
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setPointed(Math.min(days.length - 1, Math.max(0, (shown ?? -step) + step)));
  };

  return (
    <div ref={box} className="relative h-full">
      {plane.width > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the role is interactive
        <svg
          role="application"
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- read by the arrow keys
          tabIndex={0}
          width={size.width}
          height={size.height}
          className="absolute touch-pan-y text-[12px]"
          onPointerDown={point}
          onPointerMove={point}
          // After a tap, the figures stay until another part of the page is tapped.
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(null)}
          onFocus={() => setPointed((index) => index ?? 0)}
          onBlur={() => setPointed(null)}
          onKeyDown={move}
        >
          <g transform={`translate(${margin.left} ${margin.top})`}>
            {ticks.map((tick) => (
              <g key={tick} transform={`translate(0 ${toY(plane, tick)})`}>
                <path
                  d={`M0 0h${plane.width}`}
                  stroke={tick === 0 ? 'var(--edge)' : 'var(--fold)'}
                />
                <text x={-8} dy="0.35em" textAnchor="end" fill="var(--ink-soft)">
                  {toTickLabel(t, tick)}
                </text>
              </g>
            ))}
            {days.map(
              (each, index) =>
                index % every === 0 && (
                  <text
                    key={each.day}
                    x={toCentre(index)}
                    y={plane.height + 20}
                    textAnchor="middle"
                    fill="var(--ink-soft)"
                  >
                    {formatIndianDate(each.day, language)}
                  </text>
                ),
            )}
            {shown !== null && chart.shape !== 'area' && (
              <rect x={shown * day} width={day} height={plane.height} fill="var(--sunk)" />
            )}
            {toPaths(chart.shape, spans, plane).map((path, index) => (
              <path
                key={toId(series[index]!)}
                d={path}
                fill={series[index]!.colour!}
                fillOpacity={chart.shape === 'area' ? 0.2 : 1}
              />
            ))}
            {chart.shape === 'area' &&
              spans.map((each, index) => (
                <path
                  key={toId(series[index]!)}
                  d={toLine(each, plane)}
                  fill="none"
                  stroke={series[index]!.colour!}
                  strokeWidth={2}
                />
              ))}
            {shown !== null && chart.shape === 'area' && (
              <path d={`M${toCentre(shown)} 0v${plane.height}`} stroke="var(--edge)" />
            )}
          </g>
        </svg>
      )}
      <div role="status" className="pointer-events-none absolute inset-0">
        {shown !== null && (
          <Tip
            day={days[shown]!}
            series={series}
            left={margin.left + toCentre(shown)}
            share={toShare(toCentre(shown), plane.width)}
          />
        )}
      </div>
    </div>
  );
}

/** The width that has room for the figures on each side of its middle, in pixels. */
const roomyPixels = 440;

/** Places the figures beside a day, towards the middle; in a narrow chart, above it and inside of the chart. */
function toShare(at: number, width: number): number {
  const share = at / width;
  return width < roomyPixels ? share : Math.round(share);
}

/** The size of an element, in pixels. */
function useSize(box: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

function toTickLabel(t: TFunction, rupees: number): string {
  const { unit, number } = toAxisUnit(Math.abs(rupees));
  const short = Number(number.toFixed(2)).toLocaleString('en-IN');
  return `${rupees < 0 ? '−' : ''}${t(`adminFinance.axis.${unit}`, { number: short })}`;
}

/** Shows the figures of a day. */
function Tip({
  day: { day, figures },
  series,
  left,
  share,
}: {
  day: Day;
  series: readonly Series[];
  /** The day's place in the chart, in pixels. */
  left: number;
  /** The part of the box that is left of it. */
  share: number;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div
      style={{
        left,
        transform: `translateX(calc(${12 * (1 - 2 * share)}px - 100% * ${share}))`,
      }}
      className="absolute top-0 grid w-max gap-1 rounded-lg border border-fold bg-packet px-3 py-2 text-note shadow-[0_4px_16px_var(--shade)]"
    >
      <p className="font-semibold">{formatIndianDay(day, language)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {series.map((each) => (
          <div key={toId(each)} className="contents">
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
