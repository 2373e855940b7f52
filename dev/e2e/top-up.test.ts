import { readFileSync } from 'node:fs';
import { adjustBalance } from '@sachet/api/testing/spending';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shareStudio, type Studio } from './studio.ts';
import { focusIsIn, isFocused } from './in-page.ts';
import { arrive } from './people.ts';
import { askForPictures, resultFrom, see, seeGone, seeInWallet, soon, unlock } from './steps.ts';
import {
  asInstagram,
  beginToPay,
  bonus,
  credited,
  leaveTheSheet,
  readNewestMoves,
  openWallet,
  payInTheSheet,
  pressInTheSheet,
  seeToast,
  sheet,
  wallet,
  watchThePill,
} from './top-up-steps.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  const { worker } = studio.stack;
  if (!worker.isRunning()) await worker.start();
  await studio.books.expectToBeSound();
});

const added500 = 'Payment successful! ₹500 added to your wallet.';

test('a failed payment in the sheet shows its reason, and a second one adds ₹500 to the wallet once', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const pillTexts = await watchThePill(page);
    const dialog = await openWallet(page);
    const preset = dialog.getByRole('button', { name: '₹500', exact: true });
    await soon(async () => expect(await preset.getAttribute('aria-pressed')).toBe('true'));

    await beginToPay(page, '₹500');
    await see(sheet(page).getByText('Sachet Studio Private Limited'));
    await see(sheet(page).getByText('Wallet top-up'));
    await seeGone(dialog);
    await soon(async () => expect(await page.evaluate(focusIsIn, 'iframe')).toBe(true));
    await pressInTheSheet(page, 'Fail');
    const reason = await sheet(page).getByRole('alert').innerText();
    // A toast is shown for a few seconds only.
    await Promise.all([leaveTheSheet(page), seeToast(page, `Payment failed: ${reason}`)]);
    await see(dialog.getByText(reason));
    expect(await readNewestMoves(studio)).toEqual([bonus]);

    await beginToPay(page, '₹500');
    await Promise.all([payInTheSheet(page), seeToast(page, added500)]);

    await see(dialog.getByText('₹750.00 available now'));
    await dialog.getByRole('button', { name: 'Done' }).click();
    await seeGone(dialog);
    await seeInWallet(page, '₹750.00');
    const opener = page.getByRole('banner').getByRole('button', { name: 'Add funds' });
    await soon(async () => expect(await opener.evaluate(isFocused)).toBe(true));
    expect(await pillTexts()).toEqual(['₹250.00', '₹750.00']);
    expect(await readNewestMoves(studio)).toEqual([bonus, credited(500_00, 750_00)]);
    await expectStatement(page);
  }));

/** The page and the file show the ledger's events. */
async function expectStatement(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Wallet, ₹750.00' }).click();
  const rows = page.getByRole('list', { name: 'Statement' }).getByRole('listitem');
  await see(rows.filter({ hasText: 'Money added' }).getByText('+₹500.00'));
  await see(rows.filter({ hasText: 'Sign-up bonus' }).getByText('+₹250.00'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sachet-statement.*\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('500.00');
}

test("a buyer who pays on the gateway's own page sees a failed payment there, and after a payment continues the unlock with a button", () =>
  studio.visit(async ({ page }) => {
    await asInstagram(page);
    await arrive(studio, page);
    const [theirs] = await studio.books.query<{ id: string }>(
      'select id from wallet order by created_at desc limit 1',
    );
    await adjustBalance(studio.stack.database, { walletId: theirs!.id, amountPaise: -200_00 });
    await askForPictures(page, 'A tea garden above the clouds');
    await unlock(page, 'Google', '₹75').click();
    await see(wallet(page).getByText('Insufficient funds or budget exceeded.'));
    await beginToPay(page, '₹200');
    await page.getByRole('button', { name: 'Fail' }).click();
    await see(page.getByRole('main').getByText(/^Payment failed: /));

    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await beginToPay(page, '₹200');
    await page.getByRole('button', { name: 'Pay ₹200.00' }).click();
    await see(page.getByRole('main').getByText('₹200 added'));
    await seeInWallet(page, '₹250.00');
    await page.getByRole('button', { name: 'Continue: unlock for ₹75' }).first().click();
    await see(resultFrom(page, 'Google').getByText('₹75 paid · ₹175.00 left'));
    const moves = await readNewestMoves(studio);
    expect(moves.slice(2).map(({ kind, balance_after }) => [kind, balance_after])).toEqual([
      ['TopUpCredited', 250_00],
      ['HoldPlaced', 250_00],
      ['HoldCaptured', 175_00],
    ]);
  }));
