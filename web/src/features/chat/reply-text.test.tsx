// Replies that are hard to render, and the text that the Copy button puts into the clipboard.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answers, askInChat, openChat } from '../../testing/chat-window';
import { someConversation, someTurn } from '../../testing/conversations';
import { button, see } from '../../testing/mount';
import { signIn } from '../../testing/people';

beforeEach(() => void signIn());

test.each([
  ['a list 300 deep', Array.from({ length: 300 }, (_, n) => `${'  '.repeat(n)}- a${n}`).join('\n')],
  ['200 kB without a space', `${'k'.repeat(200_000)} the end`],
  ['a table of 10,000 rows', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(10_000)}|the end|`],
])('a chat with a reply of %s opens with its other messages', async (_name, reply) => {
  const messages = [...someTurn(1, { reply }), ...someTurn(2, { reply: 'Kites **fly**.' })];
  await openChat(someConversation({ messages, turnCount: 2 }));
  await see(answers().last().getByText('Kites fly.'));
  const [end] = reply.match(/the end|a299/) ?? [];
  await expect.poll(() => answers().first().element().textContent).toContain(end);
});

test('a reply of 3,000 quote signs does not break the chat while it is written', async () => {
  const chat = await askInChat('Loop');
  chat.write('Kites fly.\n\n');
  chat.write('>'.repeat(3000));
  await expect.poll(() => answers().last().element().textContent).toContain('>>>');
  chat.write('\n\nString is **cotton**.');
  chat.finish();
  await see(button('Send'));
  await see(answers().last().getByText('String is cotton.'));
  await see(answers().last().getByText('Kites fly.'));
});

test('the Copy button copies a reply without Markdown', async () => {
  const copied: string[] = [];
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
  onTestFinished(() => copying.mockRestore());
  const reply = '## Diwali\n\n- **ऑफर।**आज ~~₹499~~ ₹299\n- ~₹500-~₹700 for two';
  await openChat(someConversation({ messages: someTurn(1, { reply }) }));
  // The word is shown for two seconds, which a slow press takes to return.
  await Promise.all([
    see(answers().getByText('Copied')),
    page.getByRole('button', { name: 'Copy the reply' }).click(),
  ]);
  expect(copied).toEqual(['Diwali\n\n• ऑफर।आज ~₹499~ ₹299\n• ~₹500-~₹700 for two']);
});
