import { afterAll, beforeAll, expect, test } from 'vitest';
import { language, paperColor } from './in-page.ts';
import { see, seeGone, someAddress, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

const tagHost = 'www.googletagmanager.com';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

/** A function for the page, to which it is sent as text. */
const readTagCommands = () =>
  ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((each) =>
    JSON.stringify(Array.from(each)),
  );

test('the analytics tag loads once after consent, gets no query parameters, and does not load again once consent is withdrawn', () =>
  studio.visit(
    async ({ page }) => {
      const asked: string[] = [];
      await page.route(`https://${tagHost}/**`, (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'text/javascript', body: '' });
      });
      const bar = page.getByRole('region', { name: 'Cookie consent' });
      const email = someAddress();
      await page.goto(`/signup?from=${encodeURIComponent(email)}`);
      const dialog = page.getByRole('dialog', { name: 'Create your account' });
      await dialog.getByRole('button', { name: 'Close' }).click();
      expect(asked).toEqual([]);
      // The bar covers nothing: the button at the foot of the page can be pressed.
      await page.getByRole('button', { name: 'Cookie choices' }).click({ trial: true });
      await page.setViewportSize({ width: 360, height: 780 });
      await page.getByRole('button', { name: 'Cookie choices' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Cookie choices' }).click({ trial: true });
      await bar.getByRole('link', { name: 'Privacy' }).click({ trial: true });
      await page.setViewportSize({ width: 1440, height: 900 });
      await bar.getByRole('button', { name: 'Accept all' }).click();
      await soon(() => expect(asked).toEqual([`https://${tagHost}/gtag/js?id=G-TEST123`]));
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
      await soon(async () => {
        const commands = await page.evaluate(readTagCommands);
        expect(commands.join()).toContain('page_view');
        expect(commands.join()).not.toContain(email.split('@')[0]);
      });

      await page.getByRole('button', { name: 'Cookie choices' }).click();
      await bar.getByRole('button', { name: 'Reject non\u2011essential' }).click();
      await seeGone(bar);
      const light = await page.evaluate(paperColor);
      await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
      await soon(async () => expect(await page.evaluate(paperColor)).not.toBe(light));
      const dark = await page.evaluate(paperColor);
      await page.getByRole('button', { name: 'हिन्दी', exact: true }).click();
      await soon(async () => expect(await page.evaluate(language)).toBe('hi'));

      await page.reload();
      await see(page.getByRole('heading', { level: 1, name: /[\u0900-\u097f]/ }));
      await soon(async () => expect(await page.evaluate(language)).toBe('hi'));
      await soon(async () => expect(await page.evaluate(paperColor)).toBe(dark));
      expect(await page.evaluate(readTagCommands)).toEqual([]);
      expect(asked).toHaveLength(1);
    },
    { hosts: [tagHost] },
  ));
