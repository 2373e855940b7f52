// A tab that was opened before a deployment, and meets what is left of its build.
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webFolder } from '@sachet/local/places';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrive } from './people.ts';
import { see, soon } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';

const served = mkdtempSync(join(tmpdir(), 'sachet-served-'));
let studio: Studio;
beforeAll(async () => {
  cpSync(webFolder, served, { recursive: true });
  studio = await openStudio({ WEB_FOLDER: served });
});
afterAll(async () => {
  await studio?.stop();
  rmSync(served, { recursive: true });
});

const assets = join(served, 'assets');
const files = (pattern: RegExp) => readdirSync(assets).filter((name) => pattern.test(name));

/** Gives files new names, as a build of other content would; nothing is left under the old ones. */
function deploy(): void {
  const renamed = files(/\.js$/).map((name) => [name, name.replace(/-/, '-next-')] as const);
  expect(renamed.length).toBeGreaterThan(0);
  for (const [name, next] of renamed) renameSync(join(assets, name), join(assets, next));
  const texts = [join(served, 'index.html'), ...files(/\.js$/).map((name) => join(assets, name))];
  for (const file of texts) {
    const text = readFileSync(file, 'utf8');
    const changed = renamed.reduce((all, [name, next]) => all.replaceAll(name, next), text);
    if (changed !== text) writeFileSync(file, changed);
  }
}

/** How often the tab has loaded a page since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

const goHome = (page: Page) => page.getByRole('banner').getByRole('link').first().click();
const goTo = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();

test('given a deployment, when a page of the old build is gone, then the tab reloads once and keeps what was typed', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=image');
    await page.getByLabel('Subject').fill('A yellow umbrella');
    const loads = countLoads(page);
    deploy();

    await goTo(page, 'Billing & Refund');
    await see(page.getByRole('heading', { level: 1, name: 'Billing & Refund' }));
    expect(loads()).toBe(1);
    await goHome(page);
    await page.getByRole('link', { name: /image/i }).first().click();
    expect(await page.getByLabel('Subject').inputValue()).toBe('A yellow umbrella');
    expect(loads()).toBe(1);
  }));

test('given that reloading does not help, then it is said, and there is no second time by itself', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/?mode=image');
    await page.getByLabel('Subject').fill('A yellow umbrella');
    const loads = countLoads(page);
    const [name] = files(/^PolicyPage-.*\.js$/);
    renameSync(join(assets, name!), join(served, name!));

    await goTo(page, 'Terms');
    await see(page.getByText('This page could not be shown.'));
    await see(page.getByRole('banner').getByRole('link').first());
    expect(loads()).toBe(1);
    renameSync(join(served, name!), join(assets, name!));
    // The browser may remember for a moment that it was missing.
    await soon(async () => {
      await page.getByRole('button', { name: 'Reload' }).click();
      await see(page.getByRole('heading', { level: 1 }));
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Terms');
    });
  }));

test('given no connection, then what is on the page stays there, and the person is asked to reload', () =>
  studio.visit(async ({ page, context }) => {
    await page.goto('/?mode=image');
    await page.getByLabel('Subject').fill('A yellow umbrella');
    const loads = countLoads(page);
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('button', { name: 'Get Started' }).click();
    await see(page.getByText('This page could not be shown.'));
    expect(loads()).toBe(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reload' }).click();
    await see(page.getByLabel('Subject'));
    expect(await page.getByLabel('Subject').inputValue()).toBe('A yellow umbrella');
  }));
