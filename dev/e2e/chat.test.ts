// Chat: from the first free reply to a paid block, with interruptions.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findAnswers, sayInChat, wholeAnswer } from './chat-steps.ts';
import { arrive } from './people.ts';
import { see, seeInWallet, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  studio.google.open();
  await studio.books.expectToBeSound();
});

/** The newest wallet's events except the bonus, oldest first. */
function readNewestEvents(): Promise<object[]> {
  return studio.books.query(
    `select kind, amount_paise, balance_after, counter_account from ledger_event
      where wallet_id = (select id from wallet order by created_at desc limit 1)
        and kind <> 'SignupBonusCredited' order by seq`,
  );
}

const placed = {
  kind: 'HoldPlaced',
  amount_paise: 0,
  balance_after: 250_00,
  counter_account: 'revenue:chat',
};
const captured = {
  kind: 'HoldCaptured',
  amount_paise: -15_00,
  balance_after: 235_00,
  counter_account: 'revenue:chat',
};

test('a chat asks for payment once at the sixth reply and charges once, and a new title appears in the other tab', () =>
  studio.visit(async ({ page, context }) => {
    await arrive(studio, page);
    await page.getByRole('link', { name: 'Chat with AI' }).click();
    await see(page.getByText('First 5 replies free, then 5 replies for ₹15'));
    await page.getByRole('textbox', { name: 'Your message' }).fill('Name my kite shop [[slow:0]]');
    await page.getByRole('button', { name: 'Start Chat With AI' }).click();

    await see(page.getByRole('dialog', { name: 'Name my kite shop' }));
    await wholeAnswer(page, 0);
    await see(page.getByText('4 free replies left'));
    // Simulates three more replies.
    await studio.books.query(
      `update conversation set turn_count = 4
        where id = (select id from conversation order by created_at desc limit 1)`,
    );
    await page.reload();
    await see(page.getByText('1 free reply left'));
    await sayInChat(page, 'And what else? [[slow:0]]');
    await wholeAnswer(page, 1);
    await payForTheNextFive(page);
    expect(await readNewestEvents()).toEqual([placed, captured]);

    const other = await context.newPage();
    await other.goto('/?mode=general');
    await see(other.getByRole('button', { name: /^Name my kite shop/ }));
    await page.getByRole('button', { name: /^Rename: Name my kite shop/ }).click();
    await page.getByLabel('Title').fill('Kite plans');
    await page.getByLabel('Title').press('Enter');
    await see(page.getByRole('dialog', { name: 'Kite plans' }));
    await see(other.getByRole('button', { name: /^Kite plans/ }));
  }));

async function payForTheNextFive(page: Page): Promise<void> {
  await see(page.getByText('No replies left'));
  await see(page.getByText('Next 5 replies: ₹15'));
  await see(page.getByRole('button', { name: 'Send · ₹15' }));
  await sayInChat(page, 'A sixth one [[slow:0]]');
  await wholeAnswer(page, 2);
  await see(page.getByText('₹15 paid · ₹235.00 left'));
  await seeInWallet(page, '₹235.00');
  await see(page.getByText('4 paid replies left'));
  await sayInChat(page, 'A seventh one [[slow:0]]');
  await wholeAnswer(page, 3);
  await seeInWallet(page, '₹235.00');
  await page.reload();
  await wholeAnswer(page, 3);
  await see(findAnswers(page, 'Google').nth(2).getByText('₹15 paid'));
  await soon(async () => expect(await page.getByText('₹15 paid').count()).toBe(1));
}
