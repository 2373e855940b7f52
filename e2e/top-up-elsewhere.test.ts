import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shareStudio, type Studio } from './studio.ts';
import { arrive, browserOf, createMemberOf, createOrganizationAdmin } from './people.ts';
import { see, seeInWallet } from './steps.ts';
import {
  asInstagram,
  beginToPay,
  bonus,
  credited,
  expectAccess,
  leaveTheDialog,
  movesOfTheNewest,
  openWallet,
  payInTheSheet,
  seeToast,
  wallet,
} from './top-up-steps.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

test("given a payment that fails on the gateway's own page, then the payer comes back to why, and can try again", () =>
  studio.visit(async ({ page }) => {
    await asInstagram(page);
    await arrive(studio, page);
    await openWallet(page);
    await beginToPay(page, '₹200');
    await page.getByRole('button', { name: 'Fail' }).click();
    await see(page.getByRole('main').getByText(/^Payment failed: /));
    await expectAccess(page, 'back from a failure');
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(wallet(page));
    await leaveTheDialog(page);
    await seeInWallet(page, '₹250.00');
    expect(await movesOfTheNewest(studio)).toEqual([bonus]);
  }));

test("given a member, when they add money, then it is the organisation's and the words say so", async () => {
  const admin = await createOrganizationAdmin(studio);
  const state = browserOf(studio, await createMemberOf(studio, admin));
  await studio.visit(
    async ({ page }) => {
      await page.goto('/');
      const dialog = await openWallet(page);
      await see(dialog.getByText('What you pay goes into the wallet of Chai & Co.'));
      await beginToPay(page, '₹200');
      await payInTheSheet(page);
      await seeToast(page, "Payment successful! ₹200 added to your organization's wallet.");
      await leaveTheDialog(page);
      await seeInWallet(page, '₹450.00');
      expect(await movesOfTheNewest(studio, 'organization')).toEqual([
        bonus,
        credited(200_00, 450_00),
      ]);
    },
    { state },
  );
});
