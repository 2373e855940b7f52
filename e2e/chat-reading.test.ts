// A reply is read to its end, whatever happens to the page or the connection meanwhile.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startCable, type Cable } from '@sachet/api/testing/cable';
import { answersOf, messageBox, sayInChat, startChat, wholeAnswer } from './chat-steps.ts';
import { askForCode, enterCode, readCode, see, seeGone, somebodyNew } from './steps.ts';
import { arrive } from './people.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
/** Between a browser and the studio. */
let cable: Cable;
beforeAll(async () => {
  studio = await shareStudio();
  cable = await startCable(studio.url);
});
afterAll(async () => {
  await cable?.pull();
  await studio?.stop();
});
afterEach(() => studio.books.expectToBeSound());

const someWords = /\w{3}/;

test('given a slow reply, when the page is reloaded, then it is read on, in a second tab too', () =>
  studio.visit(async ({ page, context }) => {
    await arrive(studio, page);
    await startChat(page, 'Topic: kites [[slow:150]]');
    await see(answersOf(page, 'Google').getByText(someWords));
    await page.waitForURL(/chat=con_/);
    await page.reload();
    await see(answersOf(page, 'Google').getByText(someWords));
    const other = await context.newPage();
    await other.goto(page.url());
    await see(other.getByRole('button', { name: 'Stop', exact: true }));

    const whole = await (await wholeAnswer(page, 0)).innerText();
    expect(await (await wholeAnswer(other, 0)).innerText()).toBe(whole);
    await page.reload();
    expect(await (await wholeAnswer(page, 0)).innerText()).toBe(whole);
    expect(await page.getByRole('article', { name: 'You' }).count()).toBe(1);
    await see(page.getByText('Reply 2 of 5 free'));
  }));

async function signUpOver(page: Page, url: string): Promise<void> {
  await page.goto(`${url}signup`);
  const newcomer = somebodyNew();
  await askForCode(page, newcomer);
  await enterCode(page, await readCode(page, newcomer.phone));
  await seeGone(page.getByRole('dialog'));
}

test('given a connection that breaks, when it comes back or is taken up by hand, then nothing is lost or said twice', () =>
  studio.visit(async ({ page }) => {
    await signUpOver(page, cable.url);
    await page.goto(`${cable.url}?mode=general&chat=new`);
    await sayInChat(page, 'Topic: kites [[slow:150]]');
    const answer = answersOf(page, 'Google').first();
    await see(answer.getByText(someWords));
    await cable.pull();
    await see(page.getByText('Connection lost. Reconnecting…'));
    await cable.plugIn();
    await seeGone(page.getByText('Connection lost. Reconnecting…'));

    await cable.pull();
    await see(page.getByText('No connection to the studio.'));
    await messageBox(page).fill('And then?');
    await messageBox(page).press('Enter');
    await cable.plugIn();
    await page
      .getByRole('alert')
      .filter({ hasText: 'No connection to the studio.' })
      .getByRole('button', { name: 'Try again' })
      .click();
    const read = await (await wholeAnswer(page, 0)).innerText();
    expect(await messageBox(page).inputValue()).toBe('And then?');
    await page.reload();
    expect(await (await wholeAnswer(page, 0)).innerText()).toBe(read);
    expect(
      await studio.books.query('select status from chat_turn where number is not null'),
    ).toEqual([{ status: 'done' }, { status: 'done' }]);
  }));

test('given a long conversation, then what the model is no longer told is marked, and the view follows only a reader who is at its end', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await startChat(page, 'Topic: kites [[slow:0]]');
    await wholeAnswer(page, 0);
    await studio.books.query(
      `update chat_turn set content = repeat(E'A line of kites.\n\n', 2200)`,
    );
    await page.reload();
    await see(answersOf(page, 'Google').getByText('A line of kites.'));
    await sayInChat(page, 'Topic: string [[slow:150]]');
    await see(page.getByText('Older messages above are no longer sent to the AI'));
    const answer = answersOf(page, 'Google').last();
    await answer.getByText(someWords).waitFor();
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, -3000);
    const newest = page.getByRole('button', { name: 'To the newest' });
    await see(newest);
    await wholeAnswer(page, 1);
    await see(newest);
    await newest.click();
    await seeGone(newest);
    await answer.getByRole('button', { name: 'Copy the reply' }).click({ trial: true });
    await page.reload();
    await see(page.getByText('Older messages above are no longer sent to the AI'));
  }));
