import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { en } from './en';
import { admin } from './en/admin';
import { first } from './en/first';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isTestCode = /\.test\.|^testing\//;

/** Returns the file and all files that it imports statically. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of read(file).matchAll(/^(?:import|\}|export)[^;'"]* from '(\.[^']+)'/gm)) {
    const other = join(dirname(file), path ?? '');
    const found = ['.ts', '.tsx']
      .map((end) => other + end)
      .find((each) => existsSync(join(root, each)));
    if (found) withImports(found, seen);
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
    ['main.tsx', 'home/HomePage.tsx', 'auth/AuthModal.tsx'].flatMap((file) => [
      ...withImports(file),
    ]),
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
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !isTestCode.test(file) && !/^(admin|i18n)\//.test(file),
  );
  const strangers = files.flatMap((file) =>
    [...getSaidSections(read(file))]
      .filter((section) => section in admin)
      .map((section) => `${file} says ${section}`),
  );
  expect(strangers).toEqual([]);
});
