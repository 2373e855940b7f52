import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { localFolder, root } from './places.ts';

/** Tests that buy each kind of product once: they run for every change of a server. */
const paidPaths = [
  'api/studio/buying.test.ts',
  'api/chat/billing.test.ts',
  'api/payments/top-up.test.ts',
];

const serverRooms = /^(api|worker|flows|db|adapters|shared|dev\/sandbox)\//;
const isCode = (file: string) => /\.tsx?$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isJourney = (file: string) => file.startsWith('dev/e2e/');
const withoutEnding = (file: string) => file.replace(/(\.test)?\.tsx?$/, '');

/** The tests of a change, and those that are left out to answer within a minute. */
export interface Choice {
  readonly chosen: readonly string[];
  readonly leftOut: readonly string[];
}

/** Files run four at a time, and the start takes a few seconds. */
const budgetMs = 120_000;
/** A longer file would exceed the minute alone. */
const longestMs = 40_000;
/** The estimate for a test that has not run here yet. */
const unknownMs = 4_000;

/**
 * Chooses the tests of these changed files, the closest first, until their times in earlier runs exceed the budget:
 * changed tests, tests of the same name, tests that import a changed file, tests of its folder, and for a
 * server the paid paths and the tests over HTTP of its subject, which import no server code.
 */
export function chooseTests(
  changed: readonly string[],
  tests: readonly { file: string; imports: ReadonlySet<string> }[],
  lastMs: ReadonlyMap<string, number>,
): Choice {
  const sources = changed.filter((file) => isCode(file) && !isTest(file));
  const names = new Set(sources.map(withoutEnding));
  const folders = new Set(sources.map(dirname));
  const servers = sources.filter((file) => serverRooms.test(file) && !file.includes('/testing/'));
  const subjects = new Set(servers.map((file) => file.split('/')[1]));
  const isOfSubject = (file: string) => {
    const [room, subject] = file.split('/');
    return (room === 'api' || room === 'worker') && subjects.has(subject);
  };
  const closeness = ({ file, imports }: (typeof tests)[number]): number => {
    if (changed.includes(file)) return 0;
    if (isJourney(file)) return Infinity;
    if (names.has(withoutEnding(file))) return 1;
    if ([...names].some((name) => imports.has(name))) return 2;
    if (folders.has(dirname(file))) return 3;
    if (servers.length > 0 && paidPaths.includes(file)) return 4;
    return isOfSubject(file) ? 5 : Infinity;
  };
  const ms = (file: string) => lastMs.get(file) ?? unknownMs;
  const candidates = tests
    .map((each) => ({ file: each.file, closeness: closeness(each) }))
    .filter((each) => each.closeness < Infinity)
    .toSorted((a, b) => a.closeness - b.closeness || ms(a.file) - ms(b.file));
  let sumMs = 0;
  const isChosen = (each: (typeof candidates)[number]) => {
    if (each.closeness > 0 && ms(each.file) > longestMs) return false;
    sumMs += ms(each.file);
    return each.closeness === 0 || sumMs <= budgetMs;
  };
  const { chosen = [], leftOut = [] } = Object.groupBy(candidates, (each) =>
    isChosen(each) ? 'chosen' : 'leftOut',
  );
  return { chosen: chosen.map(({ file }) => file), leftOut: leftOut.map(({ file }) => file) };
}

/** Reads what each test imports, as paths from the root without their ending. */
export function readTests(): { file: string; imports: Set<string> }[] {
  return git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx')
    .filter((file) => existsSync(join(root, file)) && !file.endsWith('.soak.test.ts'))
    .map((file) => ({ file, imports: findImports(file, readFileSync(join(root, file), 'utf8')) }));
}

export function findImports(file: string, text: string): Set<string> {
  const specifiers = text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/|@sachet\/)([^'\n]+)'/g);
  return new Set(
    [...specifiers].map(([, start, rest]) =>
      withoutEnding(start === '@sachet/' ? rest! : normalize(join(dirname(file), start! + rest!))),
    ),
  );
}

/** Files that differ from this commit, or are new. */
export const changedFiles = (since = 'HEAD'): string[] => [
  ...git('diff', '--name-only', '--diff-filter=d', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** The lines that are printed before the tests of a change run. */
export function choiceLine({ chosen, leftOut }: Choice): string {
  if (chosen.length === 0)
    return 'No test is close to what has changed. `npm test` runs all tests.';
  const run = `Tests close to what has changed: ${chosen.length} of ${chosen.length + leftOut.length} files.`;
  if (leftOut.length === 0) return `${run} \`npm test\` runs all tests.`;
  return `${run} Left out, because they would take longer than a minute:\n  ${leftOut.join('\n  ')}\n\`npm test\` runs all tests.`;
}

const timesFile = join(localFolder, 'test-times.json');

/** How long each test file took when it last ran here. */
export function readTimes(): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(timesFile, 'utf8')) as object));
  } catch {
    // Missing, or half written by a run that was killed: the next run writes it again.
    return new Map();
  }
}

export function keepTimes(times: readonly { file: string; ms: number }[]): void {
  const all = readTimes();
  for (const { file, ms } of times) all.set(file, Math.round(ms));
  writeFileSync(timesFile, JSON.stringify(Object.fromEntries(all)));
}
