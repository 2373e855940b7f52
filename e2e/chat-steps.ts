// Steps of users in the chat window.
import type { Locator, Page } from 'playwright-core';
import { see, seeGone } from './steps.ts';

export const messageBox = (page: Page) =>
  page.getByRole('dialog').getByRole('textbox', { name: 'Your message' });

/** A provider's answers, including one in progress, oldest first. */
export const findAnswers = (page: Page, provider: 'Google' | 'OpenAI') =>
  page.getByRole('dialog').getByRole('article', { name: provider });

/** Sends the first message from the start page, which opens the window. */
export async function startChat(page: Page, prompt: string): Promise<void> {
  await page.goto('/?mode=general');
  await page.getByRole('textbox', { name: 'Your message' }).fill(prompt);
  await page.getByRole('button', { name: 'Start Chat With AI' }).click();
  await see(page.getByRole('dialog'));
}

/** Sends from the box. With touch, Enter alone starts a new line. */
export const sendFromBox = (page: Page): Promise<void> => messageBox(page).press('Control+Enter');

export async function sayInChat(page: Page, prompt: string): Promise<void> {
  await messageBox(page).fill(prompt);
  await sendFromBox(page);
}

/** Waits until the answer with this index is complete. */
export async function wholeAnswer(
  page: Page,
  place: number,
  provider: 'Google' | 'OpenAI' = 'Google',
): Promise<Locator> {
  const answer = findAnswers(page, provider).nth(place);
  await see(answer.getByRole('button', { name: 'Copy the reply' }));
  // Every answer of the sandbox contains a list, which shows that its Markdown is rendered.
  await see(answer.getByRole('listitem'));
  await seeGone(page.getByRole('button', { name: 'Stop', exact: true }));
  return answer;
}
