// A tab from before a deployment, some of whose files no longer exist.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from '../local/places.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countReload, goInPage, reloadsSoFar, storedDrafts } from './in-page.ts';
import { see, seeGone, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';
import { patienceMs } from './visitor.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

/** The pattern of a file of the build, by its name in the manifest. */
function toPattern(name: string): string {
  const text = readFileSync(join(webFolder, '.vite', 'manifest.json'), 'utf8');
  const chunks = Object.values(JSON.parse(text) as Record<string, { name?: string; file: string }>);
  const chunk = chunks.find((each) => each.name === name);
  if (!chunk) throw new Error(`The build has no ${name}.`);
  return `**/${chunk.file}`;
}

const isScript = ({ pathname }: URL) => /^\/assets\/.*\.js$/.test(pathname);

/** Renames the files, as a build with other content does. The server no longer has the old files. */
async function deploy(page: Page): Promise<void> {
  const renamed = readdirSync(join(webFolder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, name.replace('-', '-next-')] as const);
  expect(renamed.length).toBeGreaterThan(0);
  const toNext = (text: string) =>
    renamed.reduce((all, [name, next]) => all.replaceAll(name, next), text);
  await page.route(isScript, async (route) => {
    const url = route.request().url();
    if (!url.includes('-next-')) return route.fulfill({ status: 404 });
    const response = await route.fetch({
      url: url.replace('-next-', '-'),
      timeout: patienceMs,
    });
    return route.fulfill({ response, body: toNext(await response.text()) });
  });
  await page.route(
    ({ pathname }) => !pathname.includes('.') && !pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch({ timeout: patienceMs });
      return route.fulfill({ response, body: toNext(await response.text()) });
    },
  );
}

/** Counts reloads of the tab from now on. A link that is pressed before the scripts run loads a page, too. */
async function countReloads(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(countReload);
  return () => page.evaluate(reloadsSoFar);
}

/** Types until the page's scripts have stored the text. */
const type = (page: Page, words: string) =>
  soon(async () => {
    await page.getByLabel('Subject', { exact: true }).fill(words);
    expect(await page.evaluate(storedDrafts)).toContain(words);
  });

const shortMs = 5_000;

/** Part of a check that is repeated, in which the page that a press has loaded no longer has the control. */
async function pressIfShown(control: Locator): Promise<void> {
  if (await control.isVisible()) await control.click({ timeout: shortMs });
}

const goHome = (page: Page) => page.getByRole('banner').getByRole('link').first().click();
const goTo = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();

test('a tab of an old build reloads once after a deployment and keeps the typed text', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/?mode=image');
    await type(page, 'A yellow umbrella');
    const reloads = await countReloads(page);
    await deploy(page);

    await goTo(page, 'Billing & Refund');
    await see(page.getByRole('heading', { level: 1, name: 'Billing & Refund' }));
    expect(await reloads()).toBe(1);
    await goHome(page);
    await page.getByRole('link', { name: /image/i }).first().click();
    await soon(async () =>
      expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe(
        'A yellow umbrella',
      ),
    );
    expect(await reloads()).toBe(1);
  }));

test('the page reloads automatically only once and then shows that reloading did not help', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/?mode=image');
    await type(page, 'A yellow umbrella');
    const reloads = await countReloads(page);
    const policies = toPattern('PolicyPage');
    await page.route(policies, (route) => route.fulfill({ status: 404 }));

    await goTo(page, 'Terms');
    await see(page.getByText('This page couldn’t be shown.'));
    await see(page.getByRole('banner').getByRole('link').first());
    expect(await reloads()).toBe(1);
    // Only this file is missing, so there is no new build.
    expect(await newVersion(page).count()).toBe(0);
    await page.unroute(policies);
    // The browser may still remember that the file was missing.
    await soon(async () => {
      await pressIfShown(page.getByRole('button', { name: 'Reload' }));
      const title = page.getByRole('heading', { level: 1 });
      expect(await title.innerText({ timeout: shortMs })).toBe('Terms');
    });
  }));

const newVersion = (page: Page) => page.getByText('A new version is available.');

test('the notice of a new version disappears when the next file loads from a build that was restored', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/?mode=image');
    await type(page, 'A yellow umbrella');
    const isGone = { value: true };
    await page.route(isScript, (route) =>
      isGone.value ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.evaluate(goInPage, '/?mode=general');
    await see(newVersion(page));
    isGone.value = false;
    await page.evaluate(goInPage, '/?mode=edit_image');
    await see(page.getByLabel('What should change?', { exact: true }));
    await seeGone(newVersion(page));
  }));

const entry = 'index';
const notLoaded = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

test.each([
  ['a file that the entry imports', 'first', 404, '/', 'en', 'This page didn’t load.', 'Reload'],
  ['the entry', entry, 'away', '/?mode=image', 'hi', 'यह पेज लोड नहीं हुआ।', 'फिर से लोड करें'],
] as const)(
  '%s (%s) answers %s at %s: the page shows a message in %s, and a press loads it again',
  (_what, file, answer, path, language, words, again) =>
    studio.visit(
      async ({ page }) => {
        const pattern = toPattern(file);
        await page.route(pattern, (route) =>
          answer === 'away' ? route.abort('internetdisconnected') : route.fulfill({ status: 404 }),
        );
        await page.goto(path);
        await see(notLoaded(page).getByRole('heading', { name: words }));
        await page.unroute(pattern);
        // The browser may still remember that the file was missing.
        await soon(async () => {
          await pressIfShown(page.getByRole('link', { name: again, exact: true }));
          expect(await page.locator('#content').count()).toBe(1);
        });
      },
      { language, phone: language === 'hi' },
    ),
);

test('a page whose scripts do not arrive shows after a while that it did not load', () =>
  studio.visit(async ({ page }) => {
    await page.route(toPattern(entry), () => undefined);
    await page.goto('/library');
    const words = page.getByText('This page didn’t load.');
    expect(await words.isVisible()).toBe(false);
    await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()));
    await see(words);
  }));

test('a page shows that it is loading while the server does not respond', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/?mode=image');
    await page.route(toPattern('PolicyPage'), (route) => route.fulfill({ status: 404 }));
    await page.route(
      ({ pathname }) => pathname === '/',
      (route) => (route.request().method() === 'HEAD' ? undefined : route.fallback()),
    );
    await goTo(page, 'Terms');
    await see(page.getByRole('main').getByText('Loading...'));
  }));
