import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  askForPictures,
  followMail,
  resultFrom,
  see,
  seeInWallet,
  signUp,
  signUpByEmail,
  someAddress,
  somebodyNew,
  soon,
} from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

const password = 'chai and samosa';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

/** The row of a member or an address in the list. */
const row = (page: Page, list: string, text: string): Locator =>
  page
    .getByRole('list', { name: new RegExp(`^${list}`) })
    .getByRole('listitem')
    .filter({ hasText: text });

async function openOrganization(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Organization' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Organization Management' }));
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send Invite' }).click();
  await see(page.getByText(`Invite sent to ${email}. They need to sign up with this email.`));
  await see(row(page, 'Pending invites', email).getByText('Email sent'));
}

/** Opens the newest invitation's link in a new tab. */
const openInvitation = (page: Page, email: string): Promise<Page> =>
  followMail(page, studio.inboxUrl, {
    to: email,
    subject: /You’re invited to join an organization on Sachet/,
  });

/** Follows the invitation's email, signs up and joins the organization. */
async function joinByMail(page: Page, email: string): Promise<void> {
  const start = await openInvitation(page, email);
  const invitation = start.getByRole('article').filter({ hasText: '“Chai & Co.”' });
  await see(invitation.getByText('“Asha Verma”, an admin there. Join only if you know them.'));
  await invitation.getByRole('button', { name: 'Sign up or log in to accept' }).click();
  await signUpByEmail(start, { email, password });
  await see(start.getByText('Profile created — starting balance credited.'));
  await seeInWallet(start, '₹250.00');
  await see(invitation.getByText('Verify your email to accept this invitation.'));
  const verified = await followMail(start, studio.inboxUrl, { to: email, subject: /Verify/ });
  await see(verified.getByText('verified'));
  await verified.close();
  await invitation.getByRole('button', { name: 'I Verified' }).click();
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await see(start.getByText('You’ve joined. Chai & Co. now pays for what you keep.'));
  await see(start.getByRole('heading', { name: 'Wallet of Chai & Co.' }));
  await see(start.getByText('You have ₹250.00 in your own wallet. It pays again once you leave.'));
  await start.close();
}

test('an invited member joins by the mail and buys within the budget, and the admin sees it', () =>
  studio.visit(async ({ page: admin }) => {
    const email = someAddress('meera');
    await signUp(admin, { ...somebodyNew(), orgName: 'Chai & Co.' });
    await openOrganization(admin);
    await see(admin.getByText('Chai & Co.', { exact: true }));
    await see(admin.getByText('Just you so far'));
    await invite(admin, email);

    await studio.visit(async ({ page: member }) => {
      await joinByMail(member, email);
      await member.goto('/');
      await seeInWallet(member, '₹250.00');
      await giveBudget(admin);
      await buyUpToTheBudget(member);
      await seeTheSpend(admin);
      await readTheLedger();
    });
  }));

async function giveBudget(admin: Page): Promise<void> {
  await admin.reload();
  const budget = admin.getByRole('spinbutton', { name: 'Monthly Budget (₹) of Meera Nair' });
  await budget.fill('100');
  await budget.press('Enter');
  await see(admin.getByText('Budget of Meera Nair: ₹100.00 a month.'));
  await see(row(admin, 'Team Members', 'Meera Nair').getByText('of ₹100.00'));
}

async function buyUpToTheBudget(member: Page): Promise<void> {
  await askForPictures(member, 'A brass kettle on a coal stove');
  const google = resultFrom(member, 'Google');
  await google.getByRole('button', { name: 'Unlock · ₹75' }).click();
  await see(google.getByText('₹75 paid · ₹175.00 left'));
  const before = await studio.books.mark();

  const openai = resultFrom(member, 'OpenAI');
  await openai.getByRole('button', { name: 'Unlock · ₹98' }).click();
  const dialog = member.getByRole('dialog', { name: 'Wallet' });
  await see(dialog.getByText('Budget exceeded.'));
  await see(
    dialog.getByText('You’ve spent ₹75.00 of your ₹100.00 this month, and this costs ₹98.00.'),
  );
  await member.keyboard.press('Escape');
  await see(openai.getByText('Insufficient funds or budget exceeded.'));
  await see(openai.getByText('You were not charged'));
  await seeInWallet(member, '₹175.00');
  expect(await studio.books.mark()).toBe(before);
}

async function seeTheSpend(admin: Page): Promise<void> {
  const member = row(admin, 'Team Members', 'Meera Nair');
  await see(member.getByText('₹75.00'));
  await soon(async () =>
    expect(await member.getByRole('meter').getAttribute('aria-valuenow')).toBe('75'),
  );
  await seeInWallet(admin, '₹175.00');
}

async function readTheLedger(): Promise<void> {
  const events = await studio.books.query(
    `select e.kind, e.amount_paise, u.first_name from ledger_event e
       left join user_profile u on u.uid = e.member_uid
      where e.wallet_id = (
        select id from wallet where owner_kind = 'organization' order by created_at desc limit 1
      ) order by e.position`,
  );
  expect(events).toEqual([
    { kind: 'SignupBonusCredited', amount_paise: 250_00, first_name: null },
    { kind: 'HoldPlaced', amount_paise: 0, first_name: 'Meera' },
    { kind: 'HoldCaptured', amount_paise: -75_00, first_name: 'Meera' },
  ]);
  await studio.books.expectToBeSound();
}
