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
  /** The ten files that took longest, if the run had more. */
  longest: { file: string; ms: number }[];
}

export function readTotals(file: string, exitCode: number): Totals {
  try {
    return countTotals(JSON.parse(readFileSync(file, 'utf8')), exitCode);
  } catch {
    // No report: vitest itself could not run.
    return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0, longest: [] };
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
    longest: findLongest(report),
  };
}

function findLongest({ testResults }: VitestReport): Totals['longest'] {
  if (testResults.length <= 10) return [];
  return testResults
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      ms: endTime - startTime,
    }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10);
}

export function totalsLine({ passed, failed, skipped }: Omit<Totals, 'longest'>): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
