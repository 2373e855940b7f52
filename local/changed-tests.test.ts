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
  ['one in a folder', 'api/chat/replies.ts', ['api/chat/limits.test.ts']],
  ['one of the routes', 'api/identity/user.ts', ['api/identity/user.test.ts']],
  ['one like no test', 'shared/names.ts', []],
])(
  'given %s that changed, then the tests named alike run, and the paid paths',
  (_what, file, more) => {
    expect(testsByName([file], tests).sort()).toEqual([...paid, ...more].sort());
  },
);

test.each([
  'web/src/App.tsx',
  'api/identity/user.test.ts',
  'api/testing/client.ts',
  'docs/admin.md',
])('given %s, which no server runs, then imports alone lead to its tests', (file) =>
  expect(testsByName([file], tests)).toEqual([]),
);

describe('tests that repeat themselves for every page', () => {
  test('are left to the whole suite', () => {
    expect(testsToLeaveOut(['web/src/wallet/WalletPill.tsx'])).toContain('web/src/routes.test.tsx');
  });

  test('run where they are changed', () => {
    const changed = ['web/src/routes.test.tsx'];
    expect(testsToLeaveOut(changed)).not.toContain('web/src/routes.test.tsx');
  });
});
