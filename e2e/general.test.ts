import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answersOf, sayInChat, wholeAnswer } from './chat-steps.ts';
import { arrive } from './people.ts';
import {
  askForCode,
  enterCode,
  readCode,
  resultFrom,
  see,
  seeGone,
  seeInWallet,
  somebodyNew,
  soon,
  unlock,
} from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

const question = 'How do I price laddoos for a stall?';
const compare = 'Compare answers · Free';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  if (!studio.stack.api.isRunning()) await studio.stack.api.start();
  await studio.books.expectToBeSound();
});

async function askForAnswers(page: Page, prompt: string): Promise<void> {
  await page.goto('/?mode=general&ask=both');
  await page.getByLabel('Your question').fill(prompt);
  await page.getByRole('button', { name: compare }).click();
}

/** The newest wallet's events, oldest first. */
function eventsOfTheNewest(): Promise<object[]> {
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

test('given a visitor, when they ask, sign up and keep one of two answers, then they have all of it and paid its price', () =>
  studio.visit(async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: /Chat with AI/ }).click();
    await page.getByRole('radio', { name: 'Ask both' }).click();
    await page.getByRole('button', { name: compare }).click();
    await see(page.getByText('Ask something first.'));
    await page.getByRole('radio', { name: 'Speed' }).check();
    const prices = page.getByRole('region', { name: 'Price of one answer' });
    expect(await prices.getByRole('definition').allInnerTexts()).toEqual(['₹2', '₹3']);
    await page.getByRole('radio', { name: 'Quality' }).check();
    expect(await prices.getByRole('definition').allInnerTexts()).toEqual(['₹6', '₹8']);
    const prompt = page.getByLabel('Your question');
    await prompt.fill(question);
    await prompt.press('Control+Enter');

    await see(page.getByRole('dialog', { name: 'Welcome back' }));
    const newcomer = somebodyNew();
    await askForCode(page, newcomer);
    await enterCode(page, await readCode(page, newcomer.phone));
    await seeGone(page.getByRole('dialog'));
    await compareAndKeepGoogles(page);
    await comeBackLater(page);
    expect(await eventsOfTheNewest()).toEqual([bonus, paidFor(6_00)]);
  }));

async function compareAndKeepGoogles(page: Page): Promise<void> {
  const google = resultFrom(page, 'Google');
  await see(unlock(page, 'OpenAI', '₹8'));
  await see(unlock(page, 'Google', '₹6'));
  const begins = await google.locator('p, li').allInnerTexts();
  const length = Number(/has (\d+) words/.exec(begins.join('\n'))?.[1]);
  expect(length).toBeGreaterThan(20);
  expect(await google.getByRole('button', { name: 'Copy' }).count()).toBe(0);

  await unlock(page, 'Google', '₹6').click();
  await see(google.getByText('₹6 paid · ₹244.00 left'));
  await seeInWallet(page, '₹244.00');
  expect(await google.getByRole('listitem').count()).toBe(4);
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

  await page.getByRole('button', { name: 'Back to Edit' }).click();
  expect(await page.getByLabel('Your question').inputValue()).toBe(question);
}

test('given an API that is down, when an answer with markup in it is bought, then it is paid once and read as text', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForAnswers(page, 'Topic: kites <img src=x onerror=alert(1)>');
    await see(unlock(page, 'Google', '₹6'));
    await see(unlock(page, 'OpenAI', '₹8'));
    await studio.stack.api.kill('SIGKILL');
    await unlock(page, 'OpenAI', '₹8').click();
    const openai = resultFrom(page, 'OpenAI');
    const fault = openai.getByRole('alert').filter({ hasText: 'No connection to the studio.' });
    await see(fault.getByText('You never pay twice for the same answer'));

    await studio.stack.api.start();
    await unlock(page, 'OpenAI', '₹8').click();
    await see(openai.getByText('₹8 paid · ₹242.00 left'));
    await see(openai.getByText('kites <img src=x onerror=alert(1)>'));
    expect(await openai.locator('img').count()).toBe(0);
    expect(await eventsOfTheNewest()).toEqual([bonus, paidFor(8_00)]);
  }));

test('given results of both, when the one is bought and both are gone on from, then each chat begins with what was seen', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForAnswers(page, question);
    await unlock(page, 'Google', '₹6').click();
    await see(resultFrom(page, 'Google').getByText('₹6 paid'));
    const [point = ''] = await resultFrom(page, 'Google').getByRole('listitem').allInnerTexts();
    await page.getByRole('link', { name: 'Continue in chat with OpenAI' }).click();
    const locked = answersOf(page, 'OpenAI').first();
    await see(locked.getByText('…'));
    await page.getByRole('button', { name: 'Close Window & Start New Chat' }).click();

    await page.getByRole('link', { name: 'Continue in chat with Google' }).click();
    await see(answersOf(page, 'Google').getByText(point));
    await sayInChat(page, 'Which of these first? [[slow:0]]');
    await wholeAnswer(page, 1);
    await page.reload();
    await see(page.getByRole('article', { name: 'You' }).getByText('How do I price laddoos'));
    const seed = answersOf(page, 'Google').first();
    await see(seed.getByText(point));
    await see(seed.getByText('Gemini 3 Pro', { exact: true }));
    await seeGone(page.getByText('Reply 1 of 5 free'));
    expect(await eventsOfTheNewest()).toEqual([bonus, paidFor(6_00)]);
  }));
