import { execFileSync } from 'node:child_process';
import { root } from './places.ts';

const stackRooms = /^(api|worker|flows|db|adapters|shared|dev\/sandbox)\//;

/** Tests that buy each kind of product once: they run for every change of a server. */
const paidPaths = [
  'api/studio/buying.test.ts',
  'api/chat/billing.test.ts',
  'api/payments/top-up.test.ts',
];

/**
 * The tests to run for these changed files, in addition to the tests that import them. Tests over HTTP start
 * servers as processes and import no server code, so they are chosen by name: those whose name or folder
 * begins like the changed file or its folder (`api/chat/replies.ts`: `chat*` and `replies*`), and the paid
 * paths.
 */
export function testsByName(changed: readonly string[], tests: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of changed) {
    if (!stackRooms.test(file) || !/\.tsx?$/.test(file) || /\.test\.|\/testing\//.test(file)) {
      continue;
    }
    const names = file
      .replace(/\.tsx?$/, '')
      .split('/')
      .slice(1);
    for (const test of tests) {
      const [room, ...parts] = test.split('/');
      if (room !== 'api' && room !== 'worker') continue;
      if (names.some((name) => parts.some((part) => part.startsWith(name)))) found.add(test);
    }
    for (const test of paidPaths) found.add(test);
  }
  return [...found];
}

/** Tests that run for every page. */
const testsOfEveryPage = ['access', 'access-signed-in', 'routes'].map(
  (name) => `web/src/${name}.test.tsx`,
);

/**
 * Any change of the client would select the tests that run for every page, which take longer than all others
 * together. They run when they change themselves, and in the whole suite.
 */
export function testsToLeaveOut(changed: readonly string[]): string[] {
  return testsOfEveryPage.filter((test) => !changed.includes(test));
}

/** Files that differ from this commit, or are new. */
export function changedFiles(since = 'HEAD'): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

export function testFiles(): string[] {
  return execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter(Boolean);
}
