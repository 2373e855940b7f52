import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findAnswers, sayInChat, wholeAnswer } from './chat-steps.ts';
import { arrive } from './people.ts';
import { resultFrom, see, seeInWallet, soon, unlock } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

const question = 'How do I price laddoos for a stall?';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

/** The newest wallet's events, oldest first. */
function readNewestEvents(): Promise<object[]> {
  return studio.books.query(
    `select kind, amount_paise, balance_after, counter_account from ledger_event
      where wallet_id = (select id from wallet order by created_at desc limit 1) order by seq`,
  );
}

const bonus = {
  kind: 'SignupBonusCredited',
  amount_paise: 250_00,
  balance_after: 250_00,
  counter_account: 'promotions',
};
const paidFor = (paise: number) => ({
  kind: 'Charged',
  amount_paise: -paise,
  balance_after: 250_00 - paise,
  counter_account: 'revenue:general',
});

test('a user who buys one of two answers reads all of it, pays its price and continues from it in a chat', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.getByRole('link', { name: /Chat with AI/ }).click();
    await page.getByRole('radio', { name: 'Ask both' }).click();
    const prompt = page.getByLabel('Your question', { exact: true });
    await prompt.fill(question);
    await prompt.press('Control+Enter');

    await compareAndKeepGoogles(page);
    await comeBackLater(page);
    await goOnInAChat(page);
    expect(await readNewestEvents()).toEqual([bonus, paidFor(6_00)]);
  }));

async function compareAndKeepGoogles(page: Page): Promise<void> {
  const google = resultFrom(page, 'Google');
  await see(unlock(page, 'OpenAI', '₹8'));
  await see(unlock(page, 'Google', '₹6'));
  const begins = await google.locator('p, li').allInnerTexts();
  const length = Number(/Full answer: (\d+) words/.exec(begins.join('\n'))?.[1]);
  expect(length).toBeGreaterThan(20);
  expect(await google.getByRole('button', { name: 'Copy' }).count()).toBe(0);

  await unlock(page, 'Google', '₹6').click();
  await see(google.getByText('₹6 paid · ₹244.00 left'));
  await seeInWallet(page, '₹244.00');
  await soon(async () => expect(await google.getByRole('listitem').count()).toBe(4));
}

async function comeBackLater(page: Page): Promise<void> {
  const google = resultFrom(page, 'Google');
  const points = await google.getByRole('listitem').allInnerTexts();
  await page.reload();
  await see(google.getByText('₹6 paid · ₹244.00 left'));
  await soon(async () =>
    expect(await google.getByRole('listitem').allInnerTexts()).toEqual(points),
  );
  await see(unlock(page, 'OpenAI', '₹8'));
}

async function goOnInAChat(page: Page): Promise<void> {
  const [point = ''] = await resultFrom(page, 'Google').getByRole('listitem').allInnerTexts();
  await page.getByRole('link', { name: 'Continue in chat with Google' }).click();
  await see(findAnswers(page, 'Google').getByText(point));
  await sayInChat(page, 'Which of these first? [[slow:0]]');
  await wholeAnswer(page, 1);
  await page.reload();
  await see(page.getByRole('article', { name: 'You' }).getByText('How do I price laddoos'));
  const seed = findAnswers(page, 'Google').first();
  await see(seed.getByText(point));
  await see(seed.getByText('Gemini 3.8 Flash', { exact: true }));
}
