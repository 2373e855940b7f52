/** Set-up and report of every benchmark. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { quantile } from './load.ts';

/** Of the benchmark's own Postgres: the role that owns the tables, or the application's. */
export function getDatabaseUrl(role: 'OWNER' | 'APP'): string {
  const url = process.env[`BENCH_DATABASE_${role}_URL`];
  if (!url) throw new Error('start a benchmark with `npm run bench -- NAME`');
  return url;
}

export const say = (line: string) => void process.stdout.write(`${line}\n`);

export function sayMachine(): void {
  say(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`);
  say(`Node ${process.version}`);
  say(`load average before: ${loadavg().map((load) => load.toFixed(2))}`);
}

export const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The quantile: the value that this share of them does not exceed. */
export const share = (values: readonly number[], part: number) =>
  quantile(Float64Array.from(values).sort(), part);

export const toTarget = (what: string, reached: boolean, found: string) =>
  `- ${what}: ${found}, ${reached ? 'reached' : 'missed'}`;

/** Ctrl-C stops all servers. */
export function stopOnSignal(stack: { stop(): Promise<void> }): void {
  process.once('SIGTERM', () => void stack.stop().then(() => process.exit(143)));
}
