import { describe, expect, test } from 'vitest';
import { testsByName, testsToLeaveOut } from './changed-tests.ts';

const tests = [
  'api/studio/buying.test.ts',
  'api/chat/billing.test.ts',
  'api/chat/limits.test.ts',
  'api/money/top-up.test.ts',
  'api/money/top-up-slow.test.ts',
  'worker/top-up-soak.test.ts',
  'api/identity/user.test.ts',
  'db/chat/turns.test.ts',
];
const paid = ['api/studio/buying.test.ts', 'api/chat/billing.test.ts', 'api/money/top-up.test.ts'];

test.each([
  [
    'a file of a room',
    'flows/top-up.ts',
    ['api/money/top-up-slow.test.ts', 'worker/top-up-soak.test.ts'],
  ],
  ['a test in a folder', 'api/chat/replies.ts', ['api/chat/limits.test.ts']],
  ['a route', 'api/identity/user.ts', ['api/identity/user.test.ts']],
  ['a file that no test resembles', 'shared/names.ts', []],
])(
  'a change of %s selects the tests with similar names, and the paid paths',
  (_what, file, more) => {
    expect(testsByName([file], tests).sort()).toEqual([...paid, ...more].sort());
  },
);

test.each([
  'web/src/App.tsx',
  'api/identity/user.test.ts',
  'api/testing/client.ts',
  'docs/admin.md',
])('a change of %s, which no server runs, selects only the tests that import it', (file) =>
  expect(testsByName([file], tests)).toEqual([]),
);

describe('tests that repeat themselves for every page', () => {
  test('tests that cover all pages run only with the whole suite', () => {
    expect(testsToLeaveOut(['web/src/wallet/WalletPill.tsx'])).toContain('web/src/routes.test.tsx');
  });

  test('a changed test that covers all pages is selected', () => {
    const changed = ['web/src/routes.test.tsx'];
    expect(testsToLeaveOut(changed)).not.toContain('web/src/routes.test.tsx');
  });
});
