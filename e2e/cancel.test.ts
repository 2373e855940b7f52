import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { askForEdits, bonus, captured, eventsOfTheNewest, held } from './edit-steps.ts';
import { pictureWidth, resultFrom, see, seeGone, seeInWallet, unlock } from './steps.ts';
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

test('given an edit that both providers refuse, when the other is tried from its card, then it has the same photo', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForEdits(page, 'Add a castle [[fail:safety@google]] [[fail:safety@openai*1]]');
    const google = resultFrom(page, 'Google');
    await see(google.getByRole('heading', { name: 'Stopped for safety' }));
    await see(google.getByText('You were not charged'));
    await see(resultFrom(page, 'OpenAI').getByRole('heading', { name: 'Stopped for safety' }));
    await google.getByRole('button', { name: 'Try the other provider' }).click();
    await see(unlock(page, 'OpenAI', '₹60'));
    expect(await pictureWidth(page.getByAltText('The picture you started from'))).toBe(640);
    expect(await eventsOfTheNewest(studio)).toEqual([bonus]);
  }));

test('given a preview that takes long, when it is cancelled, then nothing is charged and it can be asked for again', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    studio.google.shut();
    await askForEdits(page, 'Make it black and white.');
    await page.getByRole('button', { name: 'Cancel Google' }).click();
    const google = resultFrom(page, 'Google');
    await see(google.getByRole('heading', { name: 'Cancelled' }));
    await see(google.getByText('You were not charged'));
    await page.reload();
    await see(google.getByRole('heading', { name: 'Cancelled' }));

    studio.google.open();
    await google.getByRole('button', { name: 'Try again' }).click();
    await see(unlock(page, 'Google', '₹45'));
    expect(await eventsOfTheNewest(studio)).toEqual([bonus]);
  }));

test('given a picture that is being bought, when that is cancelled, then the money is back and it can still be bought', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForEdits(page, 'Give it vibrant colors.');
    await see(unlock(page, 'OpenAI', '₹60'));
    await see(unlock(page, 'Google', '₹45'));
    studio.google.shut();
    await unlock(page, 'Google', '₹45').click();
    await seeInWallet(page, '₹205.00');
    const google = resultFrom(page, 'Google');
    // Its provider has been asked by now: what that takes is said before.
    await see(google.getByText('Cancel · 3 of 3 free today'));
    await page.getByRole('button', { name: 'Cancel and get ₹45 back' }).click();
    await see(google.getByText('Cancelled. The money set aside is back in your wallet.'));
    await seeInWallet(page, '₹250.00');
    const given = expect.objectContaining({
      kind: 'HoldVoided',
      amount_paise: 0,
      held_paise: -45_00,
      balance_after: 250_00,
    });
    expect(await eventsOfTheNewest(studio)).toEqual([bonus, held(45_00), given]);

    studio.google.open();
    await unlock(page, 'Google', '₹45').click();
    await see(google.getByText('₹45 paid · ₹205.00 left'));
    expect(await eventsOfTheNewest(studio)).toEqual([
      bonus,
      held(45_00),
      given,
      held(45_00),
      captured(45_00),
    ]);
    await page.getByRole('link', { name: 'Wallet, ₹205.00' }).click();
    const history = page.getByRole('list', { name: 'Statement' });
    await see(history.getByText('Released ₹45.00 · Cancelled'));
  }));

test('given somebody who has used their free cancels, when a picture is being made, then it is said that it will be finished, and it is', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForEdits(page, 'Make the sky orange.');
    await see(unlock(page, 'OpenAI', '₹60'));
    await see(unlock(page, 'Google', '₹45'));
    await studio.books.query(
      `insert into free_cancel (uid, day, used, allowed)
       select uid, (now() at time zone 'Asia/Kolkata')::date, 3, 3
         from user_profile order by created_at desc limit 1`,
    );
    studio.google.shut();
    await unlock(page, 'Google', '₹45').click();
    const google = resultFrom(page, 'Google');
    await see(google.getByText('It is being made already and will be finished.'));
    await seeGone(page.getByRole('button', { name: 'Cancel and get ₹45 back' }));
    studio.google.open();
    await see(google.getByText('₹45 paid · ₹205.00 left'));
    expect(await eventsOfTheNewest(studio)).toEqual([bonus, held(45_00), captured(45_00)]);
  }));
