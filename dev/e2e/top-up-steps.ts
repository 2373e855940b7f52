// Steps that add money in the dialog and in the gateway's sheet, and what the ledger records of
// them.
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { see, seeGone, soon } from './steps.ts';
import type { Studio } from './studio.ts';

export const wallet = (page: Page): Locator => page.getByRole('dialog', { name: 'Wallet' });

export async function openWallet(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Add funds' }).click();
  await see(wallet(page));
  return wallet(page);
}

type Preset = '₹200' | '₹500' | '₹1,000';

async function pressPay(page: Page, preset: Preset): Promise<void> {
  await wallet(page).getByRole('button', { name: preset, exact: true }).click();
  await wallet(page)
    .getByRole('button', { name: `Pay ${preset}` })
    .click();
}

/** Chooses a preset and presses the pay button, which creates an order. */
export async function beginToPay(page: Page, preset: Preset): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/razorpay-order'),
    pressPay(page, preset),
  ]);
  expect(answer.status()).toBe(200);
}

/** The gateway's sheet above the page. */
export const sheet = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Razorpay Checkout"]');

/** Closes the dialog that shows the payment's end. */
export async function leaveTheDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await seeGone(wallet(page));
}

export const pressInTheSheet = (page: Page, name: string): Promise<void> =>
  sheet(page).getByRole('button', { name }).click();

export const payInTheSheet = (page: Page) => pressInTheSheet(page, 'Pay ₹');

export async function leaveTheSheet(page: Page): Promise<void> {
  await pressInTheSheet(page, 'Dismiss');
  await pressInTheSheet(page, 'Yes, cancel');
}

export async function seeToast(page: Page, words: string): Promise<void> {
  await see(page.getByRole('region', { name: 'Notifications' }).getByText(words));
}

/** Simulates the browser inside the Instagram app, in which the sheet's frame does not run. */
export async function asInstagram(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', {
      value:
        'Mozilla/5.0 (Linux; Android 15; wv) Chrome/142.0 Mobile Safari/537.36 Instagram 402.0',
    });
  });
}

/** Kind and amounts of the newest user's events, oldest first. */
export function readNewestMoves({ books }: Studio) {
  return books.query<{ kind: string; amount_paise: number; balance_after: number }>(
    `select kind, amount_paise, balance_after from ledger_event
      where wallet_id = (
        select id from wallet where owner_kind = 'user' order by created_at desc limit 1
      ) order by seq`,
  );
}

export const bonus = { kind: 'SignupBonusCredited', amount_paise: 250_00, balance_after: 250_00 };

export const credited = (paise: number, balance: number) => ({
  kind: 'TopUpCredited',
  amount_paise: paise,
  balance_after: balance,
});

/** Records every text of the wallet pill; the returned function reads them. */
export async function watchThePill(page: Page): Promise<() => Promise<string[]>> {
  await page.getByRole('link', { name: /^Wallet, ₹/ }).evaluate((pill) => {
    const seen: string[] = [pill.textContent ?? ''];
    new MutationObserver(() => {
      const text = pill.textContent ?? '';
      if (seen.at(-1) !== text) seen.push(text);
      document.documentElement.dataset['pill'] = seen.join(' ');
    }).observe(pill, { subtree: true, childList: true, characterData: true });
  });
  return async () => {
    let texts: string[] = [];
    await soon(async () => {
      texts = ((await page.locator('html').getAttribute('data-pill')) ?? '').split(' ');
      expect(texts.length).toBeGreaterThan(1);
    });
    return texts;
  };
}
