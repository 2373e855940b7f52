// Texts and shared code of the client whose file is missing while the server can be reached. `stale-build.test.ts`
// tests a page whose own file is missing.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareAdministeredStudio } from './admin-steps.ts';
import { countReload, goInPage, reloadsSoFar } from './in-page.ts';
import {
  expectPageToStay,
  findFile,
  home,
  imageTool,
  missing,
  watchFiles,
} from './missing-steps.ts';
import { createIndividual, toBrowserState } from './people.ts';
import { see, seeInWallet, somebodyNew, soon } from './steps.ts';
import type { Studio } from './studio.ts';
import type { BrowserState } from './visitor.ts';

let studio: Studio;
let admin: BrowserState;
let user: BrowserState;
beforeAll(async () => {
  ({ studio, state: admin } = await shareAdministeredStudio());
  user = toBrowserState(studio, await createIndividual(studio));
});
afterAll(() => studio?.stop());

/** Visits an address while the file is missing. `bringBack` lets it load. */
const visitWithout = (
  file: string,
  { at = '/', state }: { at?: string; state?: BrowserState },
  journey: (page: Page, bringBack: () => void) => Promise<void>,
) =>
  studio.visit(
    async ({ page }) => {
      const { blocked } = await watchFiles(page);
      blocked.add(file);
      await page.addInitScript(countReload);
      await page.goto(at);
      await journey(page, () => blocked.clear());
    },
    { consent: 'denied', ...(state && { state }) },
  );

test.each(['en-words', 'sheet'])(
  'a tool whose shared file %s is missing leaves the page, and a press loads it',
  (name) =>
    visitWithout(findFile(name), {}, async (page, bringBack) => {
      await see(home.field(page));
      await page.evaluate(goInPage, imageTool.at);
      await see(missing(page));
      await expectPageToStay(page);
      bringBack();
      await page.getByRole('button', { name: 'Try again' }).click();
      await see(imageTool.field(page));
    }),
);

test('a sign-up whose shared files are missing one after another says that no code was sent, and the press that has them all sends it', () =>
  studio.visit(
    async ({ page }) => {
      const { blocked, refused } = await watchFiles(page);
      const files = ['phone', 'answers', 'session'].map(findFile);
      for (const file of files) blocked.add(file);
      await page.addInitScript(countReload);
      await page.goto('/signup');
      const dialog = page.getByRole('dialog');
      const { phone } = somebodyNew();
      await dialog.getByLabel('Phone number').fill(phone);
      const send = dialog.getByRole('button', { name: 'Send OTP' });
      for (const file of files) {
        const before = refused.get(file) ?? 0;
        await send.click();
        await soon(() => expect(refused.get(file), file).toBeGreaterThan(before));
        await soon(async () => expect(await send.getAttribute('aria-busy')).not.toBe('true'));
        await see(dialog.getByRole('alert').filter({ hasText: /\S/ }));
        await expectPageToStay(page);
        blocked.delete(file);
      }
      await send.click();
      await see(dialog.getByText(`We sent a code to +91${phone}.`));
    },
    { consent: 'denied' },
  ));

test('a user whose shared files are missing is signed in again at the next press', () =>
  studio.visit(
    async ({ page }) => {
      const { blocked } = await watchFiles(page);
      for (const name of ['answers', 'session']) blocked.add(findFile(name));
      await page.addInitScript(countReload);
      await page.goto(imageTool.at);
      await see(page.getByRole('button', { name: 'Get Started' }));
      await expectPageToStay(page);
      blocked.clear();
      await imageTool.field(page).click();
      await seeInWallet(page, '₹250.00');
      await expectPageToStay(page);
    },
    { consent: 'denied', state: user },
  ));

test('a language whose texts are missing is announced, and the next press switches to it', () =>
  visitWithout(findFile('hi-first'), {}, async (page, bringBack) => {
    const hindi = page.getByRole('banner').getByRole('button', { name: 'हिन्दी' });
    await hindi.click();
    await see(page.getByText('Couldn’t reach Sachet. Check your connection and try again.'));
    await expectPageToStay(page);
    bringBack();
    await hindi.click();
    await see(page.getByRole('heading', { level: 1, name: /[ऀ-ॿ]/ }));
  }));

test.each([
  ['i18n/policies/en.ts', '/terms', 'Terms', 'visitor'],
  ['page', '/wallet', 'Wallet', 'user'],
  ['i18n/en/admin.ts', '/admin', 'Models', 'admin'],
] as const)(
  'a page whose file %s is missing shows this in the shell after one reload, and works at the next visit (%s)',
  async (name, path, title, who) => {
    const state = { visitor: undefined, user, admin }[who];
    await visitWithout(findFile(name), { at: imageTool.at, state }, async (page, bringBack) => {
      await see(imageTool.field(page));
      await page.evaluate(goInPage, path);
      await see(page.getByRole('main').getByText('This page couldn’t be shown.'));
      await see(page.getByRole('banner').getByRole('link').first());
      expect(await page.evaluate(reloadsSoFar)).toBe(1);
      bringBack();
      await page.evaluate(goInPage, imageTool.at);
      await see(imageTool.field(page));
      await page.evaluate(goInPage, path);
      await see(page.getByRole('main').getByRole('heading', { level: 1, name: title }));
      expect(await page.evaluate(reloadsSoFar)).toBe(1);
    });
  },
);
