import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cacheReplyEnd } from '../../api/chat';
import { expectAccess, expectToFit } from '../../testing/access';
import { answers, askInChat, openChat, questions, say } from '../../testing/chat-window';
import {
  answerChat,
  answerConversations,
  someConversation,
  someTurn,
} from '../../testing/conversations';
import { button, goBack, resize, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { announce, answer, keepBack, refuse, requestsTo } from '../../testing/server';
import { visit } from '../../testing/visit';

const chatWindow = (name: string | RegExp = /./) => page.getByRole('dialog', { name }).first();
const log = () => page.getByRole('log').element();

beforeEach(() => void signIn());

describe('opening a chat', () => {
  test('a chat that is loading shows its layout, and the user cannot send anything yet', async () => {
    answerChat(someConversation());
    const release = keepBack('GET /api/conversation');
    await visit('/?mode=general&chat=con_1');
    await see(page.getByRole('dialog').getByRole('status').getByText('Loading'));
    await expect.element(button('Send')).toBeDisabled();
    release();
    await see(answers().getByText('Answer 1'));
  });

  test('the window of a deleted chat offers a new chat', async () => {
    refuse('GET /api/conversation', 'not_found');
    await visit('/?mode=general&chat=con_gone');
    await see(page.getByRole('alert').getByText('This chat no longer exists.'));
    await expectAccess('a deleted chat');
    await button('Start a new chat').click();
    await see(page.getByRole('heading', { name: 'What is on your mind?' }));
    await expect.poll(() => new URLSearchParams(location.search).get('chat')).toBe('new');
  });

  test('a new chat has its box in the middle of a desk, and at the lower edge of a phone', async () => {
    await visit('/?mode=general&chat=new', { phone: true });
    const box = page.getByRole('dialog').getByRole('textbox', { name: 'Your message' });
    await see(box);
    const toLowerEdge = () =>
      (innerHeight - box.element().getBoundingClientRect().bottom) / innerHeight;
    expect(toLowerEdge()).toBeLessThan(0.2);
    await resize(1440, 900);
    await expect.poll(toLowerEdge).toBeGreaterThan(0.3);
  });

  test('a chat that cannot be loaded shows the reason and can be loaded again', async () => {
    refuse('GET /api/conversation', 'wrong_state');
    await visit('/?mode=general&chat=con_1');
    await see(page.getByRole('alert').getByText('Refused: wrong_state'));
    answerChat(someConversation());
    await button('Try again').click();
    await see(answers().getByText('Answer 1'));
  });

  test('a chat appears even if its reply ends while the chat loads', async () => {
    const chat = someConversation();
    answerChat(chat);
    const uid = signIn();
    const release = keepBack('GET /api/conversation');
    await visit('/?mode=general&chat=con_1');
    await expect.poll(() => requestsTo('GET /api/conversation').length).toBeGreaterThan(0);
    await cacheReplyEnd(uid, 'con_1', chat);
    release();
    await see(answers().getByText('Answer 1'));
  });

  test('a new title that another tab has set appears automatically', async () => {
    await openChat();
    answer('GET /api/conversation', someConversation({ title: 'Kite plans' }));
    await announce({ event: 'conversation', id: 'con_1' });
    await see(chatWindow('Kite plans'));
  });

  test('a phone shows a title of five words whole', async () => {
    const title = 'Diwali ke liye mithai list';
    answerChat(someConversation({ title }));
    await visit('/?mode=general&chat=con_1', { phone: true });
    const heading = page.getByRole('heading', { name: title });
    await see(heading);
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = heading.element();
    expect([scrollHeight, scrollWidth]).toEqual([clientHeight, clientWidth]);
  });
});

describe('a long conversation', () => {
  const lines = Array.from({ length: 120 }, (_, index) => `Line ${index} of kites.`).join('\n\n');
  const isAtEnd = () => log().scrollHeight - log().clientHeight - log().scrollTop <= 32;
  const newest = button('Jump to the latest');

  /** Scrolls until the list has noticed, because text that is rendered late moves it to the end again. */
  async function wheelUp(): Promise<void> {
    await expect
      .poll(() => {
        if (!newest.query()) log().scrollTop -= 1500;
        return newest.query();
      })
      .not.toBeNull();
  }

  test('a divider marks the first message that the model still sees, in a saved chat and while a reply is written', async () => {
    const messages = [...someTurn(1), ...someTurn(2), ...someTurn(3)];
    await openChat(someConversation({ messages, keptFromTurnId: 'turn_2' }));
    const divider = page.getByText('The AI no longer sees messages above this line');
    await see(divider);
    expect(divider.elements()).toHaveLength(1);
    const follows = (one: Element, other: Element) =>
      Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(follows(answers().nth(0).element(), divider.element())).toBe(true);
    expect(follows(divider.element(), questions().nth(1).element())).toBe(true);
  });

  test('a long chat opens at its end and follows new text unless the reader has scrolled up', async () => {
    const chat = await askInChat(
      'More',
      someConversation({ messages: someTurn(1, { reply: lines }) }),
    );
    await expect.poll(isAtEnd).toBe(true);
    chat.write(lines);
    await see(answers().last().getByText('Line 119 of kites.'));
    await expect.poll(isAtEnd).toBe(true);
    expect(newest.query()).toBeNull();

    await wheelUp();
    const top = log().scrollTop;
    chat.write(`\n\n${lines}`);
    await expect
      .poll(() => answers().last().getByText('Line 119 of kites.').elements().length)
      .toBe(2);
    chat.finish();
    await see(button('Send'));
    expect(Math.abs(log().scrollTop - top)).toBeLessThan(50);
    await see(newest);
    await newest.click();
    await expect.poll(isAtEnd).toBe(true);
    await seeGone(newest);
  });

  test('sending a message scrolls to the end of the chat from any position', async () => {
    const chat = await openChat(someConversation({ messages: someTurn(1, { reply: lines }) }));
    await expect.poll(isAtEnd).toBe(true);
    await wheelUp();
    await say('And more?');
    await expect.poll(isAtEnd).toBe(true);
    chat.write('Yes.');
    chat.finish();
    await seeGone(newest);
  });

  test('wide content scrolls inside a message on a phone, and the page does not scroll sideways', async () => {
    const wide = `| ${'Kite | '.repeat(20)}\n|${'---|'.repeat(20)}\n\n\`\`\`\n${'x'.repeat(300)}\n\`\`\`\n\n${'y'.repeat(300)}`;
    const question = 'z'.repeat(300);
    await openChat(someConversation({ messages: someTurn(1, { question, reply: wide }) }), {
      phone: true,
    });
    await see(answers());
    await expectToFit('a conversation of wide things');
    await expectAccess('a conversation of wide things');
  });
});

describe('the other conversations', () => {
  /** Waits for the address, which changes once the sheet's history entry is left: maybe after the page. */
  const seeAddressOf = (chat: string) =>
    expect.poll(() => new URLSearchParams(location.search).get('chat')).toBe(chat);
  const both = () => [
    someConversation(),
    someConversation({
      id: 'con_2',
      title: 'Tea stall',
      messages: someTurn(1, { reply: 'Chai.' }),
    }),
  ];

  test('a wide screen lists the other chats beside the open one, and remembers when the user hides them', async () => {
    answerConversations(both());
    await openChat();
    const rows = page.getByRole('dialog').getByRole('listitem');
    await expect.poll(() => rows.elements().length).toBe(2);
    await button('Hide Previous Chats').click();
    await expect.poll(() => rows.elements().length).toBe(0);
    await openChat();
    await see(button('Show Previous Chats'));
    expect(rows.elements()).toHaveLength(0);
  });

  test('a phone lists the other chats in a sheet, marks the open one and lets the user resume another', async () => {
    answerConversations(both());
    await openChat(someConversation(), { phone: true });
    await see(answers().getByText('Answer 1'));
    await button('Show Previous Chats').click();
    const sheet = page.getByRole('dialog', { name: 'Saved Conversations' });
    await see(sheet.getByRole('button', { name: /^Kites/ }));
    expect(document.querySelector('[aria-current=true]')?.textContent).toContain('Kites');
    await expectAccess('the sheet of saved conversations');
    const [, other] = both();
    answer('GET /api/conversation', other!);
    await sheet.getByRole('button', { name: /^Tea stall/ }).click();
    await see(answers().getByText('Chai.'));
    await seeGone(sheet);
    await seeAddressOf('con_2');
  });

  test('deleting the open chat shows a new chat, and Back closes the window', async () => {
    answerConversations(both());
    await openChat();
    await button('Delete: Kites for Uttarayan').click();
    refuse('GET /api/conversation', 'not_found');
    await button('Delete permanently').click();
    await see(page.getByRole('heading', { name: 'What is on your mind?' }));
    await goBack(0);
    await see(button('Start Chat With AI'));
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  test('Back and the close button return to the start page from any chat', async () => {
    answerConversations(both());
    const [kites, tea] = both();
    answerChat(kites!);
    await visit('/?mode=general', { phone: true });
    const entry = window.navigation.currentEntry?.index;
    for (const leave of [() => goBack(0), () => button('Close Window & Start New Chat').click()]) {
      answer('GET /api/conversation', kites!);
      await button('Show Previous Chats').click();
      const sheet = page.getByRole('dialog', { name: 'Saved Conversations' });
      await sheet.getByRole('button', { name: /^Kites/ }).click();
      await see(answers().getByText('Answer 1'));
      await seeAddressOf('con_1');
      await button('Show Previous Chats').click();
      await goBack(1);
      await seeGone(sheet);
      await button('Show Previous Chats').click();
      answer('GET /api/conversation', tea!);
      await sheet.getByRole('button', { name: /^Tea stall/ }).click();
      await see(answers().getByText('Chai.'));
      await seeAddressOf('con_2');
      await leave();
      await see(button('Start Chat With AI'));
      expect(page.getByRole('dialog').query()).toBeNull();
      expect(location.search).toBe('?mode=general');
    }
    expect(window.navigation.currentEntry?.index).toBe(entry);
  });

  test('closing the window shows the start page, and the reply in it continues', async () => {
    const chat = await askInChat();
    await button('Close Window & Start New Chat').click();
    await see(button('Start Chat With AI'));
    expect(page.getByRole('dialog').query()).toBeNull();
    chat.write('By weight.');
    chat.finish();
    await visit('/?mode=general&chat=con_1');
    await see(answers().last().getByText('By weight.'));
  });
});
