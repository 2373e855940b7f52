import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { arrive } from './people.ts';
import { askForPictures, kindsOfTheNewest, resultFrom, see, seeGone, unlock } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  studio.openai.open();
  await studio.books.expectToBeSound();
});

const compare = (page: Page) => page.getByRole('button', { name: 'Compare with OpenAI' });

async function deleteResult(page: Page, provider: 'Google' | 'OpenAI'): Promise<string> {
  await page.getByRole('button', { name: `Delete the result from ${provider}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this result?' });
  const warning = await dialog.getByText(/deleted|gone/).innerText();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await seeGone(dialog);
  await seeGone(resultFrom(page, provider));
  return warning;
}

test('given a single picture, when it is compared, then the other preview is added once, and one of them can be bought', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForPictures(page, 'A peacock on a temple wall');
    await see(unlock(page, 'Google', '₹75'));
    await see(unlock(page, 'OpenAI', '₹98'));
    expect(await compare(page).count()).toBe(0);
    expect(await deleteResult(page, 'OpenAI')).toBe(
      'It is gone for good, together with your words and its pictures.',
    );

    studio.openai.shut();
    await compare(page).click();
    await see(resultFrom(page, 'OpenAI').getByText('Waiting for OpenAI'));
    expect(await compare(page).count()).toBe(0);
    studio.openai.open();
    await unlock(page, 'OpenAI', '₹98').click();
    await see(resultFrom(page, 'OpenAI').getByText('₹98 paid · ₹152.00 left'));
    await page.reload();
    await see(resultFrom(page, 'OpenAI').getByText('₹98 paid · ₹152.00 left'));
    await see(unlock(page, 'Google', '₹75'));
    expect(await kindsOfTheNewest(studio)).toEqual([
      'SignupBonusCredited',
      'HoldPlaced',
      'HoldCaptured',
    ]);
  }));
