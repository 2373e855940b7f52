import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { browserOf, createMemberOf, createOrganizationAdmin } from './people.ts';
import { askForPictures, resultFrom, see, seeInWallet, soon } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const budgetOf = (page: Page, name: string): Locator =>
  page.getByRole('spinbutton', { name: `Monthly Budget (₹) of ${name}` });

test('given a member, when the admin types budgets, then only what is a budget is kept, and it can be undone', async () => {
  const admin = await createOrganizationAdmin(studio);
  await createMemberOf(studio, admin);
  const state = browserOf(studio, admin);
  await studio.visit(
    async ({ page }) => {
      await page.goto('/organization');
      const own = budgetOf(page, 'Imran Sheikh');
      await see(own);
      expect(await own.isDisabled()).toBe(true);
      const budget = budgetOf(page, 'Meera Nair');
      await expectKept(page, budget, { typed: '250', kept: '250' });
      for (const typed of ['-5', '', 'e']) await expectKept(page, budget, { typed, kept: '250' });
      await expectKept(page, budget, { typed: '99.5', kept: '99.5' });

      await budget.fill('0');
      await budget.press('Enter');
      await see(page.getByText('Budget of Meera Nair: unlimited.'));
      await page.getByRole('button', { name: 'Undo' }).click();
      await see(page.getByText('Budget of Meera Nair: ₹99.50 a month.'));
      await page.reload();
      expect(await budget.inputValue()).toBe('99.5');

      await studio.stack.api.kill('SIGKILL');
      await budget.fill('300');
      await budget.press('Enter');
      await see(page.getByText('Error updating budget.'));
      expect(await budget.inputValue()).toBe('99.5');
      await studio.stack.api.start();
    },
    { state },
  );
});

test("given a member without a limit, when the organisation's wallet does not do, then they are told whose wallet it is", async () => {
  const admin = await createOrganizationAdmin(studio);
  const state = browserOf(studio, await createMemberOf(studio, admin));
  await studio.visit(
    async ({ page }) => {
      await askForPictures(page, 'A tea garden above the clouds');
      const openai = resultFrom(page, 'OpenAI');
      await openai.getByRole('radio', { name: /2048/ }).check();
      await openai.getByRole('button', { name: 'Unlock · ₹195' }).click();
      await see(openai.getByText('₹195 paid · ₹55.00 left'));
      const before = await studio.books.mark();

      await resultFrom(page, 'Google').getByRole('button', { name: 'Unlock · ₹75' }).click();
      const dialog = page.getByRole('dialog', { name: 'Wallet' });
      await see(dialog.getByText('The organization wallet has insufficient funds.'));
      await see(dialog.getByText('Ask an admin of Chai & Co. to add money.'));
      await page.keyboard.press('Escape');
      await seeInWallet(page, '₹55.00');
      expect(await studio.books.mark()).toBe(before);
    },
    { state },
  );
});

/** Typed, left with Tab, and read again from the server. */
async function expectKept(
  page: Page,
  budget: Locator,
  { typed, kept }: { typed: string; kept: string },
): Promise<void> {
  await budget.fill('');
  await budget.pressSequentially(typed);
  await budget.press('Tab');
  await soon(async () => expect(await budget.getAttribute('aria-busy')).toBeNull());
  expect(await budget.inputValue(), `after ${typed}`).toBe(kept);
  await page.reload();
  expect(await budget.inputValue(), `after ${typed} and a reload`).toBe(kept);
}
