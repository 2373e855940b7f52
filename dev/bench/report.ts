/** Set-up and report of every benchmark. */
import { availableParallelism, cpus, loadavg } from 'node:os';

/** Address of the benchmark's own Postgres, for the owner of the tables or for the application's role. */
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

/** A table of Markdown. Its numbers are aligned to the right. */
export function sayTable(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  say(`\n| ${columns.join(' | ')} |`);
  say(`|---|${'---:|'.repeat(columns.length - 1)}`);
  for (const row of rows) say(`| ${row.join(' | ')} |`);
}

export const toTarget = (what: string, reached: boolean, found: string) =>
  `- ${what}: ${found}, ${reached ? 'reached' : 'missed'}`;

export function sayTargets(targets: readonly string[]): void {
  say('\n## Targets\n');
  for (const target of targets) say(target);
}
