/** Elements of the chat window, and what users do in it. */
import type { ChatRequest } from '@sachet/shared/chat/contracts/chat';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerChat, someConversation, type ServedChat } from './conversations';
import { see, seeGone } from './mount';
import { requestsTo } from './server';
import { visit } from './visit';

export const box = () => page.getByRole('dialog').getByRole('textbox', { name: 'Your message' });
export const answers = () => page.getByRole('article', { name: 'Google' });
export const questions = () => page.getByRole('article', { name: 'You' });

export const askedMessages = () =>
  requestsTo('POST /api/chat').map(({ body }) => body as ChatRequest);

export async function say(prompt: string): Promise<void> {
  await box().fill(prompt);
  await userEvent.keyboard('{Enter}');
}

export async function openChat(chat = someConversation(), settings: { phone?: boolean } = {}) {
  const served = answerChat(chat);
  await visit(`/?mode=general&chat=${chat.id}`, settings);
  await see(box());
  // Waits, because the chat sends no message until the conversation is loaded.
  await seeGone(page.getByRole('dialog').getByText('Loading...'));
  return served;
}

/** Opens a conversation and sends a message. Afterwards, the reply is in progress. */
export async function askInChat(
  prompt = 'And string?',
  chat = someConversation(),
): Promise<ServedChat> {
  const served = await openChat(chat);
  await see(answers());
  await say(prompt);
  await expect.poll(() => served.connections.length).toBe(1);
  return served;
}
