import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { focusIsIn, isFocused, language, paperColor, pixelsTooWide } from './in-page.ts';
import { askForPictures, resultFrom, see, seeGone, signUp, soon } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';
import type { BrowserState } from './visitor.ts';

const pages = {
  '/': 'Good AI, in small packets.',
  '/signup': 'Good AI, in small packets.',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
  '/content-policy': 'AI Content & Safety',
  '/billing': 'Billing & Refund',
  '/contact': 'Contact',
  '/about': 'About',
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
      for (const [path, title] of Object.entries(pages)) {
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

  test('protected and unknown addresses lead to the main screen', () =>
    studio.visit(async ({ page }) => {
      for (const path of [
        '/wallet',
        '/admin',
        '/admin/billing',
        '/organization',
        '/no/such/page',
      ]) {
        await page.goto(path);
        await page.waitForURL('/');
        await see(page.getByRole('heading', { level: 1, name: pages['/'] }));
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

  test('tools that are not open yet say so', () =>
    studio.visit(async ({ page }) => {
      for (const mode of ['instagram', 'instagram_ideas', 'general', 'edit_image']) {
        await page.goto(`/?mode=${mode}`);
        await see(page.getByRole('heading', { name: 'This tool opens soon' }));
      }
      await page.getByRole('link', { name: 'Open the image generator' }).click();
      await see(page.getByRole('heading', { name: 'Make an image' }));
    }));
});

test('a language that was chosen stays after a reload, and the page says which it is', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/');
    for (const [name, lang, title] of [
      ['Hindi', 'hi', /[\u0900-\u097f]/],
      ['Hinglish', 'hi-Latn', /^[^\u0900-\u097f]+$/],
      ['English', 'en', pages['/']],
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

describe('what everybody can read and reach', () => {
  /** Somebody with pictures in every state, whose browser the tours below are made with. */
  let state: BrowserState;
  const results: Record<string, string> = {};

  beforeAll(() =>
    studio.visit(async ({ page, context }) => {
      await signUp(page);
      await askForPictures(page, 'Mangoes on a newspaper [[fail:safety@google]]');
      await see(resultFrom(page, 'Google').getByText('You were not charged'));
      await see(resultFrom(page, 'OpenAI').getByRole('button', { name: /^Unlock/ }));
      results['failed and locked'] = page.url();

      await askForPictures(page, 'Marigolds in a brass bowl [[fail:server@openai#premium]]');
      for (const provider of ['Google', 'OpenAI'] as const) {
        await resultFrom(page, provider)
          .getByRole('button', { name: /^Unlock/ })
          .click();
      }
      await see(resultFrom(page, 'Google').getByRole('link', { name: 'Download' }));
      await see(resultFrom(page, 'OpenAI').getByText('Unlock failed'));
      results['unlocked and refused'] = page.url();
      state = await context.storageState();
    }),
  );

  /** Through every page and main view; buttons are found by their place: their words change. */
  async function tourSignedOut(page: Page, look: (view: string) => Promise<void>): Promise<void> {
    for (const path of Object.keys(pages)) {
      await page.goto(path);
      await see(page.getByRole('heading', { level: 1, includeHidden: true }));
      if (path === '/signup') await see(page.getByRole('dialog'));
      await look(path);
    }
    await page.goto('/?mode=image');
    await see(page.getByRole('textbox'));
    await look('form');
    await page.locator('form button[type=submit]').click();
    await see(page.locator('form [role=alert]'));
    await look('form without a subject');
    await page.goto('/?mode=general');
    await see(page.getByRole('heading', { level: 1 }));
    await look('tool that opens soon');

    await page.getByRole('banner').getByRole('button').last().click();
    const dialog = page.getByRole('dialog');
    for (const tab of [0, 1]) {
      await dialog.getByRole('tab').nth(tab).click();
      for (const method of ['phone', 'email']) {
        await dialog.locator(`input[value=${method}]`).check();
        await dialog.locator('input:not([type=radio])').first().waitFor();
        await look(`dialog, tab ${tab + 1}, ${method}`);
      }
    }
    await dialog.locator('input[value=phone]').check();
    await dialog.locator('button[type=submit]').click();
    await see(dialog.locator('[role=alert]:visible'));
    await look('dialog with faults');
  }

  async function tourSignedIn(page: Page, look: (view: string) => Promise<void>): Promise<void> {
    for (const [view, url] of Object.entries(results)) {
      await page.goto(url);
      await see(page.getByRole('article').nth(1));
      await seeGone(page.locator('article[aria-busy]'));
      await see(page.getByRole('banner').getByRole('link').filter({ hasText: '₹' }));
      await look(view);
    }
    await page.goto('/?mode=image');
    await see(page.getByRole('heading', { level: 2 }).locator('+ a'));
    await look('form with the latest results');
    studio.google.shut();
    studio.openai.shut();
    await page.getByRole('textbox').fill('A night train through the Ghats');
    await page.locator('form button[type=submit]').click();
    await see(page.locator('article[aria-busy]').nth(1));
    await look('waiting');
    studio.google.open();
    studio.openai.open();
    await page.goto('/wallet');
    await see(page.getByRole('listitem').filter({ hasText: '₹' }));
    await look('wallet page');
    await page.getByRole('banner').getByRole('button').nth(-1).click();
    await see(page.getByRole('menu'));
    await look('account menu');
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button').nth(-2).click();
    await see(page.getByRole('dialog'));
    await look('wallet dialog');
  }

  async function faultsOf(page: Page, only?: string): Promise<string[]> {
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    const { violations } = await (only ? axe.withRules(only) : axe).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
      );
  }

  /** Light is looked at in full; in dark only the colours differ. */
  async function expectAccess(page: Page, view: string): Promise<void> {
    expect(await faultsOf(page), `${view}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page, 'color-contrast'), `${view}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }

  async function expectNoScrollingSideways(page: Page, view: string): Promise<void> {
    expect(await page.evaluate(pixelsTooWide), `${view}: pixels too wide`).toBe(0);
  }

  async function expectBoth(page: Page, view: string): Promise<void> {
    await expectNoScrollingSideways(page, view);
    await expectAccess(page, view);
  }

  describe.each([
    {
      language: 'en',
      device: 'laptop',
      claim: 'a serious fault of access, light or dark',
      look: expectAccess,
    },
    {
      language: 'en',
      device: 'phone',
      claim: 'to be scrolled sideways',
      look: expectNoScrollingSideways,
    },
    { language: 'hi', device: 'phone', claim: 'either fault', look: expectBoth },
  ] as const)('in $language on a $device', ({ language, device, claim, look }) => {
    test.each([
      { who: 'visitor', tour: tourSignedOut, isSignedIn: false },
      { who: 'customer', tour: tourSignedIn, isSignedIn: true },
    ])(`no view of a $who has ${claim}`, ({ tour, isSignedIn }) =>
      studio.visit(({ page }) => tour(page, (view) => look(page, view)), {
        language,
        phone: device === 'phone',
        state: isSignedIn ? state : undefined,
      }),
    );
  });
});
