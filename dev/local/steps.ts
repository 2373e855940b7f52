import { performance } from 'node:perf_hooks';
import { describeOutside } from '@sachet/shared/configuration/describe-outside';

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Runs one step of the start and prints a line with its duration. Parallel steps print as they end. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  say(`  ✓ ${what.padEnd(44)} ${seconds(performance.now() - began).padStart(7)}`);
  return result;
}

export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** An error whose message is for the user at the terminal: printed without a stack. */
export class Plain extends Error {}

export function describe(error: unknown): string {
  if (error instanceof Plain) return error.message;
  const outside = describeOutside(error);
  if (outside) return outside;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
