import { expect, test } from 'vitest';
import { choiceLine, chooseTests, findImports } from './changed-tests.ts';

const tests = [
  { file: 'api/chat/billing.test.ts', imports: new Set<string>() },
  { file: 'api/studio/buying.test.ts', imports: new Set<string>() },
  { file: 'api/payments/top-up.test.ts', imports: new Set<string>() },
  { file: 'api/wallet/statement.test.ts', imports: new Set<string>() },
  { file: 'db/wallet/rows.test.ts', imports: new Set(['shared/wallet/offer']) },
  { file: 'dev/e2e/top-up.test.ts', imports: new Set(['shared/wallet/offer']) },
  { file: 'shared/wallet/offer.test.ts', imports: new Set(['shared/wallet/offer']) },
  { file: 'shared/wallet/pack.test.ts', imports: new Set(['shared/wallet/pack']) },
  { file: 'web/src/features/wallet/Offer.test.tsx', imports: new Set(['shared/wallet/offer']) },
  { file: 'worker/tax/closings.test.ts', imports: new Set<string>() },
];
const none = new Map<string, number>();

test('a change of shared code chooses the closest tests first, and no journey', () => {
  expect(chooseTests(['shared/wallet/offer.ts'], tests, none)).toEqual({
    chosen: [
      'shared/wallet/offer.test.ts',
      'db/wallet/rows.test.ts',
      'web/src/features/wallet/Offer.test.tsx',
      'shared/wallet/pack.test.ts',
      'api/chat/billing.test.ts',
      'api/studio/buying.test.ts',
      'api/payments/top-up.test.ts',
      'api/wallet/statement.test.ts',
    ],
    leftOut: [],
  });
});

test('tests that exceed the budget, or the minute alone, are left out, but a changed test never', () => {
  const times = new Map(tests.map(({ file }) => [file, 39_000]));
  times.set('worker/tax/closings.test.ts', 70_000).set('shared/wallet/pack.test.ts', 41_000);
  const changed = ['worker/tax/closings.test.ts', 'shared/wallet/pack.ts'];
  expect(chooseTests(changed, tests, times)).toEqual({
    chosen: ['worker/tax/closings.test.ts', 'shared/wallet/offer.test.ts'],
    leftOut: [
      'shared/wallet/pack.test.ts',
      'api/chat/billing.test.ts',
      'api/studio/buying.test.ts',
      'api/payments/top-up.test.ts',
      'api/wallet/statement.test.ts',
    ],
  });
});

test('a change of a page chooses no test of a server, and a text chooses none', () => {
  const { chosen } = chooseTests(['web/src/features/wallet/Offer.tsx'], tests, none);
  expect(chosen).toEqual(['web/src/features/wallet/Offer.test.tsx']);
  expect(chooseTests(['docs/ledger.md'], tests, none)).toEqual({ chosen: [], leftOut: [] });
});

test('imports are found by package, by path and in later imports', () => {
  const text =
    "import { a } from '@sachet/shared/money';\nimport b from './b.ts';\nexport { c } from '../c';\nawait import('./later.tsx');\nimport d from 'vitest';";
  expect([...findImports('web/src/x/y.test.ts', text)]).toEqual([
    'shared/money',
    'web/src/x/b',
    'web/src/c',
    'web/src/x/later',
  ]);
});

test('a choice says what it runs and what it leaves out', () => {
  expect(choiceLine({ chosen: [], leftOut: [] })).toBe(
    'No test is close to what has changed. `npm test` runs all tests.',
  );
  expect(choiceLine({ chosen: ['a'], leftOut: [] })).toBe(
    'Tests close to what has changed: 1 of 1 files. `npm test` runs all tests.',
  );
  expect(choiceLine({ chosen: ['a'], leftOut: ['b', 'c'] })).toBe(
    'Tests close to what has changed: 1 of 3 files. Left out, because they would take longer than a minute:\n  b\n  c\n`npm test` runs all tests.',
  );
});
