import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './places.ts';
import { describeEnd, describeMismatch, toResetLines, toWelcomeLines } from './start-messages.ts';

test('no program of cli and local runs its code above a constant that its functions would find uninitialized', () => {
  const programs = globSync('{ops/cli,dev/tools,dev/local}/*.ts', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  );
  const uninitialized = programs.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    const begins = lines.findIndex((line) =>
      /^(await |try \{|process\.exitCode = await )/.test(line),
    );
    const functions = lines.findIndex((line) => /^(async )?function\*? /.test(line));
    return lines.flatMap((line, at) =>
      begins >= 0 &&
      at > begins &&
      at > functions &&
      /^const \w+ =/.test(line) &&
      functions > begins
        ? [`${file}:${at + 1}: ${line}`]
        : [],
    );
  });
  expect(programs.length).toBeGreaterThan(40);
  expect(uninitialized).toEqual([]);
});

test('npm start refuses an unknown option with its usage', async () => {
  const said = await new Promise((done) => {
    execFile(process.execPath, [join(root, 'dev/local/start.ts'), '--what'], (error, out, err) =>
      done([error?.code, out + err]),
    );
  });
  expect(said).toEqual([
    1,
    expect.stringMatching(/^\nUnknown option '--what'.*\nusage: npm start \[-- --reset\]\n\n$/),
  ]);
});

test.each([
  [
    { standIns: ['postgres'] as const },
    'The data in .local was made by another version of Sachet.',
  ],
  [
    { standIns: [] as const },
    'The database of DATABASE_URL was made by another version of Sachet.',
  ],
])('npm start says what to do about data of another version, with %j', ({ standIns }, says) => {
  expect(describeMismatch({ standIns: [...standIns] })).toContain(says);
});

test('npm start says what was deleted, why it ended and where the demo is', () => {
  expect(toResetLines({ standIns: ['postgres'] })).toEqual(['  All data in .local was deleted.']);
  expect(toResetLines({ standIns: [] })).toContain(
    '  DATABASE_URL is your own database and was not changed.',
  );
  expect(describeEnd('API', 'api.log', 'out of memory')).toBe(
    '\nAPI ended unexpectedly. The last lines of api.log:\nout of memory\n',
  );
  const welcome = (standIns: ('firebase' | 'mail')[], inbox?: string) =>
    toWelcomeLines({ standIns }, 'http://127.0.0.1:3000', inbox, 1_500).join('\n');
  expect(welcome([])).toContain('Sign in with the accounts of your own Firebase project.');
  expect(welcome(['firebase'])).toMatch(
    /ready after 1\.5 s: {2}http:.*\n[^]*Ctrl-C stops everything/,
  );
  expect(welcome(['firebase', 'mail'], 'http://127.0.0.1:4004')).toContain('arrive at http:');
});
