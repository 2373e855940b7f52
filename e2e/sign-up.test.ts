import { fillAndSpend } from '@sachet/api/testing/spending';
import { signUpWithEmail } from '@sachet/local/testing/people';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  askForCode,
  askForPictures,
  enterCode,
  followMail,
  letPass,
  readCode,
  resultFrom,
  see,
  seeGone,
  seeInWallet,
  signUpByEmail,
  someAddress,
  somebodyNew,
  soon,
  unlock,
} from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

const password = 'chai and samosa';
const bonusOnce = [{ kind: 'SignupBonusCredited', amount_paise: 250_00 }];

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterEach(() => studio?.books.expectToBeSound());
afterAll(() => studio?.stop());

/** Who stands in the books under this number or address, and every event of their wallet. */
async function booksOf(contact: string) {
  const people = await studio.books.query<{ wallet_id: string }>(
    `select u.wallet_id, u.account_type, u.role, u.first_name, u.last_name, u.email_verified,
            o.name as organization, w.owner_kind, w.balance_paise
       from user_profile u
       join wallet w on w.id = u.wallet_id
       left join organization o on o.id = u.organization_id
      where u.phone_number = $1 or u.email = $1`,
    [contact],
  );
  const events = await studio.books.query(
    'select kind, amount_paise from ledger_event where wallet_id = any($1) order by position',
    [people.map((person) => person.wallet_id)],
  );
  return { people, events };
}

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await see(page.getByRole('dialog', { name: 'Create your account' }));
}

describe('by phone', () => {
  test('given a visitor, when they sign up for themselves, then the profile and one bonus are theirs', () =>
    studio.visit(async ({ page }) => {
      const newcomer = somebodyNew();
      await openSignUp(page);
      await askForCode(page, newcomer);
      await see(page.getByRole('dialog', { name: 'Enter your code' }));
      await enterCode(page, await readCode(page, newcomer.phone));
      const toast = page.getByRole('status').filter({ hasText: 'Profile created' });
      expect(await toast.innerText()).toBe('Profile created — starting balance credited.');
      await seeGone(page.getByRole('dialog'));
      await seeInWallet(page, '₹250.00');
      await page.getByRole('button', { name: 'Account menu' }).click();
      await see(page.getByRole('menuitem', { name: 'Logout' }));
      expect(await page.getByRole('menuitem', { name: 'Organization' }).count()).toBe(0);

      const { people, events } = await booksOf(`+91${newcomer.phone}`);
      expect(people).toMatchObject([
        { account_type: 'individual', owner_kind: 'user', first_name: 'Asha', last_name: 'Verma' },
      ]);
      expect(events).toEqual(bonusOnce);
    }));

  test("given a founder, when they sign up for an organisation, then its wallet has the bonus and its page is in the founder's menu", () =>
    studio.visit(async ({ page }) => {
      const founder = somebodyNew();
      await openSignUp(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Organization' }).check();
      await dialog.getByLabel('First name').fill(founder.firstName);
      await dialog.getByLabel('Last name').fill(founder.lastName);
      await dialog.getByLabel('Phone number').fill(founder.phone);
      await dialog.getByRole('button', { name: 'Send OTP' }).click();
      await see(dialog.getByText('Organization name is required.'));
      const orgName = dialog.getByLabel('Organization name');
      expect(await orgName.getAttribute('aria-invalid')).toBe('true');

      await askForCode(page, { ...founder, orgName: 'Chai & Co.' });
      await enterCode(page, await readCode(page, founder.phone));
      await see(page.getByText('Profile created — starting balance credited.'));
      await seeInWallet(page, '₹250.00');
      await page.getByRole('button', { name: 'Account menu' }).click();
      await see(page.getByText('Chai & Co.'));
      await page.getByRole('menuitem', { name: 'Organization' }).click();
      await page.waitForURL('/organization');

      const { people, events } = await booksOf(`+91${founder.phone}`);
      expect(people).toMatchObject([
        {
          account_type: 'organization',
          role: 'admin',
          organization: 'Chai & Co.',
          owner_kind: 'organization',
        },
      ]);
      expect(events).toEqual(bonusOnce);
    }));

  test('given a form with faults, when it is sent, then each field says what it lacks and the first one has the focus', () =>
    studio.visit(async ({ page }) => {
      await openSignUp(page);
      const dialog = page.getByRole('dialog');
      for (const [name, path] of Object.entries({ Terms: '/terms', 'Privacy policy': '/privacy' }))
        expect(await dialog.getByRole('link', { name }).getAttribute('href')).toBe(path);
      await dialog.getByLabel('Phone number').fill('12345');
      await dialog.getByRole('button', { name: 'Send OTP' }).click();
      await see(dialog.getByText('First and last name are required.'));
      await see(dialog.getByText('Enter a valid phone number.'));
      const firstName = dialog.getByLabel('First name');
      await soon(async () => expect(await page.locator(':focus').count()).toBe(1));
      expect(await firstName.evaluate((field) => field === document.activeElement)).toBe(true);
      const described = await firstName.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).innerText()).toBe(
        'First and last name are required.',
      );
    }));

  test('given a visitor in another country, then its code stands in the field, unless they typed one', () =>
    studio.visit(async ({ page }) => {
      const answer = Promise.withResolvers<void>();
      await page.route('/api/geo', async (route) => {
        await answer.promise;
        await route.fulfill({ json: { countryCode: 'US' } });
      });
      await openSignUp(page);
      const code = page.getByRole('dialog').getByLabel('Country code');
      expect(await code.inputValue()).toBe('+91');
      await code.fill('+44');
      answer.resolve();
      await page.waitForResponse('**/api/geo');
      await page.getByRole('tab', { name: 'Login' }).click();
      expect(await code.inputValue()).toBe('+44');

      await page.reload();
      await soon(async () => expect(await code.inputValue()).toBe('+1'));
    }));
});

describe('by e-mail', () => {
  test('given a visitor, when they sign up and follow the mail, then the profile is theirs and the address verified', () =>
    studio.visit(async ({ page }) => {
      const email = someAddress();
      await openSignUp(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Email' }).check();
      const field = dialog.getByRole('textbox', { name: 'Email' });
      const create = dialog.getByRole('button', { name: 'Create Account' });
      await field.fill('asha@people');
      await see(dialog.getByText('Invalid email format.'));
      expect(await create.isDisabled()).toBe(true);
      await field.press('Enter');
      await see(dialog.getByText('Please enter a valid email address.'));

      await signUpByEmail(page, { email: ` ${email.toUpperCase()} `, password });
      await see(page.getByText('Profile created — starting balance credited.'));
      await seeGone(dialog);
      await seeInWallet(page, '₹250.00');

      const opened = await followMail(page, studio.inboxUrl, { to: email, subject: /Verify/ });
      await see(opened.getByText('verified'));
      await opened.close();
      const { people, events } = await booksOf(email);
      expect(people).toMatchObject([{ first_name: 'Meera', account_type: 'individual' }]);
      expect(events).toEqual(bonusOnce);
    }));

  test('given a server that cannot make the profile, when somebody signs up, then they are told, and the address is free again', () =>
    studio.visit(async ({ page }) => {
      const email = someAddress();
      await page.route('/api/user', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
      );
      await openSignUp(page);
      await signUpByEmail(page, { email, password });
      await see(page.getByText('Failed to create user profile on the server.'));
      expect(await page.getByRole('link', { name: /^Wallet/ }).count()).toBe(0);
      expect((await booksOf(email)).people).toEqual([]);

      await letPass(page);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await see(page.getByText('Profile created — starting balance credited.'));
      expect((await booksOf(email)).events).toEqual(bonusOnce);
    }));

  test('given an answer that got lost, when somebody signs up, then the profile that was made is kept', () =>
    studio.visit(async ({ page }) => {
      const email = someAddress();
      let posts = 0;
      await page.route('/api/user', async (route) => {
        if (route.request().method() !== 'POST' || ++posts > 1) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await openSignUp(page);
      await signUpByEmail(page, { email, password });
      await see(page.getByText('Profile created — starting balance credited.'));
      await seeInWallet(page, '₹250.00');
      expect((await booksOf(email)).events).toEqual(bonusOnce);
    }));

  test("given a name that the server refuses, when somebody signs up, then the server's words stand under it", () =>
    studio.visit(async ({ page }) => {
      const email = someAddress();
      await openSignUp(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Email' }).check();
      await dialog.getByLabel('First name').fill('Asha\u202e');
      await dialog.getByLabel('Last name').fill('Verma');
      await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
      await dialog.getByLabel('Password').fill(password);
      await dialog.getByRole('button', { name: 'Create Account' }).click();
      await see(dialog.getByText('This has a character that cannot be shown.'));
      await dialog.getByLabel('First name').fill('Asha');
      await dialog.getByRole('button', { name: 'Create Account' }).click();
      await see(page.getByText('Profile created — starting balance credited.'));
    }));
});

test('given an account whose sign-up was cut off, when its owner logs in, then the dialog asks for the rest', () =>
  studio.visit(async ({ page }) => {
    const person = await signUpWithEmail();
    await page.goto('/');
    const getStarted = page.getByRole('button', { name: 'Get Started' });
    await getStarted.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Email' }).check();
    await dialog.getByRole('textbox', { name: 'Email' }).fill(person.email!);
    await dialog.getByLabel('Password').fill(person.password!);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await see(page.getByRole('dialog', { name: 'One more step' }));
    await page.keyboard.press('Escape');
    await getStarted.click();
    await dialog.getByLabel('First name').fill('Asha');
    await dialog.getByLabel('Last name').fill('Verma');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await see(page.getByText('Profile created — starting balance credited.'));
    await seeInWallet(page, '₹250.00');
    expect((await booksOf(person.email!)).events).toEqual(bonusOnce);
  }));

test('given a picture asked for before signing in, when the page is reloaded half-way, then the sign-in goes on and the picture comes', () =>
  studio.visit(async ({ page }) => {
    const newcomer = somebodyNew();
    await askForPictures(page, 'A yellow umbrella on a wet street');
    await see(page.getByRole('dialog', { name: 'Welcome back' }));
    await askForCode(page, newcomer, 'Login');
    await page.reload();
    await see(page.getByRole('dialog', { name: 'Welcome back' }));
    await askForCode(page, newcomer, 'Login');
    await enterCode(page, await readCode(page, newcomer.phone));
    for (const provider of ['Google', 'OpenAI'] as const)
      await see(resultFrom(page, provider).getByRole('button', { name: /^Unlock/ }));
    await seeInWallet(page, '₹250.00');

    await page.goto('/?mode=image');
    await page.reload();
    await see(page.getByRole('heading', { name: 'Make an image' }));
    const generations = await studio.books.query(
      `select id from generation
        where uid = (select uid from user_profile order by created_at desc limit 1)`,
    );
    expect(generations).toHaveLength(2);
  }));

test('given a sign-in that was given up, when the page is reloaded, then nothing is asked and nothing runs', () =>
  studio.visit(async ({ page }) => {
    await askForPictures(page, 'A lighthouse at noon');
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await see(dialog);
    await page.keyboard.press('Escape');
    await seeGone(dialog);
    await page.reload();
    await see(page.getByRole('heading', { name: 'Make an image' }));
    expect(await page.getByRole('dialog').count()).toBe(0);
  }));

test('given ₹1,000 spent and an address not verified, when a paid tool is opened, then it waits for the link of the mail', () =>
  studio.visit(async ({ page }) => {
    const email = someAddress();
    await openSignUp(page);
    await signUpByEmail(page, { email, password });
    await seeInWallet(page, '₹250.00');
    const [person] = await studio.books.query<{ uid: string; walletId: string }>(
      'select uid, wallet_id as "walletId" from user_profile where email = $1',
      [email],
    );
    await fillAndSpend(studio.stack.database, { ...person!, amountPaise: 1_000_01 });
    for (const mode of ['image', 'edit_image']) {
      await page.goto(`/?mode=${mode}`);
      await see(page.getByText('Please verify your email to continue using paid features.'));
      await see(
        page.getByText(
          "You've spent over ₹1,000. Please verify your email to continue using paid features.",
        ),
      );
    }
    await page.goto('/?mode=general');
    await see(page.getByRole('heading', { name: 'Chat with AI' }));

    await page.goto('/?mode=image');
    await page.getByRole('button', { name: 'I Verified' }).click();
    await see(page.getByText('Not verified yet. Open the link in the mail first.'));
    await page.getByRole('button', { name: 'Resend Email' }).click();
    await see(page.getByText('Verification email sent. Please check your inbox.'));
    const opened = await followMail(page, studio.inboxUrl, { to: email, subject: /Verify/ });
    await see(opened.getByText('verified'));
    await opened.close();
    await page.getByRole('button', { name: 'I Verified' }).click();
    await see(page.getByRole('heading', { name: 'Make an image' }));
  }));

test('given an address that is not verified, when a picture is unlocked, then the mail is asked for and the unlock goes on', () =>
  studio.visit(async ({ page }) => {
    const email = someAddress();
    await openSignUp(page);
    await signUpByEmail(page, { email, password });
    await see(page.getByText('Profile created — starting balance credited.'));
    await see(
      page.getByRole('link', { name: '₹250.00 of it waits for your email to be verified.' }),
    );
    await askForPictures(page, 'a kite over Pune');
    await unlock(page, 'Google', '₹75').click();
    const dialog = page.getByRole('dialog', { name: 'Verify your email' });
    await see(dialog.getByText('Please verify your email to continue using paid features.'));
    await see(dialog.getByText('₹250.00 bonus: yours to spend once your email is verified.'));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await seeGone(dialog);
    await see(resultFrom(page, 'Google').getByText('You were not charged'));

    await unlock(page, 'Google', '₹75').click();
    await dialog.getByRole('button', { name: 'Resend Email' }).click();
    await see(dialog.getByText('Verification email sent. Please check your inbox.'));
    expect((await booksOf(email)).events).toEqual(bonusOnce);
    const opened = await followMail(page, studio.inboxUrl, { to: email, subject: /Verify/ });
    await see(opened.getByText('verified'));
    await opened.close();
    await dialog.getByRole('button', { name: 'I Verified' }).click();
    await seeGone(dialog);
    await seeInWallet(page, '₹175.00');
    await soon(async () =>
      expect(
        (await booksOf(email)).events.map((event) => (event as { kind: string }).kind),
      ).toEqual(['SignupBonusCredited', 'HoldPlaced', 'HoldCaptured']),
    );
  }));
