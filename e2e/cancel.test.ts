import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { askForEdits, bonus, captured, readNewestEvents, held } from './edit-steps.ts';
import { resultFrom, see, seeInWallet, unlock } from './steps.ts';
import { arrive } from './people.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  studio.google.open();
  await studio.books.expectToBeSound();
});

test('cancelling a purchase returns the money, and the picture can still be bought', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForEdits(page, 'Give it vibrant colors.');
    await see(unlock(page, 'OpenAI', '₹60'));
    await see(unlock(page, 'Google', '₹45'));
    studio.google.shut();
    await unlock(page, 'Google', '₹45').click();
    await seeInWallet(page, '₹205.00');
    const google = resultFrom(page, 'Google');
    // The provider has been asked, so the button says what cancelling costs.
    await see(google.getByText('Cancel · free, 3 of 3 left today'));
    await page.getByRole('button', { name: 'Cancel and get ₹45 back' }).click();
    await see(google.getByText('Cancelled. The money on hold is back in your wallet.'));
    await seeInWallet(page, '₹250.00');
    const given = expect.objectContaining({
      kind: 'HoldVoided',
      amount_paise: 0,
      held_paise: -45_00,
      balance_after: 250_00,
    });
    expect(await readNewestEvents(studio)).toEqual([bonus, held(45_00), given]);

    studio.google.open();
    await unlock(page, 'Google', '₹45').click();
    await see(google.getByText('₹45 paid · ₹205.00 left'));
    expect(await readNewestEvents(studio)).toEqual([
      bonus,
      held(45_00),
      given,
      held(45_00),
      captured(45_00),
    ]);
    await page.getByRole('link', { name: 'Wallet, ₹205.00' }).click();
    const history = page.getByRole('list', { name: 'Statement' });
    await page.getByLabel('Show holds and releases').check();
    await see(history.getByText('Released ₹45.00 · Cancelled'));
  }));
