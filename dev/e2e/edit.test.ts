import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  bonus,
  choosePhoto,
  readNewestEvents,
  generate,
  held,
  photoIn,
  prompt,
} from './edit-steps.ts';
import { measureFile } from './in-page.ts';
import { heldUpright, takePhoto } from './photo.ts';
import { arrive } from './people.ts';
import { resultFrom, see, seeGone, seeWidth, soon, unlock } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  studio.google.open();
  studio.openai.open();
  await studio.books.expectToBeSound();
});

test('a rotated photo is edited upright, bought once, downloaded and shared with its label, and nothing remains for the next user of the browser', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=edit_image');
    await see(page.getByText('₹45'));
    await see(page.getByText('₹60'));
    await choosePhoto(page, heldUpright(await takePhoto(page, { width: 640, height: 480 })));
    await see(photoIn(page));
    await seeWidth(photoIn(page), 480);
    await page.getByRole('button', { name: 'Black and white' }).click();
    await soon(async () =>
      expect(await prompt(page).inputValue()).toBe('Make it black and white.'),
    );
    await generate(page).click();

    await see(unlock(page, 'Google', '₹45'));
    await see(unlock(page, 'OpenAI', '₹60'));
    await seeWidth(page.getByAltText('The picture you started from'), 480);
    const google = resultFrom(page, 'Google');
    await unlock(page, 'Google', '₹45').click();
    await see(google.getByText('₹45 paid · ₹205.00 left'));

    await page.reload();
    await see(google.getByText('₹45 paid · ₹205.00 left'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      google.getByRole('link', { name: 'Download' }).click(),
    ]);
    const { width, height } = await page.evaluate(
      measureFile,
      readFileSync(await download.path()).toString('base64'),
    );
    expect(height).toBe(1024);
    expect(width).toBeLessThan(height);

    expect(await readNewestEvents(studio)).toEqual([
      bonus,
      held(45_00),
      {
        kind: 'HoldCaptured',
        amount_paise: -45_00,
        held_paise: -45_00,
        balance_after: 205_00,
        counter_account: 'revenue:edit_image',
      },
    ]);

    await shareEdit(page);
    await page.getByRole('button', { name: 'Back to Edit' }).click();
    await page.locator('summary', { hasText: 'Recent prompts' }).click();
    await see(page.getByRole('button', { name: 'Make it black and white.' }));
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await see(page.getByRole('button', { name: 'Get Started' }));
    await page.getByRole('link', { name: /AI image editor/ }).click();
    await see(page.getByLabel('Choose a photo'));
    await soon(async () => expect(await prompt(page).inputValue()).toBe(''));
    expect(await page.getByText('Recent prompts').count()).toBe(0);
  }));

/** Shares the edit, whose file contains the AI label. */
async function shareEdit(page: Page): Promise<void> {
  const share = resultFrom(page, 'Google').getByRole('button', {
    name: 'Share the picture from Google',
  });
  const sheet = page.getByRole('dialog', { name: 'Share this picture' });
  await page.evaluate(takeShares);
  await share.click();
  await sheet.getByRole('button', { name: 'Share picture' }).click();
  await soon(async () => expect(await page.evaluate(readShared)).toContain(composite));
  await seeGone(sheet);
  await page.evaluate(refuseShares);
  await share.click();
  await see(sheet.getByRole('link', { name: 'WhatsApp' }));
  await page.keyboard.press('Escape');
  await seeGone(sheet);
}

const composite = 'newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

// Sent to the page as text.
function takeShares(): void {
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files }: { files: File[] }) => {
      document.body.dataset.shared = await files[0]?.text();
    },
  });
}
const readShared = () => document.body.dataset.shared ?? '';
const refuseShares = () => void Object.assign(navigator, { canShare: () => false });
