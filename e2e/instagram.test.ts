import { drawPicture } from '@sachet/sandbox/drawing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readNewestKinds, resultFrom, see, seeInWallet, soon } from './steps.ts';
import { arrive } from './people.ts';
import { shareStudio, type Studio } from './studio.ts';

const write = 'Write captions · Free';

let studio: Studio;
let photo: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  const picture = { provider: 'google', premium: false, width: 640, height: 480 } as const;
  const [opened, buffer] = await Promise.all([
    shareStudio(),
    drawPicture({ ...picture, prompt: 'A chai stall in the rain' }),
  ]);
  studio = opened;
  photo = { name: 'chai.png', mimeType: 'image/png', buffer };
});
afterAll(() => studio?.stop());
afterEach(async () => {
  expect(await readNewestKinds(studio)).toEqual(['SignupBonusCredited']);
  await studio.books.expectToBeSound();
});

const readCaptions = (card: Locator) => card.getByRole('listitem').locator('p').allInnerTexts();

async function askForCaptions(page: Page, audience: string): Promise<void> {
  await page.getByLabel('Choose a photo').setInputFiles(photo);
  await see(page.getByText('chai.png'));
  await page.getByLabel('Audience', { exact: true }).fill(audience);
  await page.getByRole('button', { name: write }).click();
}

test('both providers write three free captions for a photo that can be copied', () =>
  studio.visit(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await arrive(studio, page);
    await page
      .getByRole('link', { name: /^Instagram/ })
      .first()
      .click();
    await page.getByRole('button', { name: write }).click();
    await see(page.getByText('Upload a photo first.'));
    await page.getByRole('button', { name: 'Funny' }).click();
    await askForCaptions(page, 'Tea lovers');

    const google = resultFrom(page, 'Google');
    const openai = resultFrom(page, 'OpenAI');
    for (const card of [google, openai]) {
      await see(card.getByRole('button', { name: 'Copy caption 3' }));
      const captions = await readCaptions(card);
      expect(captions).toHaveLength(3);
      for (const caption of captions) {
        expect(caption.match(/#/g)?.length).toBeGreaterThanOrEqual(3);
        expect(caption.split(/\s+/).length).toBeLessThan(100);
      }
    }
    for (const { asked } of [studio.google, studio.openai]) {
      expect(asked.at(-1)).toContain('Audience: Tea lovers\\nTone: Funny');
      // The request contained the photo in base64.
      expect(asked.at(-1)?.length).toBeGreaterThan(5_000);
    }

    await google.getByRole('button', { name: 'Copy caption 2' }).click();
    await see(google.getByText('Copied'));
    const captions = await readCaptions(google);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(captions[1]);
    await page.reload();
    await see(openai.getByRole('button', { name: 'Copy caption 3' }));
    await soon(async () => expect(await readCaptions(google)).toEqual(captions));
    await seeInWallet(page, '₹250.00');
  }));
