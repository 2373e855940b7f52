import { callbackOf, openCounter } from '@sachet/api/testing/payments';
import { adjustBalance } from '@sachet/api/testing/spending';
import type { Person } from '@sachet/local/testing/people';
import { formatRupees } from '@sachet/shared/money';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  confirm,
  eventsOf,
  expectAudit,
  openAdministeredStudio,
  openUser,
  rows,
  seedPeople,
  userDialog,
  type AdministeredStudio,
} from './admin-steps.ts';
import { isFocused, pixelsTooWide } from './in-page.ts';
import { createIndividual, createOrganizationAdmin } from './people.ts';
import { see, seeGone, soon } from './steps.ts';
import type { Studio } from './studio.ts';
import { expectAccess, seeToast } from './top-up-steps.ts';

let opened: AdministeredStudio;
let studio: Studio;
let admin: Person;
beforeAll(async () => {
  opened = await openAdministeredStudio();
  ({ studio, admin } = opened);
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const asAdmin = (
  journey: (page: Page) => Promise<void>,
  settings: { language?: 'en' | 'hi'; phone?: boolean } = {},
) =>
  studio.visit(({ page }) => journey(page), {
    state: opened.state,
    consent: 'denied',
    ...settings,
  });

const bonus = { kind: 'SignupBonusCredited', amount_paise: 250_00, reason: null };
const adjusted = (rupees: number, reason: string) => ({
  kind: 'AdjustedByAdmin',
  amount_paise: Math.round(rupees * 100),
  reason,
});

/** What the API says to somebody with the token they have had all along. */
const statusFor = async ({ headers }: Person) =>
  (await fetch(`${studio.url}/api/wallet`, { headers })).status;

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
      await page.unroute('**/api/admin/metrics');

      const fail = { status: 500, json: { error: 'x', code: 'internal' } };
      await page.route('**/api/admin/{users,user-detail,audit}?*', (request) =>
        request.fulfill(fail),
      );
      await page.goto('/admin/users?q=a');
      await see(page.getByText('Failed to list users'));
      await page.goto(`/admin/users?q=a&uid=${person.uid}`);
      await see(userDialog(page).getByText('Failed to load detail'));
      await page.unroute('**/api/admin/{users,user-detail,audit}?*');
      await page.route('**/api/admin/audit?*', (request) => request.fulfill(fail));
      await userDialog(page).getByRole('button', { name: 'Try again' }).click();
      await userDialog(page).getByRole('tab', { name: 'Audit' }).click();
      await see(userDialog(page).getByText('Failed to load audit'));
      await page.unroute('**/api/admin/audit?*');
      await userDialog(page).getByRole('button', { name: 'Try again' }).click();
      await see(userDialog(page).getByText('No recent admin actions.'));
    }));
});

describe('an account', () => {
  test('when it is disabled and enabled again, then its owner is out at once and back, on record', () =>
    asAdmin(async (page) => {
      const person = await createIndividual(studio);
      expect(await statusFor(person)).toBe(200);
      const dialog = await openUser(page, person.uid, 'account');
      await dialog.getByRole('button', { name: 'Disable' }).click();
      await page
        .getByRole('dialog', { name: 'Please confirm' })
        .getByRole('button', { name: 'Cancel' })
        .click();
      expect(await statusFor(person)).toBe(200);
      await dialog.getByRole('button', { name: 'Disable' }).click();
      await confirm(page, `${person.email} is signed out at once`);
      await seeToast(page, 'User disabled');
      expect(await statusFor(person)).toBe(403);

      await dialog.getByRole('button', { name: 'Enable' }).click();
      await confirm(page, `${person.email} can sign in again.`);
      await seeToast(page, 'User enabled');
      await expectAudit(studio, { uid: person.uid, admin, actions: ['disable', 'enable'] });
      await dialog.getByRole('tab', { name: 'Audit' }).click();
      await see(dialog.getByRole('row', { name: new RegExp(`${admin.email}.*enable`) }));
      expect(await dialog.getByRole('row').count()).toBe(3);
    }));

  test('when its profile is saved, then names, number, role and organisation are as said, and credits go to either wallet', () =>
    asAdmin(async (page) => {
      const person = await createIndividual(studio);
      await createOrganizationAdmin(studio);
      const dialog = await openUser(page, person.uid, 'account');
      const save = dialog.getByRole('button', { name: 'Save profile' });
      await see(save);
      expect(await save.isDisabled()).toBe(true);
      await dialog.getByLabel('First name').fill('Usha');
      await dialog.getByLabel('Phone').fill('12');
      await save.click();
      await confirm(page, /First name/);
      await see(dialog.getByRole('alert').getByText('Enter a valid phone number.'));
      await dialog.getByLabel('Phone').fill('+919812300045');
      await save.click();
      await confirm(page, /\+919812300045/);
      await seeToast(page, 'Profile saved');

      await page.route('**/api/admin/organizations?*', (request) => request.abort());
      await dialog.getByLabel('Find an organization').fill('cha');
      await page.waitForRequest('**/api/admin/organizations?q=cha');
      await page.unroute('**/api/admin/organizations?*');
      await dialog.getByLabel('Find an organization').fill('chai &');
      await dialog.getByRole('button', { name: /^Chai & Co\./ }).click();
      await dialog.getByLabel('Role').selectOption('Admin');
      await save.click();
      await confirm(page, /Organization ID/);
      await see(dialog.getByRole('heading', { name: 'Usha Person' }));
      await soon(async () => expect(await save.isDisabled()).toBe(true));
      expect(await dialog.getByRole('alert').getByText(/./).count()).toBe(0);

      const [profile] = await studio.books.query(
        `select u.first_name, u.last_name, u.phone_number, u.role, o.name from user_profile u
           left join organization o on o.id = u.organization_id where u.uid = $1`,
        [person.uid],
      );
      expect(profile).toEqual({
        first_name: 'Usha',
        last_name: 'Person',
        phone_number: '+919812300045',
        role: 'admin',
        name: 'Chai & Co.',
      });
      await creditBothWallets(page, person);
      const actions = ['update-profile', 'set-role', 'add-credits', 'add-credits'];
      await expectAudit(studio, { uid: person.uid, admin, actions });
    }));

  test('when its claims are reset and it is deleted, then it is gone, and wallet and trail stay; no admin can do it to themselves', () =>
    asAdmin(async (page) => {
      const person = await createIndividual(studio);
      const { uid } = person;
      const dialog = await openUser(page, uid, 'security');
      await see(dialog.getByText('Superadmin: No'));
      await dialog.getByRole('button', { name: 'Reset claims' }).click();
      await confirm(page, /All custom claims/);
      await seeToast(page, 'Custom claims reset');
      await dialog.getByRole('button', { name: 'Delete user' }).click();
      await confirm(page, `${person.email} is deleted for good. This cannot be undone.`);
      await seeToast(page, 'User deleted');
      await seeGone(dialog);

      expect(await statusFor(person)).not.toBe(200);
      expect(await eventsOf(studio, { kind: 'user', id: uid })).toEqual([bonus]);
      await expectAudit(studio, { uid, admin, actions: ['reset-claims', 'delete'] });
      await openUser(page, uid, 'security');
      await see(dialog.getByText(/^This user was deleted\./));
      expect(await dialog.getByRole('button', { name: 'Delete user' }).count()).toBe(0);
      await expectOwnToBeSafe(page);
    }));
});

/** Of somebody in an organisation: its wallet is the target unless another one is chosen. */
async function creditBothWallets(page: Page, { uid }: Person): Promise<void> {
  const dialog = userDialog(page);
  await dialog.getByRole('tab', { name: 'Wallet' }).click();
  const target = dialog.getByRole('combobox', { name: 'Target' });
  expect(await target.inputValue()).toBe('organization');
  for (const [value, amount, balance] of [
    ['organization', '30', '₹280.00'],
    ['user', '7', '₹257.00'],
  ] as const) {
    await target.selectOption(value);
    await dialog.getByLabel('Credits +/−').fill(amount);
    await dialog.getByLabel('Reason').fill('a test');
    await dialog.getByRole('button', { name: 'Apply credits' }).click();
    await confirm(page, `It then has ${balance}.`);
    await see(dialog.getByText(balance, { exact: true }));
  }
  const [row] = await studio.books.query<{ id: string }>(
    'select organization_id as id from user_profile where uid = $1',
    [uid],
  );
  expect(await eventsOf(studio, { kind: 'organization', id: row!.id })).toEqual([
    bonus,
    adjusted(30, 'a test'),
  ]);
  expect(await eventsOf(studio, { kind: 'user', id: uid })).toEqual([bonus, adjusted(7, 'a test')]);
}

/** What would end the admin's own account is refused. */
async function expectOwnToBeSafe(page: Page): Promise<void> {
  const refused = 'You cannot do this to your own account.';
  const dialog = await openUser(page, admin.uid, 'security');
  await see(dialog.getByText('Superadmin: Yes'));
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await confirm(page, /cannot be undone/);
  await see(dialog.getByRole('alert').getByText(refused));
  await dialog.getByRole('tab', { name: 'Account' }).click();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await confirm(page, /signed out at once/);
  await see(dialog.getByRole('alert').getByText(refused));
  await expectAudit(studio, { uid: admin.uid, admin, actions: [] });
}

describe('a wallet', () => {
  test('when credits are added and taken, then the ledger has each once, and never less than nothing', () =>
    asAdmin(async (page) => {
      const { uid } = await createIndividual(studio);
      const dialog = await openUser(page, uid, 'wallet');
      const apply = dialog.getByRole('button', { name: 'Apply credits' });
      const fill = async (amount: string, reason: string) => {
        await dialog.getByLabel('Credits +/−').fill(amount);
        await dialog.getByLabel('Reason').fill(reason);
      };
      await fill('100', '');
      expect(await apply.isDisabled()).toBe(true);
      await fill('1.005', 'too fine');
      await see(dialog.getByText(/^Enter an amount in rupees/));
      expect(await apply.isDisabled()).toBe(true);

      await fill('5000.01', 'goodwill');
      await page.route('**/api/admin/users', async (request) => {
        await request.fetch();
        await request.abort();
      });
      await apply.click();
      await confirm(page, 'This is a large amount (> ₹5000).');
      await see(dialog.getByRole('alert').getByText(/^Action failed\. No connection/));
      await page.unroute('**/api/admin/users');
      await apply.click();
      await confirm(page, /^Add ₹5,000\.01 to the wallet of/);
      await seeToast(page, 'Credits applied');
      await see(dialog.getByText('₹5,250.01', { exact: true }));

      await fill('-50.5', 'a mistake');
      await apply.click();
      const question = page.getByRole('dialog', { name: 'Please confirm' });
      await see(question.getByText(/^Take ₹50\.50 from/));
      expect(await question.getByText('large amount').count()).toBe(0);
      await confirm(page, 'Reason: a mistake');
      await see(dialog.getByText('₹5,199.51', { exact: true }));
      await fill('-5199.52', 'more than there is');
      await apply.click();
      await confirm(page, 'This is a large amount (> ₹5000).');
      await see(dialog.getByRole('alert').getByText('The wallet has insufficient funds for this.'));

      expect(await eventsOf(studio, { kind: 'user', id: uid })).toEqual([
        bonus,
        adjusted(5000.01, 'goodwill'),
        adjusted(-50.5, 'a mistake'),
      ]);
      await expectAudit(studio, { uid, admin, actions: ['add-credits', 'add-credits'] });
      await dialog.getByRole('tab', { name: 'Audit' }).click();
      await see(dialog.getByText('−₹50.50'));
    }));

  test('when a part of a payment is refunded, then it leaves the wallet and the gateway says so', () =>
    asAdmin(async (page) => {
      const person = await createIndividual(studio);
      const paymentId = await payIn(person, 500);
      const dialog = await openUser(page, person.uid, 'wallet');
      await dialog.getByRole('button', { name: `Refund of ${paymentId}` }).click();
      const form = dialog.getByRole('form', { name: `Refund of ${paymentId}` });
      expect(await form.getByLabel('Amount (₹)').inputValue()).toBe('500');
      await form.getByLabel('Reason').fill('paid twice');
      await form.getByLabel('Amount (₹)').fill('500.01');
      await see(form.getByText('Enter more than ₹0 and at most ₹500.00.'));
      await form.getByLabel('Amount (₹)').fill('120');
      await form.getByRole('button', { name: 'Refund this amount' }).click();
      await confirm(page, new RegExp(`Send ₹120\\.00 of the payment ${paymentId} back`));
      await seeToast(page, 'Refund of ₹120.00 started');
      const payment = dialog.getByRole('listitem').filter({ hasText: 'paid twice' });
      await see(payment.getByText('Refunded', { exact: true }).nth(1));
      await see(payment.getByText('₹380.00'));
      await see(dialog.getByText('₹630.00', { exact: true }));

      const events = await eventsOf(studio, { kind: 'user', id: person.uid });
      expect(events.map(({ kind, amount_paise }) => [kind, amount_paise])).toEqual([
        ['SignupBonusCredited', 250_00],
        ['TopUpCredited', 500_00],
        ['HoldPlaced', 0],
        ['TopUpRefunded', -120_00],
      ]);
      const audit = await studio.books.query(
        "select actor from admin_audit where action = 'refund-payment'",
      );
      expect(audit).toEqual([{ actor: `user:${admin.uid}` }]);
    }));
});

/** Pays so many rupees in, as the sheet would. Returns the payment's id. */
async function payIn({ headers }: Person, rupees: number): Promise<string> {
  const send = async <Body>(path: string, body: object) => {
    const answer = await fetch(studio.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const order = await send<{ orderId: string }>('/api/razorpay-order', { amount: rupees });
  const paymentId = await openCounter(studio.stack.razorpayUrl).pay(order.orderId);
  await send('/api/razorpay-verify', callbackOf(order.orderId, paymentId));
  return paymentId;
}

test('in Hindi, on a phone: what was done is said in Hindi, and nothing must be scrolled sideways', () =>
  asAdmin(
    async (page) => {
      const person = await createIndividual(studio);
      const dialog = await openUser(page, person.uid, 'wallet');
      await dialog.getByLabel('क्रेडिट +/−').fill('6000');
      await dialog.getByLabel('वजह').fill('शुभ दीपावली');
      await dialog.getByRole('button', { name: 'क्रेडिट लगाएँ' }).click();
      const question = page.getByRole('dialog', { name: 'कृपया पक्का करें' });
      await see(question.getByText('यह बड़ी रक़म है (> ₹5000)।'));
      await question.getByRole('button', { name: 'हाँ, करें' }).click();
      await see(page.getByText('क्रेडिट लग गए'));
      expect(await eventsOf(studio, { kind: 'user', id: person.uid })).toEqual([
        bonus,
        adjusted(6000, 'शुभ दीपावली'),
      ]);
      expect(await page.evaluate(pixelsTooWide)).toBe(0);
    },
    { language: 'hi', phone: true },
  ));

test('no view of the users page has a serious fault of access, in light or dark', () =>
  asAdmin(async (page) => {
    const person = await createIndividual(studio);
    await payIn(person, 200);
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
