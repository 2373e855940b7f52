import { readFileSync } from 'node:fs';
import { adjustBalance, fillAndSpend } from '@sachet/api/testing/spending';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  arrive,
  browserOf,
  createIndividual,
  createMemberOf,
  createOrganizationAdmin,
} from './people.ts';
import { askForPictures, resultFrom, see, seeInWallet, soon, unlock } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';
import { beginToPay, expectAccess, openWallet, payInTheSheet, seeToast } from './top-up-steps.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const rowsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Statement' }).getByRole('listitem');

/** What each row says happened, its effect, and the balance it left. */
const readRows = (page: Page) =>
  rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => {
      const [title, , amount, balance] = [...row.querySelectorAll('p')].map(
        (part) => part.textContent,
      );
      return [title, amount, balance];
    }),
  );

const readTotals = (page: Page) =>
  page
    .locator('dl[aria-label=Totals] dd')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent));

async function downloadCsv(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { name: download.suggestedFilename(), lines: text.slice(1).trimEnd().split('\r\n') };
}

const bonusRow = ['Sign-up bonus', '+₹250.00', 'Balance ₹250.00'];

test('given money that came and went, then the statement tells it in plain words, narrowed by its address, and as a file', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForPictures(page, 'Kites over Jaipur');
    await unlock(page, 'Google', '₹75').click();
    await see(resultFrom(page, 'Google').getByText('₹75 paid · ₹175.00 left'));
    await openWallet(page);
    await beginToPay(page, '₹200');
    await payInTheSheet(page);
    await seeToast(page, 'Payment successful! ₹200 added to your wallet.');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Wallet, ₹375.00' }).click();

    const sold = ['Image unlocked, Gemini 3 Pro Image, 1024 px', '−₹75.00', 'Balance ₹175.00'];
    await soon(async () =>
      expect(await readRows(page)).toEqual([
        ['Money added', '+₹200.00', 'Balance ₹375.00'],
        sold,
        ['Set aside: image, Google, 1024 px', '—', 'Balance ₹250.00₹75.00 of it set aside'],
        bonusRow,
      ]),
    );
    expect(await readTotals(page)).toEqual(['4', '₹450.00', '₹75.00']);
    await expectAccess(page, 'the statement');

    await page.getByRole('button', { name: 'Spent', exact: true }).click();
    await soon(async () => expect(await readRows(page)).toEqual([sold]));
    expect(await readTotals(page)).toEqual(['1', '₹0.00', '₹75.00']);
    expect(new URL(page.url()).search).toBe('?kind=spent');
    const { name, lines } = await downloadCsv(page);
    expect(name).toMatch(/^sachet-statement.*\.csv$/);
    expect(lines.map((line) => line.split(',').slice(2, 9))).toEqual([
      expect.arrayContaining(['What', 'Amount (INR)', 'Balance (INR)']),
      ['Paid', 'Image', 'Google', '1024', 'Asha Verma', '-75.00', '175.00'],
    ]);

    await page.reload();
    await soon(async () => expect(await readRows(page)).toEqual([sold]));
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await see(page.getByText('Nothing matches'));
    await expectAccess(page, 'a filter that lets nothing through');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await soon(async () => expect(await rowsOf(page).count()).toBe(4));
    await page.getByRole('button', { name: 'This month' }).click();
    await soon(() => expect(page.url()).toMatch(/from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-\d{2}/));

    await page.getByRole('link', { name: 'Image unlocked, Gemini 3 Pro Image, 1024 px' }).click();
    await see(resultFrom(page, 'Google').getByText('₹75 paid'));
  }));

test('given more than a page of events, then the rest comes when asked for, and a new one appears by itself', async () => {
  const person = await createIndividual(studio);
  const walletId = await newestWallet();
  const { database } = studio.stack;
  for (let index = 0; index < 34; index += 1) {
    await adjustBalance(database, { walletId, amountPaise: 1_00 });
  }
  await studio.visit(
    async ({ page }) => {
      await page.goto('/wallet');
      await soon(async () => expect(await rowsOf(page).count()).toBe(30));
      expect(await readTotals(page)).toEqual(['35', '₹284.00', '₹0.00']);
      await page.getByRole('button', { name: 'Load more' }).click();
      await soon(async () => expect(await rowsOf(page).count()).toBe(35));
      await see(page.getByText('That is everything.'));

      await adjustBalance(database, { walletId, amountPaise: -4_00 });
      await seeInWallet(page, '₹280.00');
      await soon(async () => expect(await rowsOf(page).count()).toBe(36));
      expect((await readRows(page))[0]).toEqual([
        'Adjusted by an admin',
        '−₹4.00',
        'Balance ₹280.00',
      ]);
    },
    { state: browserOf(studio, person) },
  );
});

test("given an organisation, then its admin sees everybody's rows and can name one member, who sees their own alone", async () => {
  const admin = await createOrganizationAdmin(studio);
  const walletId = await newestWallet();
  const member = await createMemberOf(studio, admin);
  const { database } = studio.stack;
  await fillAndSpend(database, { walletId, uid: admin.uid, amountPaise: 40_00 });
  await fillAndSpend(database, { walletId, uid: member.uid, amountPaise: 30_00 });
  await studio.visit(
    async ({ page }) => {
      await page.goto('/wallet');
      await soon(async () => expect(await rowsOf(page).count()).toBe(5));
      await see(rowsOf(page).filter({ hasText: 'Meera Nair' }).getByText('−₹30.00'));
      await see(rowsOf(page).filter({ hasText: 'Imran Sheikh' }).getByText('−₹40.00'));
      await page.getByLabel('Member').selectOption({ label: 'Meera Nair' });
      await soon(async () => expect(await rowsOf(page).count()).toBe(1));
      expect(new URL(page.url()).searchParams.get('member')).toBe(member.uid);
      expect(await readTotals(page)).toEqual(['1', '₹0.00', '₹30.00']);
      const { lines } = await downloadCsv(page);
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain('Meera Nair');
    },
    { state: browserOf(studio, admin) },
  );
  await studio.visit(
    async ({ page }) => {
      await page.goto('/wallet');
      await soon(async () => expect(await rowsOf(page).count()).toBe(1));
      await see(rowsOf(page).getByText('−₹30.00'));
    },
    { state: browserOf(studio, member) },
  );
});

/** Of whoever signed up last. */
async function newestWallet(): Promise<string> {
  const [row] = await studio.books.query<{ id: string }>(
    'select id from wallet order by created_at desc limit 1',
  );
  if (!row) throw new Error('Nobody has a wallet yet.');
  return row.id;
}
