import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modes } from '@sachet/shared/tools';
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

const areas: Readonly<Record<string, object>> = en;

/** The sections that a computed beginning of a key may name, by its expression: `${mode}.prompt`. */
const computedSections: Readonly<Record<string, readonly string[]>> = { mode: modes };

const hasKey = (section: string, key: string) =>
  [key, `${key}_other`].some((name) => name in (areas[section] ?? {}));

/** Returns the expression and the first fixed name of each template such as `${mode}.prompt`. */
const findComputed = (text: string) =>
  [...text.matchAll(/`\$\{([^}`]+)\}\.(\w+)/g)].map(([, by, key]) => ({
    by: by ?? '',
    key: key ?? '',
  }));

/**
 * Returns the sections of the texts that a file uses: `library.title`, `error.` if the rest of the key is
 * computed, and each section that a computed beginning may name.
 */
function getSaidSections(text: string): Set<string> {
  const literal = [...text.matchAll(/['`](\w+)\.[\w.$]+[^'`]*['`]/g)].map(
    ([, section]) => section ?? '',
  );
  const computed = findComputed(text).flatMap(({ by, key }) =>
    (computedSections[by] ?? []).filter((section) => hasKey(section, key)),
  );
  return new Set([...literal.filter((section) => section in en), ...computed]);
}

test('a key that begins with a computed section names a declared section and a fixed text', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  );
  // A file name such as `${number}.pdf` is not a key.
  const isKey = ({ key }: { key: string }) =>
    Object.keys(areas).some((section) => hasKey(section, key));
  const keys = files.flatMap((file) =>
    findComputed(read(file))
      .filter(isKey)
      .map((key) => ({ file, ...key })),
  );
  expect(keys.length).toBeGreaterThan(10);
  expect(keys.filter(({ by }) => !(by in computedSections))).toEqual([]);
  // Every part of these is computed: t(`${section}.${name}`), t(section + name).
  const whole = files.flatMap((file) =>
    [...read(file).matchAll(/\bt\(\s*(?:`\$\{[^}`]+\}\.?\$\{|\w+ \+ )/g)].map(
      ([call]) => file + call,
    ),
  );
  expect(whole).toEqual([]);
});

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
