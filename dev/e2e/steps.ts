// Frequent steps of users.
import { randomBytes } from 'node:crypto';
import { somePhoneNumber } from '../local/testing/people.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { decodedWidth } from './in-page.ts';
import { patienceMs } from './visitor.ts';

/** Waits until the element is visible. */
export const see = (what: Locator) => what.first().waitFor();

/** Waits until the element is hidden. */
export const seeGone = (what: Locator) => what.first().waitFor({ state: 'hidden' });

/** Repeats the check until it passes. */
export const soon = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: patienceMs, interval: 50 });

/** Stops intercepting requests, once those in flight are answered. */
export const letPass = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'wait' });

export function resultFrom(page: Page, provider: 'Google' | 'OpenAI'): Locator {
  return page.getByRole('article', { name: `Result from ${provider}` });
}

/** On a phone, one picture is visible, with its price below. */
export const priceBar = (page: Page, provider: 'Google' | 'OpenAI'): Locator =>
  page.getByRole('group', { name: provider });

/** The button that buys a locked result; its name contains the price. */
export const unlock = (page: Page, provider: 'Google' | 'OpenAI', price: string) =>
  resultFrom(page, provider).getByRole('button', { name: `Unlock · ${price}` });

export async function seeInWallet(page: Page, amount: string): Promise<void> {
  // An overlay has its own pill, above that of the page.
  const pill = page.getByRole('link', { name: `Wallet, ${amount}` }).last();
  await see(pill);
  await soon(async () => expect(await pill.innerText()).toBe(amount));
}

export interface Newcomer {
  firstName: string;
  lastName: string;
  /** Ten digits, without the country code. */
  phone: string;
  /** A user who signs up with an organization becomes its admin. */
  orgName?: string;
}

export const someAddress = (name = 'asha') =>
  `${name}.${randomBytes(4).toString('hex')}@people.test`;

export function somebodyNew(): Newcomer {
  return { firstName: 'Asha', lastName: 'Verma', phone: somePhoneNumber().slice('+91'.length) };
}

/** Sends a code to this number from the open dialog. */
export async function askForCode(
  page: Page,
  { phone }: Pick<Newcomer, 'phone'>,
  tab: 'Login' | 'Sign Up' = 'Sign Up',
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: tab }).click();
  await dialog.getByLabel('Phone number').fill(phone);
  await dialog.getByRole('button', { name: 'Send OTP' }).click();
  await see(dialog.getByText(`We sent a code to +91${phone}.`));
}

/** Reads the newest code for this number in a second tab, and returns. */
export async function readCode(page: Page, phone: string): Promise<string> {
  const link = page.getByRole('link', { name: 'Open the sandbox inbox for your code' });
  const [inbox] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  const message = inbox
    .getByRole('listitem')
    .filter({ hasText: `+91${phone}` })
    .first();
  const code = await message.getByText(/^\d{6}$/).innerText();
  await inbox.close();
  return code;
}

export async function enterCode(page: Page, code: string): Promise<void> {
  // A complete code is submitted automatically.
  await page.getByLabel('OTP').fill(code);
}

/** Enters the name that is asked for after the code of a new number. */
export async function enterName(
  page: Page,
  { firstName, lastName, orgName }: Omit<Newcomer, 'phone'>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'One more step' });
  await dialog.getByLabel('First and last name').fill(`${firstName} ${lastName}`);
  if (orgName) {
    await dialog.getByRole('button', { name: 'This is for an organization' }).click();
    await dialog.getByLabel('Organization name').fill(orgName);
  }
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** Signs up from the visitor's main screen to a wallet with the bonus. */
export async function signUp(page: Page, newcomer = somebodyNew()): Promise<Newcomer> {
  await page.goto('/signup');
  await askForCode(page, newcomer);
  await enterCode(page, await readCode(page, newcomer.phone));
  await enterName(page, newcomer);
  await seeGone(page.getByRole('dialog'));
  await seeInWallet(page, '₹250.00');
  return newcomer;
}

/** Fills in and sends the email form of the Sign Up tab. An invitation opens it. */
export async function signUpByEmail(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First and last name').fill('Meera Nair');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
}

/** Opens the link of the newest email to this address in a new tab. */
export async function followMail(
  page: Page,
  inboxUrl: string,
  { to, subject }: { to: string; subject: RegExp },
): Promise<Page> {
  const inbox = await page.context().newPage();
  await inbox.goto(inboxUrl);
  const mail = inbox.getByRole('listitem').filter({ hasText: to }).filter({ hasText: subject });
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    mail.first().getByRole('link', { name: 'Open link' }).click(),
  ]);
  await inbox.close();
  return opened;
}

/** Requests a picture from both providers. */
export async function askForPictures(page: Page, subject: string): Promise<void> {
  await page.goto('/?mode=image');
  await page.getByLabel('Subject', { exact: true }).fill(subject);
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
}

/** Waits until the picture is loaded at this width in pixels. */
export const seeWidth = (picture: Locator, pixels: number) =>
  soon(async () => expect(await picture.evaluate(decodedWidth)).toBe(pixels));
