import { adjustBalance } from '@sachet/api/testing/spending';
import { formatRupees } from '@sachet/shared/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  asAdminOf,
  openAdministeredStudio,
  payIn,
  rows,
  seedPeople,
  userDialog,
  type AdministeredStudio,
} from './admin-steps.ts';
import { isFocused } from './in-page.ts';
import { createIndividual } from './people.ts';
import { letPass, see, seeGone, soon } from './steps.ts';
import type { Studio } from './studio.ts';
import { expectAccess } from './top-up-steps.ts';

let opened: AdministeredStudio;
let studio: Studio;
let asAdmin: ReturnType<typeof asAdminOf>;
beforeAll(async () => {
  opened = await openAdministeredStudio();
  ({ studio } = opened);
  asAdmin = asAdminOf(opened);
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

describe('the users page', () => {
  test('given many users, when one is searched for, filtered, paged and opened by keyboard, then the address keeps it all', () =>
    asAdmin(async (page) => {
      await seedPeople(studio, 'page', 75);
      await page.goto('/admin/users?q=page0');
      await see(page.getByText('page0075@seeded.test'));
      expect(await rows(page).count()).toBe(50);
      await page.getByRole('button', { name: 'Load more' }).click();
      await see(page.getByText('No more users.'));
      expect(await rows(page).count()).toBe(75);

      await page.keyboard.press('/');
      const search = page.getByRole('searchbox', { name: 'Search' });
      expect(await search.evaluate(isFocused)).toBe(true);
      await search.fill('770000007');
      await see(page.getByText('page0070@seeded.test'));
      await soon(async () => expect(await rows(page).count()).toBe(6));
      await page.getByLabel('Status').selectOption('Disabled');
      await soon(async () => expect(await rows(page).count()).toBe(1));
      await see(rows(page).getByText('Disabled'));
      await page.getByLabel('Account').selectOption('Organization');
      await see(page.getByText('Nobody matches. Change the search or the filters.'));
      await page.getByLabel('Account').selectOption('Individual');
      await see(page.getByText('page0070@seeded.test'));
      await page.reload();
      await soon(async () => expect(await rows(page).count()).toBe(1));
      expect(new URL(page.url()).search).toBe('?q=770000007&status=disabled&account=individual');

      await page.getByRole('button', { name: 'Show everything' }).click();
      await soon(async () => expect(new URL(page.url()).search).toBe(''));
      await search.fill('page002');
      await soon(async () => expect(await rows(page).count()).toBe(10));
      await search.blur();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await see(userDialog(page).getByText('page0028@seeded.test'));
      await page.keyboard.press('Escape');
      await seeGone(userDialog(page));
      const link = page.getByRole('link', { name: /page0028@seeded.test/ });
      await soon(async () => expect(await link.evaluate(isFocused)).toBe(true));
      expect(new URL(page.url()).search).toBe('?q=page002');
    }));

  test('given wallets with lakhs in them, then the tiles say what the books say; what fails says so, but for the tiles', () =>
    asAdmin(async (page) => {
      const person = await createIndividual(studio);
      const [wallet] = await studio.books.query<{ wallet_id: string }>(
        'select wallet_id from user_profile where uid = $1',
        [person.uid],
      );
      // More than one admin may give alone.
      await studio.books.query('update credits_limit set limit_paise = 10000000000');
      await adjustBalance(studio.stack.database, {
        walletId: wallet!.wallet_id,
        amountPaise: 12_34_567_89,
      });
      const [sums] = await studio.books.query<{ paise: number; people: number }>(
        `select sum(w.balance_paise)::bigint as paise, count(*) as people from user_profile u
           join wallet w on w.owner_id = u.uid
          where u.account_type = 'individual' and u.disabled_at is null`,
      );
      const amount = formatRupees(sums!.paise / 100);
      expect(amount).toMatch(/^₹\d\d,\d\d,\d{3}\.\d\d$/);

      await page.goto('/admin/users');
      const tile = (name: string) =>
        page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
      await see(tile("Individuals' wallets").getByText(amount));
      await see(tile('Enabled users').getByText(String(sums!.people), { exact: true }));
      await see(tile('Total balance in active wallets').getByText(amount));
      await see(tile("Organizations' wallets").getByText('₹0.00'));

      await page.route('**/api/admin/metrics', (request) => request.abort());
      await page.getByRole('button', { name: 'Refresh' }).click();
      await see(tile("Individuals' wallets").getByText(amount));
      expect(await page.getByRole('alert').count()).toBe(0);
      await letPass(page);

      const fail = { status: 500, json: { error: 'x', code: 'internal' } };
      await page.route('**/api/admin/{users,user-detail,audit}?*', (request) =>
        request.fulfill(fail),
      );
      await page.goto('/admin/users?q=a');
      await see(page.getByText('Failed to list users'));
      await page.goto(`/admin/users?q=a&uid=${person.uid}`);
      await see(userDialog(page).getByText('Failed to load detail'));
      await letPass(page);
      await page.route('**/api/admin/audit?*', (request) => request.fulfill(fail));
      await userDialog(page).getByRole('button', { name: 'Try again' }).click();
      await userDialog(page).getByRole('tab', { name: 'Audit' }).click();
      await see(userDialog(page).getByText('Failed to load audit'));
      await letPass(page);
      await userDialog(page).getByRole('button', { name: 'Try again' }).click();
      await see(userDialog(page).getByText('No recent admin actions.'));
    }));
});

test('no view of the users page has a serious fault of access, in light or dark', () =>
  asAdmin(async (page) => {
    const person = await createIndividual(studio);
    await payIn(studio, person, 200);
    await page.goto(`/admin/users?q=${person.uid}`);
    await see(rows(page).getByText(person.email!));
    await expectAccess(page, 'the list');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = userDialog(page);
    for (const tab of ['Overview', 'Account', 'Wallet', 'Security', 'Audit']) {
      await dialog.getByRole('tab', { name: tab }).click();
      if (tab === 'Wallet') await dialog.getByRole('button', { name: /^Refund of/ }).click();
      if (tab === 'Audit') await see(dialog.getByText('No recent admin actions.'));
      await expectAccess(page, tab);
    }
    await dialog.getByRole('tab', { name: 'Security' }).click();
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await see(page.getByRole('dialog', { name: 'Please confirm' }));
    await expectAccess(page, 'the question');
  }));
