import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { language, paperColor } from './in-page.ts';
import { see, seeGone, signUp, signUpByEmail, someAddress, soon } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';

const tagHost = 'www.googletagmanager.com';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ ANALYTICS_MEASUREMENT_ID: 'G-TEST123' });
});
afterAll(() => studio?.stop());

const bar = (page: Page) => page.getByRole('region', { name: 'Cookie consent' });

/** Sent to the page as text. */
const commandsOfTag = () =>
  ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((each) =>
    JSON.stringify(Array.from(each)),
  );

const storedChoice = () => localStorage.getItem('sachet.consent');

/** Answers for Google, and keeps what was asked of it. */
async function standInForTheTag(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`https://${tagHost}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return asked;
}

describe('given nobody was asked yet', () => {
  test('when only what is needed is wanted, then nothing leaves, and the answer stays', () =>
    studio.visit(async ({ page }) => {
      const asked = await standInForTheTag(page);
      await page.goto('/');
      await see(bar(page).getByRole('button', { name: 'Accept all' }));
      await bar(page).getByRole('button', { name: 'Reject non\u2011essential' }).click();
      await seeGone(bar(page));
      await page.reload();
      await see(page.getByRole('heading', { level: 1 }));
      expect(await bar(page).count()).toBe(0);
      expect(await page.evaluate(storedChoice)).toBe('denied');
      await signUp(page);
      expect(asked).toEqual([]);
      expect(await page.evaluate(commandsOfTag)).toEqual([]);
    }));

  test('when nothing is chosen, then nothing leaves either, and nothing is covered', () =>
    studio.visit(
      async ({ page }) => {
        const asked = await standInForTheTag(page);
        await page.goto('/?mode=image');
        await see(bar(page));
        const generate = page.getByRole('button', { name: 'Generate previews · Free' });
        await soon(async () => {
          const [button, region] = [await generate.boundingBox(), await bar(page).boundingBox()];
          expect(button!.y + button!.height).toBeLessThanOrEqual(region!.y);
        });
        await page.getByRole('button', { name: 'Cookie choices' }).scrollIntoViewIfNeeded();
        await page.getByRole('button', { name: 'Cookie choices' }).click();
        expect(asked).toEqual([]);
      },
      { phone: true },
    ));
});

describe('given everything was accepted', () => {
  test('when somebody signs up, then the tag is loaded once and told of it once, without their address', () =>
    studio.visit(
      async ({ page }) => {
        const asked = await standInForTheTag(page);
        const email = someAddress();
        await page.goto(`/signup?email=${encodeURIComponent(email)}`);
        const dialog = page.getByRole('dialog', { name: 'Create your account' });
        expect(await dialog.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email);
        await dialog.getByRole('button', { name: 'Close' }).click();
        await bar(page).getByRole('button', { name: 'Accept all' }).click();
        await soon(() => expect(asked).toEqual([`https://${tagHost}/gtag/js?id=G-TEST123`]));
        await page.getByRole('button', { name: 'Get Started' }).click();
        await signUpByEmail(page, { email, password: 'chai and samosa' });
        await see(page.getByText('Profile created — starting balance credited.'));

        const commands = await page.evaluate(commandsOfTag);
        expect(commands.slice(0, 2).map((command) => JSON.parse(command) as unknown)).toEqual([
          ['consent', 'default', expect.objectContaining({ analytics_storage: 'denied' })],
          ['consent', 'update', expect.objectContaining({ analytics_storage: 'granted' })],
        ]);
        expect(commands.filter((command) => command.includes('sign_up'))).toEqual([
          '["event","sign_up",{"method":"email"}]',
        ]);
        expect(commands.join()).not.toContain(email.split('@')[0]);
        expect(asked).toHaveLength(1);
      },
      { hosts: [tagHost] },
    ));

  test('when the choice is taken back at the foot of the page, then the tag is told and stays away after a reload', () =>
    studio.visit(
      async ({ page }) => {
        const asked = await standInForTheTag(page);
        await page.goto('/about');
        await bar(page).getByRole('button', { name: 'Accept all' }).click();
        await soon(() => expect(asked).toHaveLength(1));
        await page.reload();
        await soon(() => expect(asked).toHaveLength(2));

        await page.getByRole('button', { name: 'Cookie choices' }).click();
        await bar(page).getByRole('button', { name: 'Reject non\u2011essential' }).click();
        const last = (await page.evaluate(commandsOfTag)).at(-1) ?? '';
        expect(JSON.parse(last)).toEqual([
          'consent',
          'update',
          expect.objectContaining({ analytics_storage: 'denied' }),
        ]);
        await page.reload();
        await see(page.getByRole('heading', { level: 1, name: 'About' }));
        expect(await page.evaluate(commandsOfTag)).toEqual([]);
        expect(asked).toHaveLength(2);
      },
      { hosts: [tagHost] },
    ));
});

test('a language and a theme that were chosen stay after a reload', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/');
    const light = await page.evaluate(paperColor);
    await page.getByRole('button', { name: 'Hindi', exact: true }).click();
    await soon(async () => expect(await page.evaluate(language)).toBe('hi'));
    await page.getByRole('banner').getByRole('button').nth(-2).click();
    await soon(async () => expect(await page.evaluate(paperColor)).not.toBe(light));
    const dark = await page.evaluate(paperColor);
    await page.reload();
    await see(page.getByRole('heading', { level: 1, name: /[\u0900-\u097f]/ }));
    expect(await page.evaluate(language)).toBe('hi');
    expect(await page.evaluate(paperColor)).toBe(dark);
  }));
