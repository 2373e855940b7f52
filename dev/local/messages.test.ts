import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './places.ts';

/** The files whose texts are for the person at the terminal. */
const programs = [
  '{dev/local,dev/tools,ops/cli,ops/backup}/*.{ts,mjs}',
  '{api,worker,dev/sandbox}/main.ts',
  'db/finance/command-line.ts',
  'ops/deploy/{rolling-restart,archive-wal}',
  // The checks of `doctor`.
  '{adapters,db,flows,shared,worker}/**/{check,refuse}-*.ts',
  'shared/configuration/{environment,file-variables,image-store,queue-url}.ts',
];

/** Matches the beginning of a statement that prints a text, or that ends a program with it. */
const printing =
  /new (?:Plain|Refused|CannotRestore|UnreadableBackup|Usage)\(|\b(?:say|complain)\(|console\.(?:log|error)\(|\b(?:out|err|stdout|stderr)\.write\(|\breturn [\s(]*['"`]|\bproblem(?::| =)|^ *echo /gm;
const literals = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const wordsQuoted = 3;

/** Printed by no test, with the reason. */
const unprinted = {
  'needs a machine without a free port': ['No free port on'],
  'needs packages that npm left incomplete': [
    'is not installed: remove node_modules',
    'PostgreSQL is incomplete in',
    'PostgreSQL could not make its data folder',
    'The client has no web/vite.config.ts',
  ],
  'needs books that contradict each other': ['the identity does not hold on', 'DOES NOT HOLD'],
  'needs a machine without Chromium': ['Chromium not found.'],
  'needs a server of `npm start` that hangs or crashes': [
    'The API was not ready in time',
    '; starting it again in',
    'The emulator gave no new token',
    'The emulator refused',
    'The Auth emulator refused',
    'got no profile:',
    'could not accept:',
  ],
  'is the result of a run of minutes or hours, or of Docker': [
    'Ready for the tests after',
    'logs of this run:',
    'Everything checked',
    'Every soak passed.',
    'Sachet is ready:',
  ],
};

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const listFiles = (pattern: string | string[]) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' });
/** Ignores how a test writes a text: as a regular expression, or broken into lines. */
const toPlainText = (text: string) =>
  text.replace(/\\n|\\/g, (found) => (found === '\\n' ? ' ' : '')).replace(/\s+/g, ' ');

/** The fixed parts of what a statement prints, without what is filled in. */
function findParts(statement: string): string[] {
  return [...statement.matchAll(literals)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .flatMap((text) => toPlainText(text).split(/\$\{[^}]*\}|\$\w+/))
    .filter((part) => part.trim().split(' ').length >= wordsQuoted);
}

function isQuoted(part: string, tests: string): boolean {
  const words = part.trim().split(' ');
  return words.some((_, at) => {
    const few = words.slice(at, at + wordsQuoted);
    const quote = few.join(' ').replace(/[.,:…]+$/, '');
    return few.length === wordsQuoted && tests.includes(quote);
  });
}

test('every message of a program is quoted by a test, except those that need a broken machine', () => {
  const tests = listFiles('{adapters,api,db,dev,flows,ops,shared,worker}/**/*.test.ts')
    .filter((file) => file !== 'dev/local/messages.test.ts')
    .map((file) => toPlainText(read(file)))
    .join('\n');
  const files = listFiles(programs).filter((file) => !file.includes('.test.'));
  const found = files.flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(printing)].flatMap(({ index }) => {
      const statement = text.slice(index).split(/;\n|\n\n| fi\n|,\n *remedy/, 1)[0]!;
      const line = text.slice(0, index).split('\n').length;
      // Each of `condition ? 'one' : 'other'` is a message.
      return statement.split(/[?:]\s+(?=['"`])/).flatMap((branch) => {
        const parts = findParts(branch);
        if (parts.length === 0 || parts.some((part) => isQuoted(part, tests))) return [];
        return [`${file}:${line}: ${parts.join('…').trim()}`];
      });
    });
  });
  const known = Object.values(unprinted).flat();
  expect(found.filter((each) => !known.some((text) => each.includes(text)))).toEqual([]);
});
