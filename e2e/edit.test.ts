import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  askForEdits,
  bonus,
  choosePhoto,
  readNewestEvents,
  generate,
  held,
  photoIn,
  prompt,
} from './edit-steps.ts';
import { decodedWidth, measureFile } from './in-page.ts';
import { heldUpright, takePhoto } from './photo.ts';
import { arrive } from './people.ts';
import {
  askForCode,
  enterCode,
  readCode,
  resultFrom,
  see,
  seeGone,
  seeWidth,
  somebodyNew,
  soon,
  unlock,
} from './steps.ts';
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

test('a rotated photo is edited upright, bought once, downloaded and edited again, and nothing remains for the next user of the browser', () =>
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
    const sizes = await google
      .getByRole('radio')
      .evaluateAll((radios) =>
        radios.map((radio) => radio.parentElement?.innerText.replaceAll(/\s+/g, ' ')),
      );
    expect(sizes).toEqual(['512 px ₹27', '1024 px ₹45', '1536 px ₹68', '2048 px ₹90']);
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

    await lookClosely(page);
    await editAgain(page);
    await page.getByRole('button', { name: 'Back to Edit' }).click();
    await page.locator('summary', { hasText: 'Recent prompts' }).click();
    await see(page.getByRole('button', { name: 'Make it black and white.' }));
    await findItInTheLibrary(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await see(page.getByRole('button', { name: 'Get Started' }));
    await page.getByRole('link', { name: /AI image editor/ }).click();
    await see(page.getByLabel('Choose a photo'));
    await soon(async () => expect(await prompt(page).inputValue()).toBe(''));
    expect(await page.getByText('Recent prompts').count()).toBe(0);
  }));

/** Compares the edit with the photo, opens the edit in full screen and shares it. */
async function lookClosely(page: Page): Promise<void> {
  const google = resultFrom(page, 'Google');
  const line = google.getByRole('slider', { name: 'Before and after' });
  await line.press('End');
  await soon(async () => expect(await line.getAttribute('aria-valuetext')).toBe('100% before'));

  await google.getByRole('button', { name: 'Full screen: Google' }).click();
  const whole = page.getByRole('dialog', { name: 'Google · Make it black and white.' });
  const picture = whole.getByAltText(/^Picture: /);
  await soon(async () => expect(await picture.evaluate(decodedWidth)).toBeGreaterThan(256));
  await page.goBack();
  await seeGone(whole);

  // The shared file contains the AI label.
  const share = google.getByRole('button', { name: 'Share the picture from Google' });
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

/**
 * Finds the edit in the library on a wide screen: tiles side by side, with the details of one edit next to
 * them.
 */
async function findItInTheLibrary(page: Page): Promise<void> {
  await page.goto('/library');
  const tiles = page.getByRole('list', { name: 'Everything I made' }).getByRole('button');
  await soon(async () => expect(await tiles.count()).toBe(4));
  const tops = await tiles.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await page.getByRole('button', { name: /^Make it black and white\..*Google/ }).click();
  const viewer = page.getByRole('dialog');
  const picture = await viewer.getByAltText(/^Picture: /).boundingBox();
  const details = await viewer.getByRole('complementary', { name: 'Details' }).boundingBox();
  expect(details!.x).toBeGreaterThanOrEqual(picture!.x + picture!.width);
  await see(viewer.getByRole('link', { name: 'Download' }));
  await page.keyboard.press('Escape');
  await seeGone(viewer);
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

/** Edits a part of the result that was just bought. */
async function editAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit the result from Google' }).click();
  await see(page.getByAltText('Make it black and white.'));
  // Marking also works on a phone.
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Mark what to change' }).click();
  await see(page.getByText('Paint over what should change.'));
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Done' }).click();
  await see(page.getByRole('button', { name: 'Change the mark' }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await prompt(page).fill('Give it vibrant colors.');
  await prompt(page).press('Control+Enter');
  await see(unlock(page, 'Google', '₹45'));
  // The library lists only finished results.
  await see(unlock(page, 'OpenAI', '₹60'));
  const steps = await studio.books.query(
    `select edit.prompt, source.prompt as source_prompt, source.provider as source_provider,
            edit.mask_key = edit.id || '/mask.png' as has_mask
       from generation edit join generation source on source.id = edit.source_generation_id
      where edit.provider = 'google' order by edit.id`,
  );
  expect(steps).toEqual([
    {
      prompt: 'Give it vibrant colors.',
      source_prompt: 'Make it black and white.',
      source_provider: 'google',
      has_mask: true,
    },
  ]);
}

test('a visitor keeps the photo over a reload, or reads that it was not kept, and the edit continues after sign-up', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/?mode=edit_image');
    await choosePhoto(page, await takePhoto(page, { width: 320, height: 240 }));
    await see(photoIn(page));
    await prompt(page).fill('Make it black and white.');
    await seeKept(page);
    await page.reload();
    await see(photoIn(page));
    await page.evaluate(forgetPhotos);
    await page.reload();
    await see(page.getByText('Your browser couldn’t keep the photo. Choose it again.'));
    await soon(async () =>
      expect(await prompt(page).inputValue()).toBe('Make it black and white.'),
    );

    await askForEdits(page, 'Apply a vintage filter.');
    await see(page.getByRole('dialog', { name: 'Create your account' }));
    await seeKept(page);
    await page.reload();
    await see(page.getByRole('dialog', { name: 'Create your account' }));
    const newcomer = somebodyNew();
    await askForCode(page, newcomer, 'Login');
    await enterCode(page, await readCode(page, newcomer.phone));
    await see(unlock(page, 'Google', '₹45'));
    await see(unlock(page, 'OpenAI', '₹60'));
    await seeWidth(page.getByAltText('The picture you started from'), 640);
    expect(await readNewestEvents(studio)).toEqual([bonus]);
    const asked = await studio.books.query(
      `select id from generation
        where uid = (select uid from user_profile order by created_at desc limit 1)`,
    );
    expect(asked).toHaveLength(2);
  }));

/** The browser stores a photo a moment after it is shown. */
const seeKept = (page: Page) =>
  expect.poll(() => page.evaluate(countPhotos), { timeout: 60_000 }).toBeGreaterThan(0);

async function countPhotos(): Promise<number> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'sachet')) return 0;
  return new Promise((resolve) => {
    const opening = indexedDB.open('sachet');
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('photos').objectStore('photos').count();
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}

function forgetPhotos(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('sachet');
    opening.addEventListener('success', () => {
      const clearing = opening.result.transaction('photos', 'readwrite');
      clearing.objectStore('photos').clear();
      clearing.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}
