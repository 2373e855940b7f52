import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shareStudio, type Studio } from './studio.ts';
import { arrive } from './people.ts';
import { askForPictures, resultFrom, see, seeGone, seeInWallet, soon, unlock } from './steps.ts';
import {
  asInstagram,
  beginToPay,
  expectAccess,
  movesOfTheNewest,
  payInTheSheet,
  seeToast,
  wallet,
} from './top-up-steps.ts';
import type { Page } from 'playwright-core';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const added200 = 'Payment successful! ₹200 added to your wallet.';

describe('given a picture that costs more than there is', () => {
  test('when its buyer adds money in the sheet, then the unlock goes on by itself', () =>
    studio.visit(async ({ page }) => {
      await arrive(studio, page);
      await wantMoreThanThereIs(page);
      const dialog = wallet(page);
      await see(dialog.getByText('After the payment your unlock for ₹75 goes on by itself.'));
      await expectAccess(page, 'the amount for a picture');
      await beginToPay(page, '₹200');
      await payInTheSheet(page);
      await seeToast(page, added200);
      await seeGone(dialog);
      await see(resultFrom(page, 'Google').getByText('₹75 paid · ₹180.00 left'));
      await seeInWallet(page, '₹180.00');
      await expectTopUpAndUnlock();
    }));

  test('when its wallet is heard of while it is being read, then the unlock goes on by itself', () =>
    studio.visit(async ({ page }) => {
      await arrive(studio, page);
      await wantMoreThanThereIs(page);
      await beginToPay(page, '₹200');
      await hearOfTheWalletWhileItIsRead(page);
      await payInTheSheet(page);
      await seeToast(page, added200);
      await seeGone(wallet(page));
      await see(resultFrom(page, 'Google').getByText('₹75 paid · ₹180.00 left'));
      await expectTopUpAndUnlock();
    }));

  test("when they pay on the gateway's own page, then a button on their return goes on with it", () =>
    studio.visit(async ({ page }) => {
      await asInstagram(page);
      await arrive(studio, page);
      await wantMoreThanThereIs(page);
      await beginToPay(page, '₹200');
      await page.getByRole('button', { name: 'Pay ₹200.00' }).click();

      await see(page.getByRole('main').getByText('₹200 added'));
      await seeToast(page, added200);
      await soon(() => expect(new URL(page.url()).search).toBe(''));
      expect(new URL(page.url()).pathname).toBe('/wallet');
      await seeInWallet(page, '₹255.00');
      await expectAccess(page, 'back from the gateway');
      await page.getByRole('button', { name: 'Continue: unlock for ₹75' }).first().click();
      await see(resultFrom(page, 'Google').getByText('₹75 paid · ₹180.00 left'));
      await expectTopUpAndUnlock();
    }));
});

/**
 * The next reading of the wallet is not answered before the news of it have begun another one, which
 * then takes longer.
 */
async function hearOfTheWalletWhileItIsRead(page: Page): Promise<void> {
  const [isRead, isReadAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let hasBeenTold = false;
  await page.route('**/api/events', async (request) => {
    if (hasBeenTold) return request.continue();
    await isRead.promise;
    hasBeenTold = true;
    const body = 'event: wallet\ndata: {"id":"wal_of_theirs"}\n\n';
    await request.fulfill({ contentType: 'text/event-stream', body });
  });
  // The connection of now is given up for one that goes through here.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.route('**/api/wallet', async (request) => {
    const response = await request.fetch();
    if (hasBeenTold) {
      isReadAgain.resolve();
      await page.waitForTimeout(500);
    } else {
      isRead.resolve();
      await isReadAgain.promise;
    }
    await request.fulfill({ response });
  });
}

async function wantMoreThanThereIs(page: Page): Promise<void> {
  await askForPictures(page, 'A tea garden above the clouds');
  const openai = resultFrom(page, 'OpenAI');
  await openai.getByRole('radio', { name: /2048/ }).check();
  await unlock(page, 'OpenAI', '₹195').click();
  await see(openai.getByText('₹195 paid · ₹55.00 left'));
  await unlock(page, 'Google', '₹75').click();
  await see(wallet(page).getByText('Insufficient funds or budget exceeded.'));
}

async function expectTopUpAndUnlock(): Promise<void> {
  const moves = await movesOfTheNewest(studio);
  expect(moves.slice(3).map(({ kind, balance_after }) => [kind, balance_after])).toEqual([
    ['TopUpCredited', 255_00],
    ['HoldPlaced', 255_00],
    ['HoldCaptured', 180_00],
  ]);
}
