import { fillAndSpend } from '@sachet/api/testing/spending';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs, payIn, rows, shareAdministeredStudio } from './admin-steps.ts';
import { createIndividual } from './people.ts';
import { see, soon } from './steps.ts';
import type { Studio } from './studio.ts';

let studio: Studio;
let asAdmin: ReturnType<typeof actAs>;
beforeAll(async () => {
  const opened = await shareAdministeredStudio();
  ({ studio } = opened);
  asAdmin = actAs(opened);
});
afterAll(() => studio?.stop());

async function exportAs(page: Page, format: string): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export as ${format}` }).click(),
  ]);
  const text = readFileSync(await file.path(), 'utf8').trimEnd();
  return { name: file.suggestedFilename(), lines: text.split(/\r?\n/) };
}

test("an admin finds, exports and opens a user's events and verifies the whole ledger, and all of it matches the books", () =>
  asAdmin(async (page) => {
    const person = await createIndividual(studio);
    const { uid } = person;
    const [profile] = await studio.books.query<{ id: string }>(
      'select wallet_id as id from user_profile where uid = $1',
      [uid],
    );
    const walletId = profile!.id;
    await fillAndSpend(studio.stack.database, { walletId, uid, amountPaise: 90_00 });
    const paymentId = await payIn(studio, person, 500);

    await page.goto(`/admin/ledger?wallet=${walletId}`);
    await soon(async () => expect(await rows(page).count()).toBe(4));
    const { name, lines } = await exportAs(page, 'CSV');
    expect(name).toMatch(/^sachet-ledger-.*\.csv$/);
    expect(lines.map((line) => line.split(',').slice(6, 10))).toEqual([
      ['kind', 'amount_inr', 'held_inr', 'balance_after_inr'],
      ['TopUpCredited', '500.00', '0.00', '750.00'],
      ['Charged', '-90.00', '0.00', '250.00'],
      ['AdjustedByAdmin', '90.00', '0.00', '340.00'],
      ['SignupBonusCredited', '250.00', '0.00', '250.00'],
    ]);
    await page.getByRole('searchbox', { name: 'Reference' }).fill(paymentId);
    await soon(async () => expect(await rows(page).count()).toBe(1));
    await rows(page).getByRole('link', { name: 'Top-up credited' }).click();
    await see(page.getByText('Credited ₹500.00 · refunded ₹0.00 · disputed ₹0.00'));
    const [chained] = await studio.books.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from ledger_event where wallet_id = $1 and seq = 4`,
      [walletId],
    );
    await see(page.getByText(chained!.hash));

    await page.goto(`/admin/ledger?view=verification`);
    await page.getByRole('button', { name: 'Verify now' }).click();
    await see(page.getByRole('main').getByRole('status').getByText('The ledger is sound'));
    await see(page.getByRole('button', { name: 'Verify now' }));
    await studio.books.expectToBeSound();
  }));
