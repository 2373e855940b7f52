// The files that the built client makes a visitor load. Needs no studio.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from '@sachet/local/places';
import { expect, test } from 'vitest';
import { firstLoadBudgetBytes, getFirstFiles, getGzipBytes } from '../web/first-load.ts';

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
