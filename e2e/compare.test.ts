import { impatient } from '@sachet/api/testing/stack';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { arrive } from './people.ts';
import { askForPictures, resultFrom, see, seeGone, seeInWallet, soon, unlock } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(impatient);
});
afterAll(() => studio?.stop());
afterEach(async () => {
  studio.openai.open();
  if (!studio.stack.api.isRunning()) await studio.stack.api.start();
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

const kindsOfTheNewest = async () =>
  (
    await studio.books.query<{ kind: string }>(
      `select kind from ledger_event
        where wallet_id = (select id from wallet order by created_at desc limit 1) order by seq`,
    )
  ).map(({ kind }) => kind);

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
    expect(await kindsOfTheNewest()).toEqual(['SignupBonusCredited', 'HoldPlaced', 'HoldCaptured']);
  }));

test('given an API that is down, when a picture is compared, then the words say so and comparing works later', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForPictures(page, 'A tea garden in Munnar');
    await see(unlock(page, 'Google', '₹75'));
    await see(unlock(page, 'OpenAI', '₹98'));
    await deleteResult(page, 'OpenAI');
    await studio.stack.api.kill('SIGKILL');
    await compare(page).click();
    const words = 'An error occurred while generating with the other provider.';
    await see(page.getByRole('alert').filter({ hasText: words }));

    await studio.stack.api.start();
    await compare(page).click();
    await see(unlock(page, 'OpenAI', '₹98'));
    expect(await kindsOfTheNewest()).toEqual(['SignupBonusCredited']);
  }));

test('given a bought picture, when it is deleted, then that is warned of, it is gone, and the ledger is as it was', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForPictures(page, 'A brass lamp in the dark');
    await see(unlock(page, 'OpenAI', '₹98'));
    await unlock(page, 'Google', '₹75').click();
    await see(resultFrom(page, 'Google').getByText('₹75 paid · ₹175.00 left'));
    const before = await studio.books.mark();
    expect(await deleteResult(page, 'Google')).toBe(
      'You paid ₹75 for this picture. Once deleted, it cannot be downloaded again.',
    );
    await deleteResult(page, 'OpenAI');
    await see(page.getByLabel('Subject'));
    await seeInWallet(page, '₹175.00');
    await soon(async () => {
      const kept = await studio.books.query(
        `select g.id from generation g join wallet w on w.id = g.wallet_id
          where w.id = (select id from wallet order by created_at desc limit 1)
            and (g.prompt <> '' or g.original_key is not null or g.preview_key is not null)`,
      );
      expect(kept).toEqual([]);
    });
    expect(await studio.books.mark()).toBe(before);
  }));
