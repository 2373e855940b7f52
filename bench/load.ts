/** Closed-loop load: every caller asks again as soon as it is answered. */
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

/** What was answered in the measured time. Throws what the first failing step throws. */
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
  const sorted = Float64Array.from(latencies).sort();
  return {
    eventsPerSecond: (1000 * sorted.length) / load.measureMs,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
  };
}

/** The value that this share of `sorted` is at most. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Each figure on its own: the median round of one need not be that of another. */
export function findMedian(rounds: readonly Measured[]): Measured {
  return {
    eventsPerSecond: median(rounds.map((round) => round.eventsPerSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  };
}
