// The server's HTML: it is painted before the scripts load, and the client hydrates it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { see, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

const isScript = ({ pathname }: URL) => /^\/assets\/.*\.js$/.test(pathname);

test.each([
  ['en', '/', 'Good AI, in small packets.'],
  ['hg', '/prices', 'Daam'],
] as const)('in %s, %s is painted while every script is blocked', (language, path, title) =>
  studio.visit(
    async ({ page }) => {
      await page.route(isScript, (route) => route.abort());
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const heading = page.getByRole('heading', { level: 1 });
      await see(heading);
      expect((await heading.innerText()).replaceAll(/\s+/g, ' ')).toContain(title);
      await see(page.getByRole('contentinfo').getByRole('link').first());
    },
    { language, consent: 'denied' },
  ),
);

/** Delays the scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(isScript, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("the client takes over the server's home page with the text typed into it", () =>
  studio.visit(async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const prompt = page.getByLabel('What do you want to see?', { exact: true });
    await prompt.fill('Rangoli at dawn');
    await page.evaluate(() => document.querySelector('h1')!.setAttribute('data-rendered', ''));
    release();
    await page.waitForFunction(() => !document.getElementById('root')!.hasAttribute('data-path'));
    await see(page.getByText('May we count visits?'));
    expect(await page.locator('h1[data-rendered]').count()).toBe(1);
    await prompt.press('Control+Enter');
    await see(page.getByRole('dialog', { name: 'Create your account' }));
    // While the dialog is open, the rest of the page cannot be found by role. The form may come after it.
    const subject = page.locator('textarea').first();
    await soon(async () => expect(await subject.inputValue()).toBe('Rangoli at dawn'));
  }));

test.each([
  ['hi', '/'],
  ['en', '/prices'],
  ['hg', '/privacy'],
] as const)('in %s, hydration keeps every element of %s', (language, path) =>
  studio.visit(
    async ({ page }) => {
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await see(page.getByRole('contentinfo').getByRole('link').first());
      const rendered = await page.evaluateHandle(() => [...document.querySelectorAll('main *')]);
      expect(await rendered.evaluate((elements) => elements.length)).toBeGreaterThan(20);
      release();
      // The bar for consent exists only in the client.
      await page.locator('section.fixed').waitFor();
      await page.waitForLoadState('networkidle');
      const gone = await rendered.evaluate((elements) =>
        elements
          // Elements within a removed one still have their parent.
          .filter((each) => !each.isConnected && !each.parentElement)
          .map((each) => each.outerHTML.slice(0, 100)),
      );
      // The sizes that are not on sale go once the client knows them.
      expect(gone.filter((html) => !/<d[dt]|<div class="contents|₹/.test(html))).toEqual([]);
    },
    { language },
  ),
);

test('the form and "Get Started" work before the client has loaded', () =>
  studio.visit(async ({ page }) => {
    await page.route(isScript, (route) => route.abort());
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.getByLabel('What do you want to see?', { exact: true }).fill('Rangoli');
    await page.getByRole('button', { name: /See two previews/ }).click();
    await page.waitForURL(/\/\?mode=image&prompt=Rangoli/);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await page.waitForURL(/\/signup/);
  }));

test('a form that is sent before the client has loaded opens the sign-up on the same page once it has', () =>
  studio.visit(async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('What do you want to see?', { exact: true }).fill('Rangoli');
    await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
    await page.getByRole('button', { name: /See two previews/ }).click();
    await see(page.locator('#sheet-coming'));
    release();
    await see(page.getByRole('dialog', { name: 'Create your account' }));
    await page.locator('#sheet-coming').waitFor({ state: 'hidden' });
    expect(await page.locator('html[data-same]').count()).toBe(1);
    await soon(() => expect(new URL(page.url()).search).toBe('?mode=image'));
  }));

test("a signed-in user does not see the visitor's page", () =>
  studio.visit(async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('firebase:authUser:x', '{}'));
    await page.route(isScript, (route) => route.abort());
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await see(page.getByRole('contentinfo'));
    await soon(async () =>
      expect(await page.getByRole('button', { name: 'Get Started' }).count()).toBe(0),
    );
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
  }));
