import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  askForEdits,
  bonus,
  captured,
  choosePhoto,
  eventsOfTheNewest,
  generate,
  held,
  photoIn,
  prompt,
} from './edit-steps.ts';
import { measureFile } from './in-page.ts';
import { heldUpright, takePhoto } from './photo.ts';
import { arrive } from './people.ts';
import {
  askForCode,
  askForPictures,
  enterCode,
  pictureWidth,
  readCode,
  resultFrom,
  see,
  seeGone,
  somebodyNew,
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

test('given a large photo that lies on its side, when a preset is applied and one result bought, then it is upright, paid once, can be downloaded again, and nothing is left for the next person', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=edit_image');
    await see(page.getByText('₹45'));
    await see(page.getByText('₹60'));
    await choosePhoto(page, heldUpright(await takePhoto(page, { width: 3000, height: 2000 })));
    await see(photoIn(page));
    expect(await pictureWidth(photoIn(page))).toBe(1365);
    await page.getByRole('button', { name: 'Black and white' }).click();
    expect(await prompt(page).inputValue()).toBe('Make it black and white.');
    await generate(page).click();

    await see(unlock(page, 'Google', '₹45'));
    await see(unlock(page, 'OpenAI', '₹60'));
    expect(await pictureWidth(page.getByAltText('The picture you started from'))).toBe(1365);
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

    await page.getByRole('button', { name: 'Back to Edit' }).click();
    await see(photoIn(page));
    expect(await prompt(page).inputValue()).toBe('Make it black and white.');
    await page.locator('summary', { hasText: 'Recent prompts' }).click();
    await see(page.getByRole('button', { name: 'Make it black and white.' }));
    expect(await eventsOfTheNewest(studio)).toEqual([
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

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await see(page.getByRole('button', { name: 'Get Started' }));
    await page.getByRole('link', { name: /AI image editor/ }).click();
    await see(page.getByLabel('Choose a photo'));
    expect(await prompt(page).inputValue()).toBe('');
    expect(await page.getByText('Recent prompts').count()).toBe(0);
  }));

test('given a visitor with a photo, when a reload falls into their sign-up, then the edit goes on after it', () =>
  studio.visit(async ({ page }) => {
    await askForEdits(page, 'Apply a vintage filter.');
    await see(page.getByRole('dialog', { name: 'Welcome back' }));
    await page.reload();
    await see(page.getByRole('dialog', { name: 'Welcome back' }));
    const newcomer = somebodyNew();
    await askForCode(page, newcomer);
    await enterCode(page, await readCode(page, newcomer.phone));
    await see(unlock(page, 'Google', '₹45'));
    await see(unlock(page, 'OpenAI', '₹60'));
    expect(await pictureWidth(page.getByAltText('The picture you started from'))).toBe(640);
    expect(await eventsOfTheNewest(studio)).toEqual([bonus]);
  }));

test('given a result, when it is edited and that edit is edited again and bought, then each is made from the one before', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForPictures(page, 'A houseboat on the Dal lake');
    await see(unlock(page, 'OpenAI', '₹98'));
    await see(unlock(page, 'Google', '₹75'));
    await page.getByRole('button', { name: 'Edit the result from Google' }).click();
    await see(page.getByAltText('A houseboat on the Dal lake.'));
    await page.getByRole('button', { name: 'Vintage filter' }).click();
    await page.getByRole('radio', { name: 'Speed' }).check();
    await prompt(page).press('Control+Enter');
    // With a picture in it that was not bought, for ₹75, it costs no less.
    await see(unlock(page, 'OpenAI', '₹75'));

    await page.getByRole('button', { name: 'Edit the result from OpenAI' }).click();
    await see(page.getByAltText('Apply a vintage filter.'));
    expect(await prompt(page).inputValue()).toBe('');
    await prompt(page).fill('Give it vibrant colors.');
    await generate(page).click();
    await unlock(page, 'Google', '₹75').click();
    await see(resultFrom(page, 'Google').getByText('₹75 paid · ₹175.00 left'));

    const steps = await studio.books.query(
      `select edit.prompt, source.prompt as source_prompt, source.provider as source_provider
         from generation edit join generation source on source.id = edit.source_generation_id
        where edit.provider = 'google' order by edit.id`,
    );
    expect(steps).toEqual([
      {
        prompt: 'Apply a vintage filter.',
        source_prompt: 'A houseboat on the Dal lake.',
        source_provider: 'google',
      },
      {
        prompt: 'Give it vibrant colors.',
        source_prompt: 'Apply a vintage filter.',
        source_provider: 'openai',
      },
    ]);
    expect(await eventsOfTheNewest(studio)).toEqual([bonus, held(75_00), captured(75_00)]);
  }));

test('given a photo that does not get through, is stopped on its way, or has expired, then it can be sent again, and is sent once for both providers', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=edit_image');
    await choosePhoto(page, await takePhoto(page, { width: 640, height: 480 }));
    await prompt(page).fill('Make it black and white.');
    await page.route('**/api/upload', (route) => route.abort());
    await generate(page).click();
    const words = 'No connection to the studio. Check your network and try again.';
    await see(page.locator('form').getByText(words));

    // On its way for as long as it takes.
    await page.unroute('**/api/upload');
    await page.route('**/api/upload', () => {});
    await generate(page).click();
    await see(page.getByRole('progressbar'));
    await page.getByRole('button', { name: 'Stop sending' }).click();
    await seeGone(page.getByRole('progressbar'));
    await see(generate(page));
    expect(await page.locator('form').getByText(words).count()).toBe(0);
    await page.unroute('**/api/upload');
    expect(await uploadsOfTheNewest()).toBe(0);

    await generate(page).click();
    await see(unlock(page, 'Google', '₹45'));
    await see(unlock(page, 'OpenAI', '₹60'));
    expect(await uploadsOfTheNewest()).toBe(1);
    await page.getByRole('button', { name: 'Back to Edit' }).click();
    await generate(page).click();
    await see(unlock(page, 'OpenAI', '₹60'));
    expect(await uploadsOfTheNewest()).toBe(1);

    await studio.books.query(`update upload set created_at = created_at - interval '1 day'`);
    await page.getByRole('button', { name: 'Back to Edit' }).click();
    await generate(page).click();
    await see(unlock(page, 'Google', '₹45'));
    await see(unlock(page, 'OpenAI', '₹60'));
    const edits = await studio.books.query(
      `select id from generation where uid = (select uid from user_profile order by created_at desc limit 1)`,
    );
    expect(edits).toHaveLength(6);
  }));

/** How many photos of the newest person's can be used. */
async function uploadsOfTheNewest(): Promise<number> {
  const rows = await studio.books.query(
    `select id from upload where image_key is not null
        and uid = (select uid from user_profile order by created_at desc limit 1)`,
  );
  return rows.length;
}

test('given a photo that was chosen, when the page is reloaded, then it is there, or it is said that it could not be kept', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/?mode=edit_image');
    await choosePhoto(page, await takePhoto(page, { width: 320, height: 240 }));
    await see(photoIn(page));
    await prompt(page).fill('Make it black and white.');
    await page.reload();
    await see(photoIn(page));
    await page.evaluate(forgetPhotos);
    await page.reload();
    await see(page.getByText('Your browser could not keep the photo. Please choose it again.'));
    expect(await prompt(page).inputValue()).toBe('Make it black and white.');
  }));

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
