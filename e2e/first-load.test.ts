// The files that the built client makes a visitor load. Needs no studio.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from '@sachet/local/places';
import { expect, test } from 'vitest';
import {
  firstLoadBudgetBytes,
  getFirstFiles,
  getGzipBytes,
  scriptFilesMax,
} from '../web/first-load.ts';
import { listPageScripts } from '../web/page-scripts.ts';

test('the first JavaScript of the home page stays within its budget', () => {
  const { scripts } = getFirstFiles(webFolder, 'src/home/HomePage.tsx');
  expect(scripts.length).toBeGreaterThan(1);
  const bytes = getGzipBytes(webFolder, scripts);
  expect(bytes, scripts.join('\n')).toBeLessThanOrEqual(firstLoadBudgetBytes);
  // React alone is larger: a smaller number would mean that the wrong files are counted.
  expect(bytes).toBeGreaterThan(60_000);
});

test('the numbering plans are loaded with the sign-in dialog, not with the home page', () => {
  const read = (page: string) =>
    getFirstFiles(webFolder, page).scripts.map((file) =>
      readFileSync(join(webFolder, file), 'utf8'),
    );
  const hasPlans = (scripts: string[]) =>
    scripts.some((script) => script.includes('country_calling_codes'));
  expect(hasPlans(read('src/auth/AuthModal.tsx'))).toBe(true);
  expect(hasPlans(read('src/home/HomePage.tsx'))).toBe(false);
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
    // Outside of English, the users page needs one more: it also has the numbering plans.
    const isOver = ({ address, files }: (typeof counts)[number]) =>
      files > scriptFilesMax + (language !== 'en' && address === '/admin/users' ? 1 : 0);
    expect(counts.filter(isOver)).toEqual([]);
  },
);
