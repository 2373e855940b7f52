import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './places.ts';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    assertionResults: { status: string }[];
  }[];
}

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  /** How long each file took. */
  times: { file: string; ms: number }[];
}

export function readTotals(file: string, exitCode: number): Totals {
  try {
    return countTotals(JSON.parse(readFileSync(file, 'utf8')), exitCode);
  } catch {
    // No report: vitest itself could not run.
    return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0, times: [] };
  }
}

/**
 * A file that could not be loaded has no tests to count, but counts as a failure. So does an error between
 * tests.
 */
export function countTotals(report: VitestReport, exitCode: number): Totals {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    times: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      ms: endTime - startTime,
    })),
  };
}

/** The ten files that took longest, if the run had more. */
export const findLongest = ({ times }: Pick<Totals, 'times'>): Totals['times'] =>
  times.length > 10 ? times.toSorted((a, b) => b.ms - a.ms).slice(0, 10) : [];

export function totalsLine({ passed, failed, skipped }: Omit<Totals, 'times'>): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
