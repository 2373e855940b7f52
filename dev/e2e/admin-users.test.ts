import type { Person } from '../local/testing/people.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  actAs,
  confirm,
  readEvents,
  expectAudit,
  openUser,
  payIn,
  rows,
  shareAdministeredStudio,
  userDialog,
  type AdministeredStudio,
} from './admin-steps.ts';
import { createIndividual } from './people.ts';
import { letPass, see, seeGone, soon } from './steps.ts';
import type { Studio } from './studio.ts';
import { seeToast } from './top-up-steps.ts';

let studio: Studio;
let admin: Person;
let asAdmin: ReturnType<typeof actAs>;
beforeAll(async () => {
  const opened: AdministeredStudio = await shareAdministeredStudio();
  ({ studio, admin } = opened);
  asAdmin = actAs(opened);
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const dialogTab = (page: Page, name: string) => userDialog(page).getByRole('tab', { name }).click();

const readMoves = async (uid: string) =>
  (await readEvents(studio, { kind: 'user', id: uid })).map((event) => [
    event.kind,
    event.amount_paise,
  ]);

/** Looks for the toast from the press on, because it is shown for a few seconds only. */
const confirmAndSee = (page: Page, words: string | RegExp, toast: string) =>
  Promise.all([confirm(page, words), seeToast(page, toast)]);

/** The status of the API's answer to a user's earlier token. */
const statusFor = async ({ headers }: Person) =>
  (await fetch(`${studio.url}/api/wallet`, { headers })).status;

test('an admin finds, disables, enables, corrects, credits, refunds and deletes a user; ledger and trail have each action once, and the token is refused', () =>
  asAdmin(async (page) => {
    const person = await createIndividual(studio);
    const { uid } = person;
    const paymentId = await payIn(studio, person, 500);
    const dialog = userDialog(page);

    await page.goto('/admin/users');
    await page.getByRole('searchbox', { name: 'Search' }).fill(person.email!);
    await soon(async () => expect(await rows(page).count()).toBe(1));
    await rows(page).getByRole('link', { name: person.email! }).click();
    await dialogTab(page, 'Account');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await confirmAndSee(page, `${person.email} is signed out immediately`, 'User disabled');
    expect(await statusFor(person)).toBe(403);
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await confirmAndSee(page, `${person.email} can sign in again.`, 'User enabled');

    await giveCreditsTwice(page);
    await refund(page, paymentId);

    await dialogTab(page, 'Security');
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    const words = `${person.email} will be permanently deleted. This can’t be undone.`;
    await confirmAndSee(page, words, 'User deleted');
    await seeGone(dialog);
    expect(await statusFor(person)).not.toBe(200);
    // The unrefunded part of the payment is sent back; the given credits expire.
    await soon(async () =>
      expect(await readMoves(uid)).toEqual([
        ['SignupBonusCredited', 250_00],
        ['TopUpCredited', 500_00],
        ['AdjustedByAdmin', 1000_01],
        ['HoldPlaced', 0],
        ['TopUpRefunded', -120_00],
        ['HoldPlaced', 0],
        ['TopUpRefunded', -380_00],
        ['WalletCleared', -1250_01],
      ]),
    );
    const actions = ['disable', 'enable', 'add-credits', 'delete'];
    await expectAudit(studio, { uid, admin, actions });
    await openUser(page, uid, 'audit');
    await see(dialog.getByRole('row', { name: new RegExp(`${admin.email}.*enable`) }));
    await soon(async () => expect(await dialog.getByRole('row').count()).toBe(actions.length + 1));
  }));

/** The first answer is lost: the same credits are sent again and applied once. */
async function giveCreditsTwice(page: Page): Promise<void> {
  const dialog = userDialog(page);
  await dialogTab(page, 'Wallet');
  await dialog.getByLabel('Credits +/−').fill('1000.01');
  await dialog.getByLabel('Reason').fill('goodwill');
  await page.route('**/api/admin/users', async (request) => {
    await request.fetch();
    await request.abort();
  });
  await dialog.getByRole('button', { name: 'Apply credits' }).click();
  await confirm(page, 'New balance: ₹1,750.01.');
  await see(dialog.getByRole('alert').getByText(/^Action failed\. Couldn’t reach Sachet/));
  await letPass(page);
  await dialog.getByRole('button', { name: 'Apply credits' }).click();
  await confirmAndSee(page, /^Add ₹1,000\.01 to the wallet of/, 'Credits applied');
  await see(dialog.getByText('₹1,750.01', { exact: true }));
}

async function refund(page: Page, paymentId: string): Promise<void> {
  const dialog = userDialog(page);
  await dialog.getByRole('button', { name: `Refund of ${paymentId}` }).click();
  const form = dialog.getByRole('form', { name: `Refund of ${paymentId}` });
  await form.getByLabel('Reason').fill('paid twice');
  await form.getByLabel('Amount (₹)').fill('120');
  await form.getByRole('button', { name: 'Refund this amount' }).click();
  const words = new RegExp(`Send ₹120\\.00 of payment ${paymentId} back`);
  await confirmAndSee(page, words, 'Refund of ₹120.00 started');
  // The gateway has reported the refund's end.
  const payment = dialog.getByRole('listitem').filter({ hasText: 'paid twice' });
  await see(payment.getByText('Refunded', { exact: true }).nth(1));
  await see(dialog.getByText('₹1,630.01', { exact: true }));
}
