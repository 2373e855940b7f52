// Signing up and logging in by email and phone. web/src/features/people/auth tests the forms' errors.
import { readOverlays } from './in-page.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  askForCode,
  askForPictures,
  enterCode,
  enterName,
  followMail,
  readCode,
  resultFrom,
  see,
  seeGone,
  seeInWallet,
  signUpByEmail,
  soon,
  someAddress,
  somebodyNew,
  unlock,
} from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

const password = 'chai and samosa';
const bonus = { kind: 'SignupBonusCredited', amount_paise: 250_00 };

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterEach(() => studio?.books.expectToBeSound());
afterAll(() => studio?.stop());

/** The profile with this number or address, and its wallet's events. */
async function readBooks(contact: string) {
  const people = await studio.books.query<{ wallet_id: string }>(
    `select u.wallet_id, u.account_type, u.first_name, u.last_name, w.owner_kind
       from user_profile u join wallet w on w.id = u.wallet_id
      where u.phone_number = $1 or u.email = $1`,
    [contact],
  );
  const events = await studio.books.query(
    'select kind, amount_paise from ledger_event where wallet_id = any($1) order by position',
    [people.map((person) => person.wallet_id)],
  );
  return { people, events };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await see(page.getByRole('button', { name: 'Get Started' }));
}

test('a visitor who signs up by email unlocks a picture immediately, verifies when the allowance is used up, logs out and in again, and sets a new password', () =>
  studio.visit(async ({ page }) => {
    const email = someAddress();
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Use email instead' }).click();
    await signUpByEmail(page, { email: ` ${email.toUpperCase()} `, password });
    await see(page.getByText('Profile created — starting balance credited. Bonus: ₹250.'));
    await seeInWallet(page, '₹250.00');
    await askForPictures(page, 'a kite over Pune');
    await unlock(page, 'Google', '₹75').click();
    await see(resultFrom(page, 'Google').getByText('₹75 paid · ₹175.00 left'));
    const released = [
      { kind: 'BonusReleased', amount_paise: 0 },
      { kind: 'HoldPlaced' },
      { kind: 'HoldCaptured', amount_paise: -75_00 },
    ];
    await studio.books.query(
      `update daily_allowance set used = most where name = 'unverified_spending'`,
    );
    await unlock(page, 'OpenAI', '₹98').click();
    const dialog = page.getByRole('dialog', { name: 'Verify your email' });
    await see(
      dialog.getByText(
        'Today’s limit for unverified accounts is reached. Verify your email to spend your bonus now.',
      ),
    );
    const { people, events } = await readBooks(email);
    expect(people).toMatchObject([
      { account_type: 'individual', owner_kind: 'user', first_name: 'Meera', last_name: 'Nair' },
    ]);
    expect(events).toMatchObject([bonus, ...released]);

    await dialog.getByRole('button', { name: 'Resend Email' }).click();
    await see(dialog.getByText('Verification email sent. Please check your inbox.'));
    const opened = await followMail(page, studio.inboxUrl, { to: email, subject: /Verify/ });
    await see(opened.getByText('verified'));
    await opened.close();
    await dialog.getByRole('button', { name: 'I Verified' }).click();
    await seeGone(dialog);
    await see(resultFrom(page, 'OpenAI').getByText('₹98 paid · ₹77.00 left'));
    await seeInWallet(page, '₹77.00');
    expect((await readBooks(email)).events).toMatchObject([
      bonus,
      ...released,
      { kind: 'BonusReleased', amount_paise: 0 },
      { kind: 'HoldPlaced' },
      { kind: 'HoldCaptured', amount_paise: -98_00 },
    ]);
    await studio.books.query(
      `update daily_allowance set used = 75_00 where name = 'unverified_spending'`,
    );

    await page.getByRole('link', { name: 'Wallet, ₹77.00' }).last().click();
    await see(page.getByRole('heading', { name: 'Statement' }));
    await logOut(page);
    await page.goto('/wallet');
    await page.waitForURL('/');
    const entry = await openLogin(page);
    await entry.getByRole('textbox', { name: 'Email' }).fill(email);
    await entry.getByLabel('Password').fill(password);
    await entry.getByRole('button', { name: 'Sign in' }).click();
    await see(page.getByText('Signed in.'));
    await seeInWallet(page, '₹77.00');
    await logOut(page);
    await chooseNewPassword(page, email);
  }));

async function openLogin(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Get Started' }).click();
  const entry = page.getByRole('dialog');
  await entry.getByRole('tab', { name: 'Login' }).click();
  return entry;
}

const newPassword = 'jalebi and rabri';

/** Sets a new password with the link of an email; the old one no longer works. */
async function chooseNewPassword(page: Page, email: string): Promise<void> {
  const entry = await openLogin(page);
  await entry.getByRole('button', { name: 'Forgot password?' }).click();
  await entry.getByRole('textbox', { name: 'Email' }).fill(email);
  await entry.getByRole('button', { name: 'Send link' }).click();
  await see(entry.getByText(`If ${email} has an account, a link is on its way.`));
  const opened = await followMail(page, studio.inboxUrl, { to: email, subject: /Reset/ });
  // The emulator's link has no form: it takes the new password from the address.
  await opened.goto(`${opened.url()}&newPassword=${encodeURIComponent(newPassword)}`);
  await see(opened.getByText(/password has been (successfully )?(changed|updated|reset)/i));
  await opened.close();
  await entry.getByRole('button', { name: 'Back to login' }).click();
  await entry.getByLabel('Password').fill(password);
  await entry.getByRole('button', { name: 'Sign in' }).click();
  await see(entry.getByText('Wrong email or password.'));
  await entry.getByLabel('Password').fill(newPassword);
  await entry.getByRole('button', { name: 'Sign in' }).click();
  await see(page.getByText('Signed in.').last());
  await seeInWallet(page, '₹77.00');
}

/**
 * Acts like a phone that unloads the tab while the user reads the message in another app, and then presses
 * Back.
 */
async function loadAgainAndGoBack(page: Page, phone: string): Promise<void> {
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Enter your code' });
  await see(dialog.getByText(`We sent a code to +91${phone}.`));
  await soon(async () => expect(await page.evaluate(readOverlays)).toBe(1));
  await page.goBack();
  await seeGone(dialog);
  await soon(async () => expect(await page.evaluate(readOverlays)).toBe(0));
}

/** A person whose tab closes after the code has no profile, wallet or bonus yet, and is asked for the name again. */
async function expectNothingWithoutName(page: Page, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'One more step' });
  await see(dialog);
  await page.goto('/');
  await see(dialog);
  expect(await readBooks(`+91${phone}`)).toEqual({ people: [], events: [] });
}

test('a phone sign-up survives a closed tab before the name, and its login survives a reload and Back, refuses a wrong code, opens the requested page and brings no second bonus', () =>
  studio.visit(async ({ page }) => {
    const known = somebodyNew();
    await page.goto('/signup');
    await askForCode(page, known);
    await enterCode(page, await readCode(page, known.phone));
    await expectNothingWithoutName(page, known.phone);
    await enterName(page, known);
    await seeInWallet(page, '₹250.00');
    await logOut(page);
    const theirs = '/?mode=general&chat=con_0';
    await page.goto(theirs);
    await see(page.getByRole('heading', { name: 'Sign in to read this chat' }));
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await askForCode(page, known, 'Login');
    await loadAgainAndGoBack(page, known.phone);
    await page.waitForURL(theirs);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    const code = await readCode(page, known.phone);
    await enterCode(page, code === '000000' ? '111111' : '000000');
    const dialog = page.getByRole('dialog');
    await see(dialog.getByText('That code isn’t right. Check it or request a new one.'));
    await enterCode(page, code);
    await see(page.getByText('Signed in.'));
    await see(dialog.getByText('This chat no longer exists.'));
    await page.waitForURL(theirs);
    await seeInWallet(page, '₹250.00');
    expect((await readBooks(`+91${known.phone}`)).events).toEqual([bonus]);
  }));
