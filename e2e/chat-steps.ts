// What people do in the chat window.
import type { Locator, Page } from 'playwright-core';
import { see, seeGone } from './steps.ts';

export const messageBox = (page: Page) =>
  page.getByRole('dialog').getByRole('textbox', { name: 'Your message' });

/** What a provider has answered, or is answering; the oldest first. */
export const findAnswers = (page: Page, provider: 'Google' | 'OpenAI') =>
  page.getByRole('dialog').getByRole('article', { name: provider });

/** From the start screen: the window opens, and the message is on its way. */
export async function startChat(page: Page, prompt: string): Promise<void> {
  await page.goto('/?mode=general');
  await page.getByRole('textbox', { name: 'Your message' }).fill(prompt);
  await page.getByRole('button', { name: 'Start Chat With AI' }).click();
  await see(page.getByRole('dialog'));
}

/** Sends from the box. On touch Enter alone begins a line. */
export const sendFromBox = (page: Page): Promise<void> => messageBox(page).press('Control+Enter');

export async function sayInChat(page: Page, prompt: string): Promise<void> {
  await messageBox(page).fill(prompt);
  await sendFromBox(page);
}

/** The answer with this place in the conversation, from 0, once all of it is there. */
export async function wholeAnswer(
  page: Page,
  place: number,
  provider: 'Google' | 'OpenAI' = 'Google',
): Promise<Locator> {
  const answer = findAnswers(page, provider).nth(place);
  await see(answer.getByRole('button', { name: 'Copy the reply' }));
  // Every answer of the sandbox has a list: its Markdown is no longer shown as it was written.
  await see(answer.getByRole('listitem'));
  await seeGone(page.getByRole('button', { name: 'Stop', exact: true }));
  return answer;
}
