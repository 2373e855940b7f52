// The studio has the optional provider, which writes texts and draws nothing.
import { createSuperAdmin } from '@sachet/api/testing/super-admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bonus, readNewestEvents } from './edit-steps.ts';
import { arrive } from './people.ts';
import { resultFrom, see, seeGone, seeInWallet } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ SARVAM_API_KEY: 'sandbox-sarvam-key' });
  const admin = await createSuperAdmin(studio);
  const json = { updates: [{ id: 'sarvam-105b', provider: 'sarvam', enabled: true }] };
  expect((await admin.send('/api/admin/models', { json })).status).toBe(200);
});
afterAll(() => studio?.stop());

test('two answers are compared, the third provider is chosen from the list, and its answer is bought at its price', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=general&ask=both');
    await page.getByLabel('Your question', { exact: true }).fill('How is chai made?');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Compare .* · Free$/ })
      .click();
    await see(resultFrom(page, 'Google').getByRole('button', { name: 'Unlock · ₹6' }));
    await see(resultFrom(page, 'OpenAI').getByRole('button', { name: 'Unlock · ₹8' }));

    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Sarvam');
    const third = page.getByRole('article', { name: 'Result from Sarvam' });
    await third.getByRole('button', { name: 'Unlock · ₹5' }).click();
    await seeInWallet(page, '₹245.00');
    await seeGone(resultFrom(page, 'OpenAI'));
    expect(await readNewestEvents(studio)).toMatchObject([
      bonus,
      { amount_paise: -5_00, balance_after: 245_00, counter_account: 'revenue:general' },
    ]);
    await studio.books.expectToBeSound();

    await page.goto('/pricing');
    await see(page.getByText('Sarvam').first());
    await page.goto('/?mode=image');
    await see(page.getByText('AI by Google, OpenAI and Sarvam. Sachet isn’t an AI model.'));
  }));
