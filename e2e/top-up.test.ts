import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shareStudio, type Studio } from './studio.ts';
import { focusIsIn, isFocused } from './in-page.ts';
import { arrive } from './people.ts';
import { see, seeGone, seeInWallet, soon } from './steps.ts';
import {
  beginToPay,
  bonus,
  credited,
  expectAccess,
  leaveTheDialog,
  leaveTheSheet,
  movesOfTheNewest,
  openWallet,
  payInTheSheet,
  pressInTheSheet,
  seeToast,
  sheet,
  watchThePill,
} from './top-up-steps.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const added500 = 'Payment successful! ₹500 added to your wallet.';
const added200 = 'Payment successful! ₹200 added to your wallet.';

test('given a wallet, when ₹500 are paid in the sheet, then the pill rises once by ₹500', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const pillTexts = await watchThePill(page);
    const dialog = await openWallet(page);
    const preset = dialog.getByRole('button', { name: '₹500', exact: true });
    expect(await preset.getAttribute('aria-pressed')).toBe('true');
    await expectAccess(page, 'the amount');

    await beginToPay(page, '₹500');
    await see(sheet(page).getByText('Sachet Studio Private Limited'));
    await see(sheet(page).getByText('Wallet top-up'));
    await seeGone(dialog);
    await soon(async () => expect(await page.evaluate(focusIsIn, 'iframe')).toBe(true));
    await payInTheSheet(page);

    await see(dialog.getByText('₹500 added'));
    await see(dialog.getByText('₹750.00 available now'));
    await seeToast(page, added500);
    await expectAccess(page, 'success');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await seeGone(dialog);
    await seeInWallet(page, '₹750.00');
    const opener = page.getByRole('banner').getByRole('button', { name: 'Add funds' });
    await soon(async () => expect(await opener.evaluate(isFocused)).toBe(true));
    expect(await pillTexts()).toEqual(['₹250.00', '₹750.00']);
    expect(await movesOfTheNewest(studio)).toEqual([bonus, credited(500_00, 750_00)]);
  }));

test('given the sheet, when the payment fails and its payer leaves, then they hear why, and can pay after all', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const dialog = await openWallet(page);
    await beginToPay(page, '₹200');
    await pressInTheSheet(page, 'Fail');
    const reason = await sheet(page).getByRole('alert').innerText();
    await leaveTheSheet(page);
    await seeToast(page, `Payment failed: ${reason}`);
    await see(dialog.getByText(reason));
    await expectAccess(page, 'failure');
    expect(await movesOfTheNewest(studio)).toEqual([bonus]);

    await beginToPay(page, '₹200');
    await payInTheSheet(page);
    await seeToast(page, added200);
    await leaveTheDialog(page);
    await seeInWallet(page, '₹450.00');
    expect(await movesOfTheNewest(studio)).toEqual([bonus, credited(200_00, 450_00)]);
  }));

test('given the sheet, when its payer leaves it unpaid, then nothing moves and the dialog is back', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const dialog = await openWallet(page);
    await beginToPay(page, '₹1,000');
    await leaveTheSheet(page);
    await seeToast(page, 'Payment failed: Payment window closed');
    await see(dialog.getByText('Payment window closed'));
    await see(dialog.getByRole('button', { name: 'Pay ₹1,000' }));
    expect(await movesOfTheNewest(studio)).toEqual([bonus]);
  }));
