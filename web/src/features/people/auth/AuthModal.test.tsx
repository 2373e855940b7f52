// The sign-in dialog: its forms, their errors, and the requests to Firebase and the API.
import { onTestFinished, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { minuteMs } from '@sachet/shared/time';
import { closeDialog, openAuth } from '../../../app/base/dialogs';
import {
  allAccounts,
  failAuth,
  haveAccount,
  sentCodes,
  sentMails,
  skipWaits,
} from '../../../testing/firebase';
import { see, seeGone } from '../../../testing/mount';
import { answerFor, answerNewcomer } from '../../../testing/people';
import { answer, keepBack, refuse, requestsTo, respond } from '../../../testing/server';
import { visit } from '../../../testing/visit';

const dialog = page.getByRole('dialog');
const field = (name: string) => dialog.getByLabelText(name);
const email = dialog.getByRole('textbox', { name: 'Email' });
const button = (name: string | RegExp) => dialog.getByRole('button', { name });
const radio = (name: string) => dialog.getByRole('radio', { name });
const pill = (amount: string) => page.getByRole('link', { name: `Wallet, ${amount}` });
const nameLabel = 'First and last name';
const profileCreated = page.getByText('Profile created — starting balance credited. Bonus: ₹250.');
const password = 'chai and samosa';

async function open(tab: 'login' | 'sign-up', method: 'Email' | 'Phone'): Promise<void> {
  await visit('/about');
  openAuth(tab);
  if (method === 'Email') await button('Use email instead').click();
}

const name = (typed = 'Asha Verma') => field(nameLabel).fill(typed);

/** Enters the name that is asked for after the code of a new number. */
async function finish(): Promise<void> {
  await see(page.getByRole('dialog', { name: 'One more step' }));
  await name();
  await button('Continue').click();
}

async function createAccount(address: string): Promise<void> {
  await name();
  await email.fill(address);
  await field('Password').fill(password);
  await button('Create Account').click();
}

async function logIn(address: string, withPassword = password): Promise<void> {
  await email.fill(address);
  await field('Password').fill(withPassword);
  await button('Sign in').click();
}

/** Keeps only the tab's storage, as a reload does. */
async function loadAgain(): Promise<void> {
  closeDialog();
  await visit('/about');
}

/** Pastes with the keyboard, from the clipboard. */
async function paste(text: string, into: Locator): Promise<void> {
  const source = document.createElement('textarea');
  // Appended inside the dialog, because the dialog keeps the focus inside.
  (document.querySelector('[role=dialog]') ?? document.body).append(source);
  source.value = text;
  source.select();
  await userEvent.copy();
  source.remove();
  await into.click();
  await userEvent.paste();
}

/** The text below a field is part of its description. */
function readDescription(name: string): string {
  const ids = field(name).element().getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

test('a tab shows no focus ring after a click, and shows one when reached by keyboard', async () => {
  await visit('/about');
  openAuth('sign-up');
  const tab = (name: string) => dialog.getByRole('tab', { name });
  const hasRing = (name: string) => tab(name).element().matches(':focus-visible');
  await see(tab('Login'));
  await userEvent.keyboard('{Shift}');
  await tab('Login').click();
  await expect.element(tab('Login')).toHaveFocus();
  expect(hasRing('Login')).toBe(false);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('Sign Up')).toHaveFocus();
  expect(hasRing('Sign Up')).toBe(true);
});

describe('signing up by email', () => {
  beforeEach(async () => {
    answerNewcomer();
    await open('sign-up', 'Email');
  });

  test('a sign-up by email creates the account, the profile and the bonus, and emails a link', async () => {
    await see(dialog.getByText('Sign up with a mobile phone and get a ₹250 bonus.'));
    await createAccount(' Asha@People.test ');
    await see(profileCreated);
    await seeGone(dialog);
    await see(pill('₹250.00'));
    expect(requestsTo('GET /api/user')).toEqual([]);
    expect(allAccounts()).toMatchObject([{ email: 'asha@people.test', password }]);
    expect(sentMails).toEqual([{ kind: 'VERIFY_EMAIL', email: 'asha@people.test' }]);
    const [sent] = requestsTo('POST /api/user');
    const names = { firstName: 'Asha', lastName: 'Verma' };
    expect(sent?.body).toEqual({ accountType: 'individual', ...names });
    expect(sent?.headers.get('Authorization')).toMatch(/^Bearer ./);
  });

  test('an invalid email address disables the button, and pressing Enter shows the error', async () => {
    await email.fill('asha@people');
    await see(dialog.getByText('Invalid email format.'));
    await expect.element(button('Create Account')).toBeDisabled();
    await email.click();
    await userEvent.keyboard('{Enter}');
    await see(dialog.getByText('Please enter a valid email address.'));
  });

  test('a missing last name and a short password are marked as invalid, and the first gets the focus', async () => {
    await name('Asha');
    await email.fill('asha@people.test');
    await field('Password').fill('chai');
    await button('Create Account').click();
    await expect.element(field(nameLabel)).toHaveFocus();
    expect(readDescription(nameLabel)).toContain('First and last name are required.');
    expect(readDescription('Password')).toContain('Use at least 6 characters.');
    expect(allAccounts()).toEqual([]);
  });

  test('a sign-up whose profile cannot be created shows the error and deletes the account, so that the address is free', async () => {
    refuse('POST /api/user', 'internal');
    await createAccount('asha@people.test');
    await see(dialog.getByText('Failed to create user profile on the server.'));
    expect(allAccounts()).toEqual([]);
    expect(page.getByRole('link', { name: /^Wallet/ }).query()).toBeNull();

    answerNewcomer();
    await button('Create Account').click();
    await see(profileCreated);
  });

  test('a sign-up whose answer is lost is sent again and keeps the created profile', async () => {
    const { profile } = answerNewcomer();
    let posts = 0;
    respond('POST /api/user', () => {
      posts += 1;
      if (posts === 1) throw new TypeError('Failed to fetch');
      return Response.json({ profile: profile(), createdProfile: false });
    });
    await createAccount('asha@people.test');
    await see(profileCreated);
    await see(pill('₹250.00'));
    expect(allAccounts()).toHaveLength(1);
    expect(posts).toBe(2);
  });

  test("a name that the server refuses is marked with the server's text", async () => {
    refuse('POST /api/user', 'invalid', 'firstName');
    await createAccount('asha@people.test');
    await see(dialog.getByText('Refused: invalid'));
    expect(readDescription(nameLabel)).toContain('Refused: invalid');
  });

  test('a sign-up with an address that has an account suggests logging in', async () => {
    haveAccount({ email: 'asha@people.test' });
    await createAccount('asha@people.test');
    await see(dialog.getByText('This email already has an account. Log in instead.'));
  });

  test('a sign-up whose bonus is withheld shows the reason', async () => {
    answerNewcomer({ bonusWithheld: 'claimed' });
    await createAccount('asha@people.test');
    await see(page.getByText('No bonus this time: this email or phone has already used it.'));
    expect(profileCreated.query()).toBeNull();
  });

  test('the founder of an organization also enters its name', async () => {
    await button('This is for an organization').click();
    await expect.element(radio('Organization')).toBeChecked();
    await expect.element(field('Organization name')).toHaveFocus();
    await createAccount('imran@people.test');
    await expect.element(field('Organization name')).toHaveFocus();
    expect(readDescription('Organization name')).toContain('Organization name is required.');

    await field('Organization name').fill(' Chai & Co. ');
    await button('Create Account').click();
    await see(profileCreated);
    expect(requestsTo('POST /api/user')[0]?.body).toMatchObject({
      accountType: 'organization',
      orgName: 'Chai & Co.',
    });
  });
});

describe('logging in by email', () => {
  test('a login with a verified address shows the wallet immediately', async () => {
    const account = haveAccount({ emailVerified: true });
    answerFor({ profile: { uid: account.uid } });
    await open('login', 'Email');
    await logIn(account.email!);
    await see(page.getByText('Signed in.'));
    await see(pill('₹250.00'));
    expect(requestsTo('POST /api/user')).toEqual([]);
    expect(requestsTo('GET /api/user')).toHaveLength(1);
  });

  test('a login with an unverified address asks for the link in the email first', async () => {
    const account = haveAccount();
    answerFor({ profile: { uid: account.uid } });
    await open('login', 'Email');
    await logIn(account.email!);
    const asked = page.getByRole('dialog', { name: 'Verify your email' });
    await see(asked.getByText('A verification link was sent to your inbox.'));
    await button('I Verified').click();
    await see(asked.getByText('Not verified yet. Open the link in the email first.'));
    await button('Resend Email').click();
    await see(asked.getByText('Verification email sent. Please check your inbox.'));
    expect(sentMails).toEqual([{ kind: 'VERIFY_EMAIL', email: account.email }]);

    account.emailVerified = true;
    await button('I Verified').click();
    await seeGone(asked);
    await see(pill('₹250.00'));
  });

  test('a login with a wrong password shows the same error as one with an unknown address', async () => {
    const account = haveAccount();
    await open('login', 'Email');
    const words = dialog.getByText('Wrong email or password.');
    await logIn(account.email!, 'samosa and chai');
    await see(words);
    const release = keepBackLogin();
    await logIn('nobody@people.test');
    await seeGone(words);
    release();
    await see(words);
  });

  test('a login that Firebase refuses shows the reason', async () => {
    failAuth('signInWithPassword', 'USER_DISABLED');
    await open('login', 'Email');
    await logIn('asha@people.test');
    await see(dialog.getByRole('alert').getByText('This account is disabled.'));
  });

  test('a login after an interrupted sign-up asks for the missing names until they are entered', async () => {
    skipWaits();
    const account = haveAccount({ emailVerified: true });
    answerNewcomer();
    await open('login', 'Email');
    await logIn(account.email!);
    const rest = page.getByRole('dialog', { name: 'One more step' });
    await see(rest);
    expect(requestsTo('GET /api/user')).toHaveLength(3);
    await userEvent.keyboard('{Escape}');
    await seeGone(rest);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await see(rest);
    await button('Continue').click();
    await see(rest.getByText('First and last name are required.'));
    await name();
    await button('Continue').click();
    await see(profileCreated);
    await see(pill('₹250.00'));
  });
});

/** Delays Firebase's answer to the next login until the returned function is called. */
function keepBackLogin(): () => void {
  const { fetch } = globalThis;
  const { promise, resolve } = Promise.withResolvers<void>();
  globalThis.fetch = async (...request) => {
    await promise;
    return fetch(...request);
  };
  onTestFinished(() => void (globalThis.fetch = fetch));
  return resolve;
}

describe('a forgotten password', () => {
  test.each([true, false])(
    'a password reset uses the typed address and does not reveal whether the address has an account (%s)',
    async (isKnown) => {
      const address = 'asha@people.test';
      if (isKnown) haveAccount({ email: address });
      await open('login', 'Email');
      await email.fill(address);
      await button('Forgot password?').click();
      await see(page.getByRole('dialog', { name: 'Reset your password' }));
      await expect.element(email).toHaveValue(address);
      await button('Send link').click();
      await see(dialog.getByText(`If ${address} has an account, a link is on its way.`));
      const mail = { kind: 'PASSWORD_RESET', email: address };
      expect(sentMails).toEqual(isKnown ? [mail] : []);
      await button('Back to login').click();
      await see(button('Sign in'));
    },
  );

  test('a password reset that cannot be sent shows the error', async () => {
    failAuth('sendOobCode', 'SOMETHING_ELSE');
    await open('login', 'Email');
    await button('Forgot password?').click();
    await email.fill('asha@people.test');
    await button('Send link').click();
    await see(dialog.getByText('Failed to send the link'));
  });
});

describe('signing in by phone', () => {
  beforeEach(() => {
    skipWaits();
    // Stops the clock, because half a minute may pass during a test on a slow machine.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  async function askForCode(): Promise<string> {
    await field('Phone number').fill('98765 43210');
    await button('Send OTP').click();
    await see(dialog.getByText('We sent a code to +919876543210.'));
    return sentCodes.at(-1)!.code;
  }

  test('a number that is too short shows its error and gets the focus, and the terms can be opened', async () => {
    await open('sign-up', 'Phone');
    for (const [words, path] of Object.entries({ Terms: '/terms', 'Privacy policy': '/privacy' })) {
      await expect.element(dialog.getByRole('link', { name: words })).toHaveAttribute('href', path);
    }
    await field('Phone number').fill('12345');
    await button('Send OTP').click();
    await expect.element(field('Phone number')).toHaveFocus();
    expect(readDescription('Phone number')).toContain('Enter a valid phone number.');
    expect(sentCodes).toEqual([]);
  });

  test('an unknown number gets a profile once the name is entered, also on the tab for the login', async () => {
    answerNewcomer();
    await open('login', 'Phone');
    const code = await askForCode();
    await expect.element(field('OTP')).toHaveFocus();
    await field('OTP').fill(code);
    await see(page.getByRole('dialog', { name: 'One more step' }));
    await expect.element(field(nameLabel)).toHaveFocus();
    await name('Asha');
    await button('Continue').click();
    await see(dialog.getByText('First and last name are required.'));
    expect(requestsTo('POST /api/user')).toEqual([]);
    await finish();
    await see(profileCreated);
    await see(pill('₹250.00'));
    expect(allAccounts()).toMatchObject([{ phoneNumber: '+919876543210' }]);
    const names = { firstName: 'Asha', lastName: 'Verma' };
    expect(requestsTo('POST /api/user')[0]?.body).toEqual({
      accountType: 'individual',
      ...names,
    });
  });

  test.each(['a reload', 'closing the dialog'])(
    '%s between the code and the name keeps the step and the typed name, and creates nothing',
    async (interruption) => {
      answerNewcomer();
      await open('sign-up', 'Phone');
      await field('OTP').fill(await askForCode());
      await name('Asha Ver');
      if (interruption === 'a reload') {
        await loadAgain();
      } else {
        await userEvent.keyboard('{Escape}');
        await seeGone(dialog);
        await page.getByRole('button', { name: 'Get Started' }).click();
      }
      await see(page.getByRole('dialog', { name: 'One more step' }));
      await expect.element(field(nameLabel)).toHaveValue('Asha Ver');
      expect(requestsTo('POST /api/user')).toEqual([]);
      await finish();
      await see(profileCreated);
    },
  );

  test('a known number is signed in and not asked for a name, also on the tab for the sign-up', async () => {
    const account = haveAccount({ phoneNumber: '+919876543210' });
    answerFor({ profile: { uid: account.uid, email: null, phoneNumber: account.phoneNumber } });
    await open('sign-up', 'Phone');
    await field('OTP').fill(await askForCode());
    await see(page.getByText('Signed in.'));
    await seeGone(dialog);
    expect(requestsTo('POST /api/user')).toEqual([]);
  });

  test('a known number can sign in only with the right code', async () => {
    const account = haveAccount({ phoneNumber: '+919876543210' });
    answerFor({ profile: { uid: account.uid, email: null, phoneNumber: account.phoneNumber } });
    await open('login', 'Phone');
    const code = await askForCode();
    await field('OTP').fill('1234');
    await button('Verify & Continue').click();
    await see(dialog.getByText('Enter the 6-digit code.'));
    await field('OTP').fill('000000');
    await see(dialog.getByText('That code isn’t right. Check it or request a new one.'));
    await field('OTP').fill(code);
    await see(page.getByText('Signed in.'));
    expect(requestsTo('POST /api/user')).toEqual([]);
  });

  test.each([
    ['login', 'Login'],
    ['sign-up', 'Sign Up'],
  ] as const)(
    'the tab %s asks by phone only for the number, which has the focus',
    async (tab, label) => {
      await visit('/about');
      openAuth(tab);
      const selected = dialog.getByRole('tab', { name: label, exact: true });
      await expect.element(selected).toHaveAttribute('aria-selected', 'true');
      await expect.element(field('Phone number')).toHaveFocus();
      const bonus = dialog.getByText('Sign up with a mobile phone and get a ₹250 bonus.');
      expect(bonus.query() !== null).toBe(tab === 'sign-up');
      const fields = Array.from(document.querySelectorAll('[role=dialog] input'), (input) =>
        input.getAttribute('autocomplete'),
      );
      expect(fields).toEqual(['tel-national']);
    },
  );

  test('the focus follows the change to email and back', async () => {
    await open('sign-up', 'Email');
    await expect.element(field(nameLabel)).toHaveFocus();
    await button('Use a phone number instead').click();
    await expect.element(field('Phone number')).toHaveFocus();
  });

  test('the founder of an organization enters its name after the code', async () => {
    answerNewcomer();
    await open('sign-up', 'Phone');
    await field('OTP').fill(await askForCode());
    await button('This is for an organization').click();
    await finish();
    await see(dialog.getByText('Organization name is required.'));
    await field('Organization name').fill('Chai & Co.');
    await button('Continue').click();
    await see(profileCreated);
    expect(requestsTo('POST /api/user')[0]?.body).toEqual({
      accountType: 'organization',
      firstName: 'Asha',
      lastName: 'Verma',
      orgName: 'Chai & Co.',
    });
  });

  test('another code can be requested after half a minute and replaces the first code', async () => {
    answerNewcomer();
    await open('sign-up', 'Phone');
    const first = await askForCode();
    await expect.element(button('Resend in 30s')).toBeDisabled();
    vi.setSystemTime(Date.now() + 31_000);
    await field('OTP').fill('12');
    await button('Resend OTP').click();
    await expect.element(button('Resend in 30s')).toBeDisabled();
    await expect.element(field('OTP')).toHaveValue('');
    expect(sentCodes.map(({ phoneNumber }) => phoneNumber)).toEqual(Array(2).fill('+919876543210'));
    await field('OTP').fill(first);
    await see(dialog.getByText('That code isn’t right.'));
    await field('OTP').fill(sentCodes[1]!.code);
    await finish();
    await see(profileCreated);
  });

  test('the code field shows the numeric keyboard and offers the code of the text message, and a pasted message replaces its text and is sent', async () => {
    answerNewcomer();
    await open('sign-up', 'Phone');
    await askForCode();
    sentCodes[0]!.code = '123456';
    const otp = field('OTP').element();
    expect(otp.getAttribute('inputmode')).toBe('numeric');
    expect(otp.getAttribute('autocomplete')).toBe('one-time-code');
    await field('OTP').fill('९८');
    await expect.element(field('OTP')).toHaveValue('98');
    await paste('आपका कोड १२३ ४५६ है', field('OTP'));
    await finish();
    await see(profileCreated);
  });

  test('the user can change a mistyped number without losing it or restarting the wait, after which the other number gets a code', async () => {
    await open('sign-up', 'Phone');
    await askForCode();
    await button('Change number').click();
    await expect.element(field('Phone number')).toHaveValue('98765 43210');
    await field('Phone number').fill('98765 43211');
    await expect.element(button('Send OTP in')).toBeDisabled();
    await field('Phone number').click();
    await userEvent.keyboard('{Enter}');
    await loadAgain();
    openAuth('sign-up');
    await button('Change number').click();
    await expect.element(button('Send OTP in')).toBeDisabled();
    expect(sentCodes).toHaveLength(1);

    await button('Enter the code sent to +919876543210').click();
    await see(field('OTP'));
    await button('Change number').click();
    vi.setSystemTime(Date.now() + 31_000);
    await field('Phone number').fill('98765 43211');
    await button('Send OTP').click();
    await see(dialog.getByText('We sent a code to +919876543211.'));
    await expect.element(button('Resend in 30s')).toBeDisabled();
  });

  test('a reload while the code is asked for keeps the number and the wait', async () => {
    answerNewcomer();
    await open('sign-up', 'Phone');
    const code = await askForCode();
    await loadAgain();
    await see(page.getByRole('dialog', { name: 'Enter your code' }));
    await see(dialog.getByText('We sent a code to +919876543210.'));
    await expect.element(button('Resend in')).toBeDisabled();
    await field('OTP').fill(code);
    await finish();
    await see(profileCreated);
    await loadAgain();
    await see(page.getByRole('heading', { level: 1 }));
    expect(dialog.query()).toBeNull();
  });

  test('a reload opens a dialog that asked for the code, unless it was closed; opening it continues there', async () => {
    await open('sign-up', 'Phone');
    await askForCode();
    await userEvent.keyboard('{Escape}');
    await seeGone(dialog);
    await loadAgain();
    await see(page.getByRole('heading', { level: 1 }));
    expect(dialog.query()).toBeNull();
    openAuth('login');
    await see(dialog.getByText('We sent a code to +919876543210.'));
    await loadAgain();
    await see(dialog.getByText('We sent a code to +919876543210.'));
  });

  test('the browser stores what is typed only after a code was sent, and for ten minutes', async () => {
    await open('sign-up', 'Phone');
    await field('Phone number').fill('98765 43210');
    const stored = () => sessionStorage.getItem('sachet.sign-in');
    expect(stored()).toBeNull();
    await askForCode();
    expect(stored()).toContain('+919876543210');
    vi.setSystemTime(Date.now() + 11 * minuteMs);
    await loadAgain();
    await expect.poll(stored).toBeNull();
    openAuth('sign-up');
    await see(field('Phone number'));
  });

  test('an invitation fills in its address although a reload interrupted a sign-up without a code', async () => {
    answerNewcomer();
    await open('sign-up', 'Phone');
    await field('OTP').fill(await askForCode());
    await name('Asha Ver');
    await page.getByRole('button', { name: 'Use another account' }).click();
    await see(field('Phone number'));
    closeDialog();
    await seeGone(dialog);
    openAuth('sign-up', 'imran@people.test');
    await expect.element(email).toHaveValue('imran@people.test');
  });

  test('the phone form sends the code to the same Indian number, typed or pasted', async () => {
    const typed = '९८४८८९६७३४';
    await open('login', 'Phone');
    await field('Phone number').click();
    await userEvent.keyboard(typed);
    await button('Send OTP').click();
    await see(dialog.getByText('We sent a code to +919848896734.'));
    await button('Change number').click();
    await expect.element(field('Phone number')).toHaveValue('98488 96734');
    await field('Phone number').fill('');
    await paste(typed, field('Phone number'));
    await expect.element(field('Phone number')).toHaveValue('98488 96734');
  });

  test('the phone field groups a number while it is typed, but not while it is corrected', async () => {
    await open('login', 'Phone');
    const phone = field('Phone number');
    await phone.click();
    await userEvent.keyboard('9848896734');
    await expect.element(phone).toHaveValue('98488 96734');
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
    await expect.element(phone).toHaveValue('98488');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}7');
    const input = phone.element() as HTMLInputElement;
    expect([input.value, input.selectionStart]).toEqual(['984788', 4]);
  });

  test('a number with the code of another country selects that country', async () => {
    await open('login', 'Phone');
    // The numbering plans of all countries have loaded.
    const countries = () => field('Country code').element().querySelectorAll('option').length;
    await expect.poll(countries).toBeGreaterThan(100);
    await paste('+44 7911 123456', field('Phone number'));
    await expect.element(field('Country code')).toHaveValue('GB');
    await expect.element(field('Phone number')).toHaveValue('7911 123456');
    await button('Send OTP').click();
    await see(dialog.getByText('We sent a code to +447911123456.'));
  });

  test("the visitor's country is preselected unless the user has chosen another one", async () => {
    answer('GET /api/geo', { countryCode: 'US' });
    const release = keepBack('GET /api/geo');
    await open('sign-up', 'Phone');
    await expect.element(field('Country code')).toHaveValue('IN');
    await field('Country code').selectOptions('United Kingdom (+44)');
    release();
    await dialog.getByRole('tab', { name: 'Login' }).click();
    await expect.element(field('Country code')).toHaveValue('GB');
  });
});
