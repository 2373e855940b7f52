// The files that the built client makes a visitor load. Needs no studio.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from '../local/places.ts';
import { expect, test } from 'vitest';
import {
  firstLoadBudgetBytes,
  getFirstFiles,
  getGzipBytes,
  scriptFilesMax,
} from '../../web/first-load.ts';
import { listPageScripts } from '../../web/page-scripts.ts';

test('the first JavaScript of the home page stays within its budget', () => {
  const { scripts } = getFirstFiles(webFolder, 'src/features/studio/home/HomePage.tsx');
  expect(scripts.length).toBeGreaterThan(1);
  const bytes = getGzipBytes(webFolder, scripts);
  expect(bytes, scripts.join('\n')).toBeLessThanOrEqual(firstLoadBudgetBytes);
  // React alone is larger: a smaller number would mean that the wrong files are counted.
  expect(bytes).toBeGreaterThan(60_000);
});

/**
 * Limits for the bytes that a visitor's phone loads before each moment, as the API sends them: scripts and
 * styles, without HTML, pictures and headers. At 400 kbit/s, 50 kB take a second.
 */
test.each([
  ['home can be used', '/', 'scripts', 142_000],
  ['the sign-in dialog is shown', '/', 'signIn', 168_500],
  ['the picture tool can be used', '/?mode=image', 'scripts', 212_000],
] as const)(
  'the files that load before %s stay within their budget',
  (_moment, address, and, most) => {
    const { scripts, styles } = getFirstFiles(webFolder);
    const page = listPageScripts(webFolder, 'en').get(address)!;
    const own = [...page.scripts, ...(and === 'signIn' ? page.signIn : [])];
    const files = [...scripts, ...styles, ...own.map((path) => path.slice(1))];
    const bytes = files.map((file) => {
      const path = join(webFolder, file);
      return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
    });
    const sum = bytes.reduce((total, each) => total + each, 0);
    expect(sum, files.join('\n')).toBeLessThanOrEqual(most);
    // A much smaller sum would mean that files are missing from it.
    expect(sum).toBeGreaterThan(most * 0.9);
  },
);

test('the script in a page decides when the scripts of the client are requested', () => {
  const html = readFileSync(join(webFolder, 'index.html'), 'utf8');
  expect(html).not.toMatch(/<script[^>]* src|rel="modulepreload"/);
  const [, names] = /<meta name="scripts" content="([^"]+)"/.exec(html)!;
  const { scripts } = getFirstFiles(webFolder);
  expect(names!.split(' ').toSorted()).toEqual(scripts.map((file) => `/${file}`).toSorted());
  // The entry is the first: the others are what it imports.
  expect(names!.split(' ')[0]).toBe(`/${scripts[0]}`);
});

test('the numbering plans are loaded after the sign-in dialog', () => {
  const read = (page: string) =>
    getFirstFiles(webFolder, page).scripts.map((file) =>
      readFileSync(join(webFolder, file), 'utf8'),
    );
  const hasPlans = (scripts: string[]) =>
    scripts.some((script) => script.includes('country_calling_codes'));
  expect(hasPlans(read('src/features/people/auth/AuthModal.tsx'))).toBe(false);
  expect(hasPlans(read('src/features/admin/users/UsersPage.tsx'))).toBe(true);
});

test.each(['en', 'hi', 'hg'] as const)(
  'in %s, no page needs more than 12 script files',
  (language) => {
    const entry = getFirstFiles(webFolder).scripts;
    const pages = [...listPageScripts(webFolder, language)];
    expect(pages.length).toBeGreaterThan(30);
    const counts = pages.map(([address, { scripts, signedIn }]) => ({
      address,
      files: entry.length + scripts.length + signedIn.length,
    }));
    // Outside of English, a signed-in user's page has one more file, with the first texts; the users page
    // also has the numbering plans.
    const most = scriptFilesMax + (language === 'en' ? 0 : 1);
    const isOver = ({ address, files }: (typeof counts)[number]) =>
      files > most + (address === '/admin/users' ? 1 : 0);
    expect(counts.filter(isOver)).toEqual([]);
  },
);
