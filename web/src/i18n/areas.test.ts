import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { en } from './en';
import { admin } from './en/admin';
import { first } from './en/first';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const statically = /^(?:import|\}|export)[^;'"]* from '(\.[^']+)'/gm;
const anyhow = /(?:from|import\()\s*'(\.[^']+)'/g;

/** Returns the file and all files that it imports in this way. */
function withImports(file: string, imports = statically, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of read(file).matchAll(imports)) {
    const other = join(dirname(file), path ?? '');
    const found = ['.ts', '.tsx']
      .map((end) => other + end)
      .find((each) => existsSync(join(root, each)));
    if (found) withImports(found, imports, seen);
  }
  return seen;
}

/**
 * Returns the sections of the texts that a file uses: `library.title`, or `error.` if the rest of the key is
 * computed.
 */
function getSaidSections(text: string): Set<string> {
  const said = [...text.matchAll(/['`](\w+)\.[\w.$]+[^'`]*['`]/g)].map(
    ([, section]) => section ?? '',
  );
  return new Set(said.filter((section) => section in en));
}

test('the home page and the sign-in dialog use no text that is loaded with other pages', () => {
  const files = new Set(
    [
      'app/main.tsx',
      'features/studio/home/HomePage.tsx',
      'features/people/auth/AuthModal.tsx',
    ].flatMap((file) => [...withImports(file)]),
  );
  expect(files.size).toBeGreaterThan(40);
  const strangers = [...files].flatMap((file) =>
    [...getSaidSections(read(file))]
      .filter((section) => !(section in first))
      .map((section) => `${file} says ${section}`),
  );
  expect(strangers).toEqual([]);
});

test('shared pages use no text that is loaded with the admin pages', () => {
  const adminPages = [...read('app/routes.tsx').matchAll(/adminPage\([^']*'\.\.\/([^']+)'/g)].map(
    ([, page]) => `${page}.tsx`,
  );
  expect(adminPages.length).toBeGreaterThan(10);
  const files = withImports('app/main.tsx', anyhow, new Set(adminPages));
  expect(files.size).toBeGreaterThan(250);
  const shared = [...files].filter(
    (file) => !file.startsWith('i18n/') && !adminPages.includes(file),
  );
  const strangers = shared.flatMap((file) =>
    [...getSaidSections(read(file))]
      .filter((section) => section in admin)
      .map((section) => `${file} says ${section}`),
  );
  expect(strangers).toEqual([]);
});
