import { readFileSync } from 'node:fs';
import { testSupplier } from '@sachet/shared/tax/testing/parties';
import { istDay } from '@sachet/shared/time';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareAdministeredStudio } from './admin-steps.ts';
import { arrive, createOrganizationAdmin, createWithAddress, toBrowserState } from './people.ts';
import { see, someAddress, soon } from './steps.ts';
import type { Studio } from './studio.ts';
import { beginToPay, leaveTheDialog, openWallet, payInTheSheet } from './top-up-steps.ts';

let studio: Studio;
beforeAll(async () => {
  const administered = await shareAdministeredStudio();
  ({ studio } = administered);
  const answer = await fetch(`${studio.url}/api/admin/supplier`, {
    method: 'POST',
    headers: { ...administered.admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: testSupplier, fromDay: istDay(Date.now()) }),
  });
  expect(answer.status).toBe(200);
});
afterAll(() => studio?.stop());

const bills = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Bills' });

/** Downloads by pressing the button; returns the file's name. */
async function downloadPdf(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(readPart(await download.path())).toBe('%PDF-');
  return nameOf(download);
}

const readPart = (path: string) => readFileSync(path).subarray(0, 5).toString();
const nameOf = (download: Download) => download.suggestedFilename();

test('a buyer names the State, downloads the voucher of the top-up, and anyone can verify it', () =>
  studio.visit(
    async ({ page }) => {
      await arrive(studio, page);
      const dialog = await openWallet(page);
      const state = dialog.getByLabel('Your State, for the tax on your bill (optional)');
      await state.selectOption({ label: 'Karnataka' });
      await see(dialog.getByText('Saved for your bills.'));
      await beginToPay(page, '₹500');
      await payInTheSheet(page);
      await see(dialog.getByText('₹750.00 available now'));
      const voucher = dialog.getByRole('button', { name: /^Download RV/ });
      const file = await downloadPdf(page, () => voucher.click());
      const name = file.replace('.pdf', '');
      await leaveTheDialog(page);

      await page.goto('/wallet/documents');
      const row = bills(page)
        .getByRole('listitem')
        .filter({ hasText: name.replaceAll('-', '/') });
      await see(row.getByText('₹500.00'));
      expect(await downloadPdf(page, () => row.getByRole('button').click())).toBe(file);
      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^Year .*ZIP/ }).click(),
      ]);
      expect(readPart(await zip.path()).slice(0, 2)).toBe('PK');

      await page.goto('/wallet');
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Money added' })
        .getByRole('link', { name: /Receipt/ })
        .click();
      const again = page.getByRole('main').getByRole('button', { name: /^Download RV/ });
      expect(await downloadPdf(page, () => again.click())).toBe(file);

      const [printed] = await studio.books.query<{ code: string }>(
        `select left(encode(hash, 'hex'), 16) as code from document
          where replace(number, '/', '-') = $1`,
        [name],
      );
      await studio.visit(async ({ page: stranger }) => {
        await stranger.goto(`/verify/${name}?code=${printed!.code}`);
        await see(stranger.getByText('This bill is genuine'));
        await see(stranger.getByText('29AAGCB7383J1Z4'));
        await stranger.goto(`/verify/${name}?code=${'0'.repeat(16)}`);
        await see(stranger.getByText('No bill has this number and SHA-256'));
      });
    },
    { phone: true },
  ));

test("an organization's admin corrects a mistyped GSTIN and gets vouchers for the business", async () => {
  const admin = await createOrganizationAdmin(studio);
  await studio.visit(
    async ({ page }) => {
      await page.goto('/wallet/documents');
      await page.getByLabel('Name').fill('Uttam Agency LLP');
      await page.getByLabel('Address').fill('21 Nariman Point, Mumbai');
      await page.getByLabel('PIN code').fill('400021');
      await page.getByLabel('GSTIN, if you have one').fill('27aapfu0939f1zw');
      await page.getByRole('button', { name: 'Save details' }).click();
      await see(page.getByText('There’s a typing error.'));
      await page.getByLabel('GSTIN, if you have one').fill('27aapfu0939f1zv');
      await page.getByRole('button', { name: 'Save details' }).click();
      await see(page.getByText('Saved for your next bills.'));
      expect(await page.getByLabel('State').inputValue()).toBe('27');

      const dialog = await openWallet(page);
      await beginToPay(page, '₹1,000');
      await payInTheSheet(page);
      await see(dialog.getByText('available now'));
      await see(dialog.getByRole('button', { name: /^Download RV/ }));
      await leaveTheDialog(page);
      await page.reload();
      await see(bills(page).getByText('₹1,000.00'));
    },
    { state: toBrowserState(studio, admin) },
  );
  await soon(async () => {
    const [issued] = await studio.books.query<{ gstin: string; igst: number }>(
      `select content::jsonb #>> '{recipient,gstin}' as gstin,
              (content::jsonb #>> '{totals,igstPaise}')::int as igst
         from document order by id desc limit 1`,
    );
    // 1,000.00 x 18 / 118, as whole halves.
    expect(issued).toEqual({ gstin: '27AAPFU0939F1ZV', igst: 152_54 });
  });
});

test('finance finds the vouchers of the month, which agree with the ledger, and downloads the return', async () => {
  const finance = await createWithAddress(studio, someAddress('finance'));
  await studio.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
  const month = istDay(Date.now()).slice(0, 7);
  await studio.visit(
    async ({ page }) => {
      await page.goto(`/admin/finance?view=gst&month=${month}`);
      await see(page.getByText('Documents and ledger agree to the paisa.'));
      await page.getByRole('combobox', { name: 'Recipient' }).selectOption('With a GSTIN');
      const row = page.getByRole('row').filter({ hasText: 'Uttam Agency LLP' });
      await see(row.getByText('₹1,000.00').first());

      await page.getByRole('button', { name: 'GSTR-1 JSON' }).first().click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /^Download sachet-gstr-1-/ }).click(),
      ]);
      const filed = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
        gstin: string;
        at: { pos: string; itms: { ad_amt: number; iamt: number }[] }[];
      };
      expect(filed.gstin).toBe(testSupplier.gstin);
      // The voucher of the other test: 1,000.00 with tax, for Maharashtra.
      const [advance] = filed.at.find(({ pos }) => pos === '27')!.itms;
      expect(advance).toMatchObject({ ad_amt: 847.46, iamt: 152.54 });
    },
    { state: toBrowserState(studio, finance), consent: 'denied' },
  );
});
