import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { focusIsIn, isFocused, language, paperColor } from './in-page.ts';
import { publicPages, see, seeGone, soon } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';

const toolTitles = {
  instagram: 'Captions for your photo',
  instagram_ideas: 'Daily IG Ideas',
  general: 'Chat with AI',
  image: 'Make an image',
  edit_image: 'Edit a photo',
};

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.stop());

const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('given nobody signed in', () => {
  test('every public page opens by its address, and by the links of the footer', () =>
    studio.visit(async ({ page }) => {
      for (const [path, title] of Object.entries(publicPages)) {
        await page.goto(path);
        // Behind the dialog of /signup the page is hidden from whoever does not see.
        await see(page.getByRole('heading', { level: 1, name: title, includeHidden: true }));
        expect(pathOf(page)).toBe(path);
      }
      const links = page.getByRole('contentinfo').getByRole('link');
      for (const name of ['Privacy', 'Terms', 'AI Content & Safety', 'Billing & Refund']) {
        await links.filter({ hasText: name }).click();
        await see(page.getByRole('heading', { level: 1, name }));
      }
    }));

  test('/signup opens the dialog, which its button and its backdrop close', () =>
    studio.visit(async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Create your account' });
      await page.goto('/signup');
      await see(dialog.getByText('₹250 bonus with a mobile phone.'));
      await dialog.getByRole('button', { name: 'Close' }).click();
      await seeGone(dialog);

      await page.reload();
      await see(dialog);
      await page.mouse.click(20, 450);
      await seeGone(dialog);
    }));

  test('every tool opens by its address', () =>
    studio.visit(async ({ page }) => {
      for (const [mode, title] of Object.entries(toolTitles)) {
        await page.goto(`/?mode=${mode}`);
        await see(page.getByRole('heading', { level: 1, name: title }));
      }
    }));
});

test('a language that was chosen stays after a reload, and the page says which it is', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/');
    for (const [name, lang, title] of [
      ['Hindi', 'hi', /[\u0900-\u097f]/],
      ['Hinglish', 'hi-Latn', /^[^\u0900-\u097f]+$/],
      ['English', 'en', publicPages['/']],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true });
      await button.click();
      await soon(async () => expect(await page.evaluate(language)).toBe(lang));
      await page.reload();
      expect(await page.evaluate(language)).toBe(lang);
      await see(page.getByRole('heading', { level: 1, name: title }));
      expect(await button.getAttribute('aria-pressed')).toBe('true');
    }
  }));

test("the theme is the system's until another is chosen, which stays after a reload", () =>
  studio.visit(
    async ({ page }) => {
      const paper = () => page.evaluate(paperColor);
      await page.goto('/');
      const dark = await paper();
      await page.getByRole('button', { name: 'Switch to the light theme' }).click();
      await soon(async () => expect(await paper()).not.toBe(dark));
      const light = await paper();
      await page.reload();
      expect(await paper()).toBe(light);
      await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
      await soon(async () => expect(await paper()).toBe(dark));
    },
    { theme: 'dark' },
  ));

describe('given a keyboard only', () => {
  test('the first Tab offers the way past the header', () =>
    studio.visit(async ({ page }) => {
      await page.goto('/');
      await see(page.getByRole('heading', { level: 1 }));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(focusIsIn, 'main')).toBe(true);
    }));

  test('a dialog keeps the focus, closes by Escape and gives it back', () =>
    studio.visit(async ({ page }) => {
      await page.goto('/');
      const getStarted = page.getByRole('button', { name: 'Get Started' });
      await getStarted.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Welcome back' });
      await see(dialog);
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let press = 0; press < 20; press++) {
          await page.keyboard.press(key);
          expect(await page.evaluate(focusIsIn, '[role=dialog]'), `after ${press + 1} ${key}`).toBe(
            true,
          );
        }
      }
      await page.keyboard.press('Escape');
      await seeGone(dialog);
      await soon(async () => expect(await getStarted.evaluate(isFocused)).toBe(true));
    }));

  test('Ctrl+Enter sends the form, and a form without a subject says what is missing', () =>
    studio.visit(async ({ page }) => {
      await page.goto('/?mode=image');
      const subject = page.getByLabel('Subject');
      await subject.focus();
      await page.keyboard.press('Control+Enter');
      await see(page.getByText('Describe what the picture should show.'));
      await page.keyboard.type('A yellow umbrella');
      await page.keyboard.press('Control+Enter');
      await see(page.getByRole('dialog', { name: 'Welcome back' }));
    }));
});
