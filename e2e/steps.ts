// What people do again and again, in their own words.
import { randomInt } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { decodedWidth } from './in-page.ts';

/** Waits until it can be seen. */
export const see = (what: Locator) => what.first().waitFor();

/** Waits until it can be seen no more. */
export const seeGone = (what: Locator) => what.first().waitFor({ state: 'hidden' });

/** Checks again and again until it holds. */
export const soon = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 20_000, interval: 50 });

export function resultFrom(page: Page, provider: 'Google' | 'OpenAI'): Locator {
  return page.getByRole('article', { name: `Result from ${provider}` });
}

export async function seeInWallet(page: Page, amount: string): Promise<void> {
  const pill = page.getByRole('link', { name: `Wallet, ${amount}` });
  await see(pill);
  await soon(async () => expect(await pill.innerText()).toBe(amount));
}

export interface Newcomer {
  firstName: string;
  lastName: string;
  /** Ten digits, without the country's code. */
  phone: string;
}

export function somebodyNew(): Newcomer {
  return { firstName: 'Asha', lastName: 'Verma', phone: `98${randomInt(10_000_000, 100_000_000)}` };
}

/** The open dialog's tab by phone, up to the field for the code. */
export async function askForCode(
  page: Page,
  { firstName, lastName, phone }: Newcomer,
  tab: 'Login' | 'Sign Up' = 'Sign Up',
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: tab }).click();
  await dialog.getByLabel('First name').fill(firstName);
  await dialog.getByLabel('Last name').fill(lastName);
  await dialog.getByLabel('Phone number').fill(phone);
  await dialog.getByRole('button', { name: 'Send OTP' }).click();
  await see(dialog.getByText(`We sent a code to +91${phone}.`));
}

/** Opens the inbox in a second tab, reads the newest code for this number, and comes back. */
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
  await page.getByLabel('OTP').fill(code);
  await page.getByRole('button', { name: 'Verify & Continue' }).click();
}

/** From the signed-out main screen to a wallet with the bonus in it. */
export async function signUp(page: Page, newcomer = somebodyNew()): Promise<Newcomer> {
  await page.goto('/signup');
  await askForCode(page, newcomer);
  await enterCode(page, await readCode(page, newcomer.phone));
  await seeGone(page.getByRole('dialog'));
  await seeInWallet(page, '₹250.00');
  return newcomer;
}

/** Asks both providers for a picture. */
export async function askForPictures(page: Page, subject: string): Promise<void> {
  await page.goto('/?mode=image');
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
}

export const pictureWidth = (picture: Locator) => picture.evaluate(decodedWidth);
