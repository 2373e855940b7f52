// The geometry of a chart: where its values are on a plane with y from top to bottom, in pixels.
import type { Shape } from './charts';

interface Plane {
  width: number;
  height: number;
  /** The values at the upper and the lower edge. */
  top: number;
  bottom: number;
}

/** The values of a series at one day, between which it fills the plane. */
type Span = readonly [from: number, to: number];

/** Returns the spans of each series, day by day. In a stack, negative values go down from zero. */
export function toSpans(shape: Shape, series: readonly (readonly number[])[]): Span[][] {
  if (shape !== 'stacked') return series.map((values) => values.map((value) => [0, value]));
  const up: number[] = [];
  const down: number[] = [];
  return series.map((values) =>
    values.map((value, day) => {
      const sums = value < 0 ? down : up;
      const from = sums[day] ?? 0;
      sums[day] = from + value;
      return [from, from + value];
    }),
  );
}

const niceSteps = [1, 2, 2.5, 5, 10];
const intervals = 4;

/** Returns about five round values, from at most the lowest to at least the highest. Contains zero. */
export function toTicks(values: readonly number[]): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const rough = (high - low) / intervals || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = niceSteps.find((nice) => nice * power >= rough)! * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

export const toY = ({ height, top, bottom }: Plane, value: number): number =>
  (height * (top - value)) / (top - bottom);

/** The part of a day's width that its bars leave free, and the pixels between bars. */
const free = 0.2;
const gap = 1;

/** Returns the path of each series: bars, or an area that keeps a day's value until the next day. */
export function toPaths(shape: Shape, spans: readonly Span[][], plane: Plane): string[] {
  const [first = []] = spans;
  const day = plane.width / first.length;
  const isBeside = shape === 'beside';
  const inset = shape === 'area' ? 0 : (day * free) / 2;
  const count = isBeside ? spans.length : 1;
  const width = Math.max(0.5, (day - 2 * inset - gap * (count - 1)) / count);
  return spans.map((days, series) => {
    const offset = inset + (isBeside ? series * (width + gap) : 0);
    return days
      .map(([from, to], index) => {
        const [start, end] = [toY(plane, from), toY(plane, to)];
        return `M${index * day + offset} ${start}V${end}h${width}V${start}z`;
      })
      .join('');
  });
}

/** Returns the line at the values of an area. */
export function toLine(spans: readonly Span[], plane: Plane): string {
  const day = plane.width / spans.length;
  return spans
    .map(([, value], index) => `${index === 0 ? 'M0 ' : 'V'}${toY(plane, value)}h${day}`)
    .join('');
}
