import type { Person } from '@sachet/local/testing/people';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  asAdminOf,
  confirm,
  eventsOf,
  expectAudit,
  shareAdministeredStudio,
  openUser,
  payIn,
  userDialog,
  type AdministeredStudio,
} from './admin-steps.ts';
import { pixelsTooWide } from './in-page.ts';
import { createIndividual, createOrganizationAdmin } from './people.ts';
import { letPass, see, seeGone, soon } from './steps.ts';
import type { Studio } from './studio.ts';
import { seeToast } from './top-up-steps.ts';

let opened: AdministeredStudio;
let studio: Studio;
let admin: Person;
let second: Person;
let asAdmin: ReturnType<typeof asAdminOf>;
let asSecond: ReturnType<typeof asAdminOf>;
beforeAll(async () => {
  opened = await shareAdministeredStudio();
  ({ studio, admin, second } = opened);
  asAdmin = asAdminOf(opened);
  asSecond = asAdminOf({ studio, state: opened.secondState });
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const bonus = { kind: 'SignupBonusCredited', amount_paise: 250_00, reason: null };
const adjusted = (rupees: number, reason: string) => ({
  kind: 'AdjustedByAdmin',
  amount_paise: Math.round(rupees * 100),
  reason,
});

/** What the API says to somebody with the token they have had all along. */
const statusFor = async ({ headers }: Person) =>
  (await fetch(`${studio.url}/api/wallet`, { headers })).status;

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

      await page.route('**/api/admin/organizations?q=cha', (request) => request.abort());
      await Promise.all([
        page.waitForEvent('requestfailed'),
        dialog.getByLabel('Find an organization').fill('cha'),
      ]);
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

  test('when its claims are reset and it is deleted, then it is gone, its wallet is cleared and its trail stays; no admin can do it to themselves', () =>
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
      const cleared = {
        kind: 'WalletCleared',
        amount_paise: -250_00,
        reason: 'the account was closed',
      };
      await soon(async () =>
        expect(await eventsOf(studio, { kind: 'user', id: uid })).toEqual([bonus, cleared]),
      );
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

      await fill('1000.01', 'goodwill');
      await page.route('**/api/admin/users', async (request) => {
        await request.fetch();
        await request.abort();
      });
      await apply.click();
      await confirm(page, 'It then has ₹1,250.01.');
      await see(dialog.getByRole('alert').getByText(/^Action failed\. No connection/));
      await letPass(page);
      await apply.click();
      await confirm(page, /^Add ₹1,000\.01 to the wallet of/);
      await seeToast(page, 'Credits applied');
      await see(dialog.getByText('₹1,250.01', { exact: true }));

      await fill('-50.5', 'a mistake');
      await apply.click();
      const question = page.getByRole('dialog', { name: 'Please confirm' });
      await see(question.getByText(/^Take ₹50\.50 from/));
      expect(await question.getByText('large amount').count()).toBe(0);
      await confirm(page, 'Reason: a mistake');
      await see(dialog.getByText('₹1,199.51', { exact: true }));
      await fill('-1199.52', 'more than there is');
      await apply.click();
      await confirm(page, 'Reason: more than there is');
      await see(dialog.getByRole('alert').getByText('The wallet has insufficient funds for this.'));

      expect(await eventsOf(studio, { kind: 'user', id: uid })).toEqual([
        bonus,
        adjusted(1000.01, 'goodwill'),
        adjusted(-50.5, 'a mistake'),
      ]);
      await expectAudit(studio, { uid, admin, actions: ['add-credits', 'add-credits'] });
      await dialog.getByRole('tab', { name: 'Audit' }).click();
      await see(dialog.getByText('−₹50.50'));
    }));

  test('when the amount is large, then another super admin sees it, and it moves once they approve', async () => {
    const { uid, email } = await createIndividual(studio);
    await asAdmin(async (page) => {
      const dialog = await openUser(page, uid, 'wallet');
      await dialog.getByLabel('Credits +/−').fill('5000');
      await see(dialog.getByRole('button', { name: 'Apply credits' }));
      await dialog.getByLabel('Credits +/−').fill('5000.01');
      await dialog.getByLabel('Reason').fill('a campaign');
      await see(dialog.getByText(/^More than ₹5,000\.00 needs a second super admin/));
      await dialog.getByRole('button', { name: 'Propose credits' }).click();
      const question = page.getByRole('dialog', { name: 'Please confirm' });
      await see(question.getByText('This is a large amount (> ₹5000).'));
      await confirm(page, /A second super admin has to approve it within 24 hours\./);
      await seeToast(page, 'Proposed. A second super admin has to approve it.');
      expect(await eventsOf(studio, { kind: 'user', id: uid })).toEqual([bonus]);

      await page.goto('/admin/approvals');
      const own = page.getByRole('listitem').filter({ hasText: 'a campaign' });
      await see(own.getByText('You proposed this: another super admin has to decide.'));
      expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      await see(page.getByRole('link', { name: 'Approvals', exact: true }).first());
    });
    await asSecond(async (page) => {
      await page.goto('/admin/users');
      await see(page.getByText('Credits that wait for your approval: 1.'));
      // By the keyboard alone.
      await page.getByRole('link', { name: /^Approvals ?1 waiting for you$/ }).focus();
      await page.keyboard.press('Enter');
      const waiting = page.getByRole('listitem').filter({ hasText: `wallet of ${email}` });
      await waiting.getByRole('button', { name: 'Refuse' }).focus();
      await page.keyboard.press('Enter');
      await see(waiting.getByLabel('Why it is refused'));
      await waiting.getByRole('button', { name: 'Cancel' }).click();
      await waiting.getByRole('button', { name: 'Approve' }).click();
      await confirm(page, `Add ₹5,000.01 to the wallet of ${email}.`);
      await seeToast(page, 'Approved. The credits are applied.');
      await see(page.getByText('Nothing waits for a second admin.'));
      await page.getByRole('link', { name: 'Decided' }).click();
      await see(page.getByRole('listitem').filter({ hasText: email }).getByText('Approved'));
    });
    expect(await eventsOf(studio, { kind: 'user', id: uid })).toEqual([
      bonus,
      adjusted(5000.01, 'a campaign'),
    ]);
    const trail = await studio.books.query(
      'select actor, action from admin_audit where target_uid = $1 order by id',
      [uid],
    );
    expect(trail).toEqual([
      { actor: `user:${admin.uid}`, action: 'propose-credits' },
      { actor: `user:${second.uid}`, action: 'approve-credits' },
    ]);
  });

  test('when a part of a payment is refunded, then it leaves the wallet and the gateway says so', () =>
    asAdmin(async (page) => {
      const person = await createIndividual(studio);
      const paymentId = await payIn(studio, person, 500);
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

test('in Hindi, on a phone: what was done is said in Hindi, and nothing must be scrolled sideways', () =>
  asAdmin(
    async (page) => {
      const person = await createIndividual(studio);
      const dialog = await openUser(page, person.uid, 'wallet');
      await dialog.getByLabel('क्रेडिट +/−').fill('6000');
      await dialog.getByLabel('वजह').fill('शुभ दीपावली');
      await dialog.getByRole('button', { name: 'मंज़ूरी के लिए भेजें' }).click();
      const question = page.getByRole('dialog', { name: 'कृपया पक्का करें' });
      await see(question.getByText('यह बड़ी रक़म है (> ₹5000)।'));
      await question.getByRole('button', { name: 'हाँ, करें' }).click();
      await see(page.getByText('भेज दिया। दूसरे सुपर एडमिन को मंज़ूर करना होगा।'));
      expect(await eventsOf(studio, { kind: 'user', id: person.uid })).toEqual([bonus]);
      expect(await page.evaluate(pixelsTooWide)).toBe(0);
      await page.goto('/admin/approvals');
      const waiting = page.getByRole('listitem').filter({ hasText: 'शुभ दीपावली' });
      await waiting.getByRole('button', { name: 'वापस लें' }).click();
      await question.getByRole('button', { name: 'हाँ, करें' }).click();
      await see(page.getByText('वापस ले लिया'));
      expect(await page.evaluate(pixelsTooWide)).toBe(0);
    },
    { language: 'hi', phone: true },
  ));
