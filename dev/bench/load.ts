/** Closed-loop load: every caller sends its next request as soon as the previous one is answered. */
import { performance } from 'node:perf_hooks';

/** Appends one event. */
export type Step = () => Promise<void>;

export interface Load {
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface Measured {
  readonly eventsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Counts the answers of the measured time. Throws the error of the first step that fails. */
export async function drive(steps: readonly Step[], load: Load): Promise<Measured> {
  const from = performance.now() + load.warmUpMs;
  const until = from + load.measureMs;
  const latencies: number[] = [];
  await Promise.all(
    steps.map(async (step) => {
      for (let asked = performance.now(); asked < until;) {
        await step();
        const answered = performance.now();
        if (answered >= from && answered < until) latencies.push(answered - asked);
        asked = answered;
      }
    }),
  );
  return {
    eventsPerSecond: (1000 * latencies.length) / load.measureMs,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}

/** The value that this part of `values` (from 0 to 1) does not exceed. NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median of each figure separately. */
export function findMedian(rounds: readonly Measured[]): Measured {
  const medianOf = (key: keyof Measured) => median(rounds.map((round) => round[key]));
  return {
    eventsPerSecond: medianOf('eventsPerSecond'),
    p50Ms: medianOf('p50Ms'),
    p99Ms: medianOf('p99Ms'),
  };
}
