// Steps of users in the chat window.
import type { Locator, Page } from 'playwright-core';
import { see, seeGone } from './steps.ts';

const messageBox = (page: Page) =>
  page.getByRole('dialog').getByRole('textbox', { name: 'Your message' });

/** A provider's answers, including one in progress, oldest first. */
export const findAnswers = (page: Page, provider: 'Google' | 'OpenAI') =>
  page.getByRole('dialog').getByRole('article', { name: provider });

export async function sayInChat(page: Page, prompt: string): Promise<void> {
  await messageBox(page).fill(prompt);
  // With touch, Enter alone starts a new line.
  await messageBox(page).press('Control+Enter');
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
