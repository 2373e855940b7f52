import { join } from 'node:path';
import { expect, test } from 'vitest';
import { summariseErrors } from '../local/error-watch.ts';
import { restartDelay_ms } from '../local/supervised.ts';
import { root } from '../local/places.ts';
import { countTotals, findLongest, totalsLine } from '../local/test-report.ts';

test('a server that crashes is restarted with growing delays, and not after many crashes', () => {
  const now = 1_000_000;
  const after = (deaths: number) => restartDelay_ms(Array(deaths).fill(now), now);
  expect([1, 2, 3, 4, 5].map(after)).toEqual([500, 1000, 2000, 4000, 8000]);
  expect(after(6)).toBeUndefined();
  expect(restartDelay_ms([...Array(9).fill(now - 61_000), now], now)).toBe(500);
});

test('errors in a log are summarised in one line', () => {
  expect(summariseErrors('{"level":30,"msg":"fine"}\n')).toBeUndefined();
  const one = '{"level":50,"err":{"message":"no answer\\nstack"},"msg":"failed"}\n';
  expect(summariseErrors(one)).toBe('an error: no answer');
  expect(summariseErrors(`${one}{"level":60,"msg":"the end"}\n`)).toBe('2 errors, last: the end');
  expect(summariseErrors('{"level":50 half a line')).toBe('an error: {"level":50 half a line');
});

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

test('the last line of a test run has the totals', () => {
  const passed = countTotals({ ...report, testResults: [] }, 0);
  expect(totalsLine(passed)).toBe('3 passed, 0 failed');
  expect(totalsLine({ ...passed, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped');
});

test('a file that cannot be loaded counts as a failure, and so does an error between tests', () => {
  const timed = { name: 'a.test.ts', startTime: 0, endTime: 1 };
  const broken = { ...timed, status: 'failed', assertionResults: [] };
  const failing = { ...timed, status: 'failed', assertionResults: [{ status: 'failed' }] };
  const both = { ...report, numFailedTests: 1, testResults: [broken, failing] };
  expect(countTotals(both, 1).failed).toBe(2);
  expect(countTotals({ ...report, testResults: [] }, 1).failed).toBe(1);
});

test('a run of many files names the ten that took longest', () => {
  const testResults = Array.from({ length: 12 }, (_, i) => {
    return {
      name: join(root, `${i}.ts`),
      startTime: 5,
      endTime: 5 + i,
      status: '',
      assertionResults: [],
    };
  });
  const longest = findLongest(countTotals({ ...report, testResults }, 0));
  expect(longest).toHaveLength(10);
  expect(longest[0]).toEqual({ file: '11.ts', ms: 11 });
  const few = countTotals({ ...report, testResults: testResults.slice(2) }, 0);
  expect(findLongest(few)).toEqual([]);
});
