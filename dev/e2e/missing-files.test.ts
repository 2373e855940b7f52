// Pages, texts and shared code of the client whose file is missing while the server can be reached.
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
  parts,
  watchFiles,
} from './missing-steps.ts';
import { createIndividual, toBrowserState } from './people.ts';
import { see, seeInWallet, somebodyNew } from './steps.ts';
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

test.each(['en-words', 'picture', 'sheet'])(
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

test('a tool whose shared file tool is missing leaves the page, and a press loads it', () =>
  visitWithout(findFile('tool'), { at: imageTool.at }, async (page, bringBack) => {
    await see(imageTool.field(page));
    await page.evaluate(goInPage, '/?mode=general');
    await see(missing(page));
    await expectPageToStay(page);
    bringBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(page.getByRole('textbox', { name: 'Your message' }));
  }));

test.each(['phone', 'answers', 'session'])(
  'a sign-up whose shared file %s is missing says that no code was sent, and the next press sends it',
  (name) =>
    visitWithout(findFile(name), { at: '/signup' }, async (page, bringBack) => {
      const dialog = page.getByRole('dialog');
      const { phone } = somebodyNew();
      await dialog.getByLabel('Phone number').fill(phone);
      const send = dialog.getByRole('button', { name: 'Send OTP' });
      await send.click();
      await see(dialog.getByRole('alert').filter({ hasText: /\S/ }));
      await expectPageToStay(page);
      bringBack();
      await send.click();
      await see(dialog.getByText(`We sent a code to +91${phone}.`));
    }),
);

test.each(['answers', 'session'])(
  'a user whose shared file %s is missing is signed in again at the next press',
  (name) =>
    visitWithout(findFile(name), { at: imageTool.at, state: user }, async (page, bringBack) => {
      await see(page.getByRole('button', { name: 'Get Started' }));
      await expectPageToStay(page);
      bringBack();
      await imageTool.field(page).click();
      await seeInWallet(page, '₹250.00');
      await expectPageToStay(page);
    }),
);

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
  ['features/studio/prices/PricesPage', '/prices', 'Prices', 'visitor'],
  ['i18n/policies/en.ts', '/terms', 'Terms', 'visitor'],
  ['features/studio/library/LibraryPage', '/library', 'Everything I made', 'user'],
  ['page', '/wallet', 'Wallet', 'user'],
  ['features/models/ModelsPage', '/admin', 'Models', 'admin'],
  ['i18n/en/admin.ts', '/admin', 'Models', 'admin'],
] as const)(
  'a page whose file %s is missing shows this in the shell after one reload, and works at the next visit (%s)',
  async (name, path, title, who) => {
    const state = { visitor: undefined, user, admin }[who];
    const file = parts.get(name) ?? findFile(name);
    await visitWithout(file, { at: imageTool.at, state }, async (page, bringBack) => {
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
