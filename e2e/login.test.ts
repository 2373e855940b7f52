import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrive, createWithAddress } from './people.ts';
import {
  askForCode,
  enterCode,
  followMail,
  readCode,
  see,
  seeGone,
  seeInWallet,
  signUp,
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

async function signUpByEmail(page: Page, email: string): Promise<void> {
  await page.goto('/signup');
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await dialog.getByRole('radio', { name: 'Email' }).check();
  await dialog.getByLabel('First name').fill('Asha');
  await dialog.getByLabel('Last name').fill('Verma');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await see(page.getByText('Profile created — starting balance credited.'));
  await seeGone(dialog);
  await seeInWallet(page, '₹250.00');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await see(page.getByRole('button', { name: 'Get Started' }));
}

async function logInByEmail(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Get Started' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Email' }).check();
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

test('given an account by e-mail, when its address is not verified, then logging in asks for the link of the mail', () =>
  studio.visit(async ({ page, context }) => {
    const email = someAddress();
    await signUpByEmail(page, email);
    await logOut(page);
    await logInByEmail(page, email, password);
    const dialog = page.getByRole('dialog', { name: 'Verify your email' });
    await see(
      dialog.getByText('Please verify your email. A verification link was sent to your inbox.'),
    );

    await dialog.getByRole('button', { name: 'I Verified' }).click();
    await see(dialog.getByText('Not verified yet. Open the link in the mail first.'));
    await dialog.getByRole('button', { name: 'Resend Email' }).click();
    await see(dialog.getByText('Verification email sent. Please check your inbox.'));

    const inboxLink = dialog.getByRole('link', { name: 'Open the sandbox inbox for your mail' });
    const [inbox] = await Promise.all([context.waitForEvent('page'), inboxLink.click()]);
    const mail = inbox.getByRole('listitem').filter({ hasText: email }).first();
    await see(mail.getByText('E-mail · Verify your e-mail address'));
    const [verified] = await Promise.all([
      context.waitForEvent('page'),
      mail.getByRole('link', { name: 'Open link' }).click(),
    ]);
    await see(verified.getByText('verified'));
    await verified.close();
    await inbox.close();

    await dialog.getByRole('button', { name: 'I Verified' }).click();
    await seeGone(dialog);
    await seeInWallet(page, '₹250.00');
    await logOut(page);
    await logInByEmail(page, email, password);
    await see(page.getByText('Signed in.'));
    await seeInWallet(page, '₹250.00');
  }));

test('given an account by e-mail, when the password is wrong, then the words do not tell which of the two it was', () =>
  studio.visit(async ({ page }) => {
    const email = someAddress();
    await createWithAddress(studio, email);
    await page.goto('/');
    await logInByEmail(page, email, 'samosa and chai');
    await see(page.getByRole('dialog').getByText('Email or password is not right.'));

    await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(someAddress());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await see(page.getByRole('dialog').getByText('Email or password is not right.'));

    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByRole('dialog').getByLabel('First name').fill('Asha');
    await page.getByRole('dialog').getByLabel('Last name').fill('Verma');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('dialog').getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await see(page.getByText('An account with this email exists. Log in instead.'));
  }));

test('given a password that was forgotten, when the link of the mail sets a new one, then that one opens the account', () =>
  studio.visit(async ({ page }) => {
    const email = someAddress();
    await createWithAddress(studio, email);
    await page.goto('/');
    await page.getByRole('button', { name: 'Get Started' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Email' }).check();
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await dialog.getByRole('button', { name: 'Forgot password?' }).click();
    await see(page.getByRole('dialog', { name: 'Reset your password' }));
    expect(await dialog.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await see(dialog.getByText(`If there is an account for ${email}, a link is on its way.`));

    const opened = await followMail(page, studio.inboxUrl, { to: email, subject: /Reset/ });
    // The emulator has no form of its own: the new password goes into its link.
    await opened.goto(`${opened.url()}&newPassword=${encodeURIComponent('masala dosa')}`);
    await opened.close();
    await dialog.getByRole('button', { name: 'Back to login' }).click();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await see(dialog.getByText('Email or password is not right.'));
    await dialog.getByLabel('Password').fill('masala dosa');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await seeInWallet(page, '₹250.00');
  }));

test('given an address without an account, when a new password is asked for, then the words are the same', () =>
  studio.visit(async ({ page }) => {
    const email = someAddress();
    await page.goto('/');
    await page.getByRole('button', { name: 'Get Started' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Email' }).check();
    await dialog.getByRole('button', { name: 'Forgot password?' }).click();
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await see(dialog.getByText(`If there is an account for ${email}, a link is on its way.`));
  }));

test('given somebody on their wallet page, when they log out, then they are on the main screen and nothing of theirs is left', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.getByRole('link', { name: 'Wallet, ₹250.00' }).click();
    await see(page.getByRole('heading', { name: 'Statement' }));
    await logOut(page);
    await page.waitForURL('/');
    await page.goto('/wallet');
    await page.waitForURL('/');
    await see(page.getByRole('heading', { name: 'Good AI, in small packets.' }));
    expect(await page.getByRole('link', { name: /^Wallet/ }).count()).toBe(0);
  }));

test('given somebody known by their phone, when they log in again, then a wrong code is refused, the right one lets them in and no second bonus comes', () =>
  studio.visit(async ({ page }) => {
    const known = somebodyNew();
    await signUp(page, known);
    await logOut(page);
    const theirs = '/?mode=general&chat=con_0';
    await page.goto(theirs);
    await see(page.getByRole('heading', { name: 'Sign in to read this chat' }));
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await askForCode(page, known, 'Login');
    const dialog = page.getByRole('dialog');
    const resend = dialog.getByRole('button', { name: /Resend in \d+s/ });
    await see(resend);
    expect(await resend.isDisabled()).toBe(true);

    const code = await readCode(page, known.phone);
    await enterCode(page, code === '000000' ? '111111' : '000000');
    await see(dialog.getByText('That code is not right. Check it or ask for a new one.'));
    await enterCode(page, code);
    await see(page.getByText('Signed in.'));
    await see(page.getByRole('dialog').getByText('This chat is not here any more.'));
    await page.waitForURL(theirs);
    await seeInWallet(page, '₹250.00');
  }));

test('given a code that was sent, when half a minute has passed, then another can be asked for', () =>
  studio.visit(async ({ page }) => {
    await page.clock.install();
    await page.goto('/signup');
    const newcomer = somebodyNew();
    await askForCode(page, newcomer);
    const first = await readCode(page, newcomer.phone);
    await see(page.getByRole('button', { name: /Resend in \d+s/ }));
    await page.clock.fastForward('00:31');
    await page.getByRole('button', { name: 'Resend OTP' }).click();
    await see(page.getByRole('button', { name: /Resend in \d+s/ }));
    await soon(async () => expect(await readCode(page, newcomer.phone)).not.toBe(first));
    await enterCode(page, await readCode(page, newcomer.phone));
    await see(page.getByText('Profile created — starting balance credited.'));
  }));
