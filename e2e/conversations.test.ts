// Saved conversations: found again, renamed, deleted, and the same in every tab.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answersOf, startChat, wholeAnswer } from './chat-steps.ts';
import { see, seeGone } from './steps.ts';
import { arrive } from './people.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

/** Older than any chat of the journeys, of the newest person: `Chat 1` is the oldest. */
async function insertConversations(count: number): Promise<void> {
  await studio.books.query(
    `with owner as (select uid from user_profile order by created_at desc limit 1),
          writer as (select provider, id, label from model where provider = 'openai' limit 1),
          added as (
            insert into conversation
              (id, uid, provider, language, title, model_id, model_label, turn_count,
               created_at, updated_at)
            select 'con_test' || n, uid, provider, 'en', 'Chat ' || n, id, label, 1,
                   now() - interval '2 days', now() - interval '2 days' + n * interval '1 minute'
              from owner, writer, generate_series(1, $1) as n
            returning id, uid, model_id, model_label)
     insert into chat_turn
       (id, conversation_id, uid, number, status, prompt, content, model_id, model_label,
        rate_card_version)
     select replace(id, 'con', 'turn'), id, uid, 0, 'done', 'A question', 'An old answer.',
            model_id, model_label, 'test'
       from added`,
    [count],
  );
}

const saved = 'Saved Conversations';

test('given 21 saved chats, then 20 are listed, Load more brings the last, and a press goes on with it', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=general');
    await see(page.getByText('No saved chats yet'));
    await insertConversations(21);
    await page.reload();
    const rows = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Chat/ }) });
    await see(rows.nth(19));
    expect(await rows.count()).toBe(20);
    await see(rows.first().getByText('yesterday'));
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByRole('button', { name: /^Chat 1 / }).click();
    await see(page.getByRole('dialog', { name: 'Chat 1' }));
    await see(answersOf(page, 'OpenAI').getByText('An old answer.'));
    await see(page.getByText('Reply 2 of 5 free'));
    await seeGone(page.getByRole('button', { name: 'Load more' }));
  }));

test('given a chat, when it is renamed and deleted in one tab, then the other tab has it so too', () =>
  studio.visit(async ({ page, context }) => {
    await arrive(studio, page);
    await startChat(page, 'Kites for Uttarayan [[slow:0]]');
    await wholeAnswer(page, 0);
    const other = await context.newPage();
    await other.goto('/?mode=general');
    await see(other.getByRole('button', { name: /^Kites for Uttarayan/ }));

    await page.getByRole('button', { name: /^Rename: Kites/ }).click();
    await page.getByLabel('Title').fill('  ');
    await see(page.getByText('Enter a title.'));
    await page.getByLabel('Title').fill('Kite plans');
    await page.getByLabel('Title').press('Enter');
    await see(page.getByRole('dialog', { name: 'Kite plans' }));
    await see(other.getByRole('button', { name: /^Kite plans/ }));

    await page.getByRole('button', { name: 'Delete: Kite plans' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Delete: Kite plans' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await see(page.getByRole('heading', { name: 'What is on your mind?' }));
    await see(other.getByText('No saved chats yet'));
    await page.goBack();
    await see(page.getByText('This chat is not here any more.'));
  }));

test('given a server that refuses, then the panel says what failed', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await startChat(page, 'Kites [[slow:0]]');
    await wholeAnswer(page, 0);
    await page.route('**/api/conversation?*', (route) => route.fulfill({ status: 400, json: {} }));
    await page.getByRole('button', { name: /^Rename: Kites/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await see(page.getByText('Failed to rename'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Delete: Kites/ }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await see(page.getByText('Failed to delete'));
    await page.keyboard.press('Escape');
    await page.route('**/api/conversations?*', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/?mode=general');
    await see(page.getByText('Failed to load conversations'));
  }));

test('given a phone, when previous chats are asked for, then they rise as a sheet and one is resumed', () =>
  studio.visit(
    async ({ page }) => {
      await arrive(studio, page);
      await startChat(page, 'Kites on a phone [[slow:0]]');
      await wholeAnswer(page, 0);
      await page.getByRole('button', { name: 'Close Window & Start New Chat' }).click();
      await page.getByRole('button', { name: 'Show Previous Chats' }).click();
      const sheet = page.getByRole('dialog', { name: saved });
      await sheet.getByRole('button', { name: /^Kites on a phone/ }).click();
      await wholeAnswer(page, 0);
      await page.getByRole('button', { name: 'Show Previous Chats' }).click();
      await see(sheet.getByRole('button', { name: /^Kites/ }).and(page.locator('[aria-current]')));
    },
    { phone: true, consent: 'denied' },
  ));
