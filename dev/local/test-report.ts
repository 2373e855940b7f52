import { readFileSync } from 'node:fs';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

export function readTotals(file: string, exitCode: number): Totals {
  try {
    return countTotals(JSON.parse(readFileSync(file, 'utf8')), exitCode);
  } catch {
    // No report: vitest itself could not run.
    return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
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
  };
}

export function totalsLine({ passed, failed, skipped }: Totals): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
