import { repliesMax } from '@sachet/shared/chat';
import type { ChatRequest } from '@sachet/shared/contracts/chat';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../testing/access';
import {
  answerChat,
  answerConversations,
  someConversation,
  someTurn,
  type ServedChat,
} from '../testing/conversations';
import { see, seeGone, visit } from '../testing/mount';
import { signIn } from '../testing/people';
import { announce, answer, keepBack, refuse, requestsTo } from '../testing/server';

const chatWindow = (name: string | RegExp = /./) => page.getByRole('dialog', { name }).first();
const box = () => page.getByRole('dialog').getByRole('textbox', { name: 'Your message' });
const answers = () => page.getByRole('article', { name: 'Google' });
const questions = () => page.getByRole('article', { name: 'You' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const log = () => page.getByRole('log').element();

async function say(prompt: string): Promise<void> {
  await box().fill(prompt);
  await userEvent.keyboard('{Enter}');
}

const asked = () => requestsTo('POST /api/chat').map(({ body }) => body as ChatRequest);

/** Opens the conversation, and says something in it whose reply is then under way. */
async function open(chat = someConversation(), settings: { phone?: boolean } = {}) {
  const served = answerChat(chat);
  await visit(`/?mode=general&chat=${chat.id}`, settings);
  await see(box());
  return served;
}

async function ask(prompt = 'And string?', chat = someConversation()): Promise<ServedChat> {
  const served = await open(chat);
  await see(answers());
  await say(prompt);
  await expect.poll(() => served.connections.length).toBe(1);
  return served;
}

beforeEach(() => {
  signIn();
});

describe('a reply', () => {
  test('is shown as it is written, and at its end as Markdown, with who wrote it', async () => {
    const chat = await ask('And string?');
    await see(questions().nth(1).getByText('And string?'));
    await see(answers().last().getByText('Google is writing…'));
    chat.write('Sold by **wei');
    await see(answers().last().getByText('Sold by wei'));
    await expect.element(answers().last()).toHaveAttribute('aria-busy', 'true');
    chat.write('ght**:\n\n- cotton\n- manja');
    chat.finish();
    await see(answers().last().getByRole('listitem').filter({ hasText: 'manja' }));
    expect(answers().last().element().querySelector('strong')?.textContent).toBe('weight');
    await see(answers().last().getByText('Gemini Flash'));
    await see(answers().last().getByRole('button', { name: 'Copy the reply from Gemini Flash' }));
    await see(page.getByText('The reply is complete.'));
    await see(page.getByText('Reply 3 of 5 free'));
    await see(button('Send'));
    expect(questions().elements()).toHaveLength(2);
    expect(asked()).toMatchObject([
      { conversationId: 'con_1', provider: 'google', prompt: 'And string?', language: 'en' },
    ]);
    expect(asked()[0]?.blockPrice ?? null).toBeNull();
    expect(requestsTo('POST /api/chat')[0]?.headers.get('Idempotency-Key')).toMatch(/.{10}/);
  });

  test('of a new chat makes its conversation, which the address then names', async () => {
    const chat = answerChat(someConversation(), { isNew: true });
    await visit('/?mode=general&chat=new');
    await see(chatWindow('New chat'));
    await see(page.getByRole('heading', { name: 'What is on your mind?' }));
    await say('How do I price kites?');
    await see(chatWindow('Kites for Uttarayan'));
    await expect.poll(() => new URLSearchParams(location.search).get('chat')).toBe('con_1');
    chat.write('At twice their cost.');
    chat.finish();
    await see(answers().getByText('At twice their cost.'));
    expect(asked()[0]?.conversationId ?? null).toBeNull();
    expect(questions().elements()).toHaveLength(1);
  });

  test('that was under way before a reload, or in another tab, is read along', async () => {
    const [question] = someTurn(1, { question: 'Topic: kites' });
    const chat = answerChat(
      someConversation({ messages: [question!], streamingTurnId: 'turn_1', turnCount: 0 }),
    );
    chat.write('Kites fly ');
    await visit('/?mode=general&chat=con_1');
    await see(answers().getByText('Kites fly'));
    await see(button('Stop'));
    chat.write('on wind.');
    chat.finish();
    await see(answers().getByText('Kites fly on wind.'));
    await see(button('Send'));
    expect(questions().elements()).toHaveLength(1);
    expect(asked()).toEqual([]);
    expect(requestsTo('GET /api/chat')[0]?.search.get('turn')).toBe('turn_1');
  });

  test('whose saved version cannot be read stays as it was read', async () => {
    const chat = await ask();
    refuse('GET /api/conversation', 'unavailable');
    chat.write('String is sold by weight.');
    chat.finish();
    await see(button('Send'));
    await see(answers().last().getByText('String is sold by weight.'));
    await see(answers().last().getByRole('button', { name: 'Copy the reply' }));
  });

  test('that fails says so, that nothing was charged, and is asked for again in the same words', async () => {
    const chat = await ask('Price of string?');
    chat.write('String is');
    chat.fail('The model is overloaded.');
    const alert = page.getByRole('alert');
    await see(alert.getByText('Error: The model is overloaded.'));
    await see(alert.getByText('You were not charged'));
    await see(page.getByText('The reply failed.'));
    await see(answers().last().getByText('String is'));
    await see(page.getByText('Reply 2 of 5 free'));
    await expectAccess('a reply that failed');
    await box().fill('typed since');
    await button('Try again').click();
    await expect
      .poll(() => asked().map(({ prompt }) => prompt))
      .toEqual(['Price of string?', 'Price of string?']);
    await expect.element(box()).toHaveValue('typed since');
    expect(button('Try again').query()).toBeNull();
  });
});

describe('a connection that breaks', () => {
  /** Nobody waits for the next try. */
  const hurry = () => dispatchEvent(new Event('online'));

  test('is made again where it broke: nothing is lost, and nothing said twice', async () => {
    const chat = await ask();
    chat.write('Kites fly ');
    await see(answers().last().getByText('Kites fly'));
    const release = keepBack('GET /api/chat');
    chat.breakOff();
    await see(page.getByText('Connection lost. Reconnecting…'));
    chat.write('on wind');
    release();
    await see(answers().last().getByText('Kites fly on wind'));
    await seeGone(page.getByText('Connection lost. Reconnecting…'));
    chat.write('.');
    chat.finish();
    await see(button('Send'));
    await see(answers().last().getByText('Kites fly on wind.', { exact: true }));
    expect(chat.connections).toEqual([0, 'Kites fly '.length]);
    expect(asked()).toHaveLength(1);
  });

  test('and does not come back is taken up by hand; what is typed meanwhile stays', async () => {
    const chat = await ask();
    chat.write('Kites fly ');
    await see(answers().last().getByText('Kites fly'));
    chat.pull();
    const alert = page.getByRole('alert').filter({ hasText: 'No connection to the studio.' });
    await expect
      .poll(() => {
        hurry();
        return alert.query();
      })
      .not.toBeNull();
    await expectAccess('a lost connection');
    await say('And then?');
    await expect.element(box()).toHaveValue('And then?');

    chat.write('on wind.');
    chat.plugIn();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await see(answers().last().getByText('Kites fly on wind.'));
    chat.finish();
    await see(page.getByText('Reply 3 of 5 free'));
    await seeGone(alert);
    await expect.element(box()).toHaveValue('And then?');
    expect(asked()).toHaveLength(1);
    expect(questions().elements()).toHaveLength(2);
  });

  test('before the server has named the turn sends the same message with the same key', async () => {
    const chat = await open();
    chat.pull();
    await say('And string?');
    await see(page.getByText('Connection lost. Reconnecting…'));
    chat.plugIn();
    await expect.poll(() => chat.connections.length).toBe(1);
    chat.write('By weight.');
    chat.finish();
    await see(answers().last().getByText('By weight.'));
    const keys = requestsTo('POST /api/chat').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(questions().elements()).toHaveLength(2);
  });
});

describe('stopping', () => {
  test('by Escape in the box keeps what was written and says so; what is typed stays', async () => {
    const chat = await ask();
    chat.write('Sold by');
    await see(answers().last().getByText('Sold by'));
    await box().fill('typed meanwhile');
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.poll(() => chat.stopped.length).toBe(1);
    await see(button('Stopping…'));
    await expect.element(button('Stopping…')).toBeDisabled();
    chat.finish({ status: 'stopped' });
    await see(answers().last().getByText('You stopped this reply.'));
    await see(page.getByText('The reply was stopped. What was written stays.'));
    await expect.element(box()).toHaveValue('typed meanwhile');
    expect(asked()).toHaveLength(1);
  });

  test('before the first words brings the message back, before what was typed since', async () => {
    const chat = await ask('Never mind');
    await box().fill('Rather this');
    await button('Stop').click();
    await expect.poll(() => chat.stopped.length).toBe(1);
    chat.takeBack();
    await expect.element(box()).toHaveValue('Never mind\n\nRather this');
    await see(page.getByText('Stopped before the reply began.'));
    await see(page.getByText('Reply 2 of 5 free'));
    expect(questions().elements()).toHaveLength(1);
  });

  test('that fails leaves the button to be pressed again', async () => {
    const chat = await ask();
    chat.write('Sold by');
    refuse('POST /api/stop-chat', 'unavailable');
    await button('Stop').click();
    await expect.poll(() => requestsTo('POST /api/stop-chat').length).toBe(1);
    await expect.element(button('Stop')).toBeEnabled();
    chat.finish();
    await see(button('Send'));
  });

  const inBlock = { turnCount: 6, next: { block: 1, repliesLeft: 5, inr: 15 } };

  test.each([
    [2, 'Stop now: 2 of 3 free today', true],
    [0, 'Asked already: finished for ₹15', false],
  ] as const)(
    'a paid reply says before what it takes, with %i of 3 left',
    async (left, words, canStop) => {
      signIn({ wallet: { freeCancels: { left, perDay: 3 } } });
      localStorage.setItem('sachet.chat-block-agreed', 'yes');
      const chat = await ask('Two', someConversation(inBlock));
      await see(page.getByText(words));
      expect(button('Stop').element().hasAttribute('disabled')).toBe(!canStop);
      await userEvent.keyboard('{Escape}');
      if (canStop) await expect.poll(() => chat.stopped.length).toBe(1);
      chat.write('By weight.');
      chat.finish({ inr: 15 });
      await see(button('Send'));
      if (!canStop) expect(chat.stopped).toEqual([]);
    },
  );
});

describe('a block that costs money', () => {
  const opensBlock = () =>
    someConversation({ turnCount: 5, next: { block: 1, repliesLeft: 5, inr: 15 } });
  const confirm = page.getByRole('dialog', { name: 'Next 5 replies: ₹15' });

  test('is agreed to once in a browser; the price goes along, and what it took is told', async () => {
    signIn({ wallet: { available: 235 } });
    const chat = await open(opensBlock());
    await see(page.getByText('Block 1: reply 1 of 5'));
    await say('A sixth one');
    await see(confirm);
    await expectAccess('the question before a block');
    await confirm.getByRole('button', { name: 'Not now' }).click();
    await expect.element(box()).toHaveValue('A sixth one');
    expect(asked()).toEqual([]);

    await button('Send · ₹15').click();
    await confirm.getByRole('button', { name: 'Send · ₹15' }).click();
    await expect.poll(() => asked().map(({ blockPrice }) => blockPrice)).toEqual([15]);
    chat.write('Here it is.');
    chat.finish({ inr: 15 });
    await see(page.getByText('₹15 paid · ₹235.00 left'));
    await see(page.getByText('Block 1: reply 2 of 5'));
    expect(page.getByText(/₹15 paid/).elements()).toHaveLength(1);

    const next = answerChat(opensBlock());
    await visit('/?mode=general&chat=con_1');
    await say('An eleventh one');
    await expect.poll(() => asked()).toHaveLength(2);
    next.write('Yes.');
    next.finish({ inr: 15 });
    await see(answers().getByText('Yes.'));
  });

  test('that cannot be paid opens the wallet with what is missing, and the message comes back', async () => {
    signIn({ wallet: { available: 10, walletBalance: 10 } });
    localStorage.setItem('sachet.chat-block-agreed', 'yes');
    await open(opensBlock());
    refuse('POST /api/chat', 'insufficient_funds');
    await say('Two');
    const wallet = page.getByRole('dialog', { name: 'Wallet' });
    await see(wallet.getByText('Insufficient funds or budget exceeded.'));
    await see(wallet.getByText('₹5.00'));
    await userEvent.keyboard('{Escape}');
    await seeGone(wallet);
    await expect.element(box()).toHaveValue('Two');
    await see(page.getByRole('alert').getByText('Insufficient funds or budget exceeded.'));
    expect(questions().elements()).toHaveLength(1);
  });

  test('whose price has changed meanwhile says what it is now, and takes that when it is sent again', async () => {
    localStorage.setItem('sachet.chat-block-agreed', 'yes');
    await open(opensBlock());
    const dearer = opensBlock();
    answer('GET /api/conversation', { ...dearer, next: { ...dearer.next, inr: 20 } });
    refuse('POST /api/chat', 'wrong_state');
    await say('Two');
    await see(page.getByText('The next 5 replies now cost ₹20. Send again if that is fine.'));
    await expect.element(box()).toHaveValue('Two');
    await button('Send · ₹20').click();
    await expect.poll(() => asked().map(({ blockPrice }) => blockPrice)).toEqual([15, 20]);
  });
});

describe('what is refused', () => {
  test.each([
    ['a chat that has moved on', 'wrong_state', {}, 'This chat has moved on in another tab'],
    ['a chat that is full', 'wrong_state', { turnCount: repliesMax }, 'This chat is full.'],
    ['too many messages', 'rate_limited', {}, 'Refused: rate_limited'],
  ] as const)(
    '%s is told, and the message is in the box again',
    async (_what, code, given, words) => {
      await open(someConversation(given));
      refuse('POST /api/chat', code);
      await say('Too much');
      await see(page.getByRole('alert').getByText(words));
      await expect.element(box()).toHaveValue('Too much');
      expect(questions().elements()).toHaveLength(1);
    },
  );

  test('a message that is too long is not sent: it says so, and how long it is', async () => {
    await open();
    await box().fill('x'.repeat(8001));
    await see(page.getByText('Shorten the message to 8000 characters.'));
    await see(page.getByText('8001 of 8000 characters'));
    await expect.element(box()).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{Enter}');
    await expectAccess('a message that is too long');
    expect(asked()).toEqual([]);
  });

  test('neither spaces nor Shift with Enter are sent', async () => {
    await open();
    await say('   ');
    await box().fill('one');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}two');
    await expect.element(box()).toHaveValue('one\ntwo');
    expect(asked()).toEqual([]);
  });
});

describe('opening', () => {
  test('waits with its shape, and the box is not for sending yet', async () => {
    answerChat(someConversation());
    const release = keepBack('GET /api/conversation');
    await visit('/?mode=general&chat=con_1');
    await see(page.getByRole('dialog').getByRole('status').getByText('Loading'));
    await expect.element(button('Send')).toBeDisabled();
    release();
    await see(answers().getByText('Answer 1'));
  });

  test('one that is gone offers a new one', async () => {
    refuse('GET /api/conversation', 'not_found');
    await visit('/?mode=general&chat=con_gone');
    await see(page.getByRole('alert').getByText('This chat is not here any more.'));
    await expectAccess('a chat that is gone');
    await button('Start a new chat').click();
    await see(page.getByRole('heading', { name: 'What is on your mind?' }));
    await expect.poll(() => new URLSearchParams(location.search).get('chat')).toBe('new');
  });

  test('one that cannot be read says why, and is read when asked for again', async () => {
    refuse('GET /api/conversation', 'forbidden');
    await visit('/?mode=general&chat=con_1');
    await see(page.getByRole('alert').getByText('Refused: forbidden'));
    answerChat(someConversation());
    await button('Try again').click();
    await see(answers().getByText('Answer 1'));
  });

  test('a new title from another tab is shown by itself', async () => {
    await open();
    answer('GET /api/conversation', someConversation({ title: 'Kite plans' }));
    await announce({ event: 'conversation', id: 'con_1' });
    await see(chatWindow('Kite plans'));
  });
});

describe('a long conversation', () => {
  const lines = Array.from({ length: 120 }, (_, index) => `Line ${index} of kites.`).join('\n\n');
  const isAtEnd = () => log().scrollHeight - log().clientHeight - log().scrollTop <= 32;
  const newest = button('To the newest');

  function wheelUp(): void {
    log().scrollTop -= 1500;
  }

  test('marks from where on the model is told, saved or while a reply is written', async () => {
    const messages = [...someTurn(1), ...someTurn(2), ...someTurn(3)];
    await open(someConversation({ messages, keptFromTurnId: 'turn_2' }));
    const divider = page.getByText('Older messages above are no longer sent to the AI');
    await see(divider);
    expect(divider.elements()).toHaveLength(1);
    const follows = (one: Element, other: Element) =>
      Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(follows(answers().nth(0).element(), divider.element())).toBe(true);
    expect(follows(divider.element(), questions().nth(1).element())).toBe(true);
  });

  test('begins at its end, follows a reader who is there, and leaves alone one who reads above', async () => {
    const chat = await ask('More', someConversation({ messages: someTurn(1, { reply: lines }) }));
    await expect.poll(isAtEnd).toBe(true);
    chat.write(lines);
    await see(answers().last().getByText('Line 119 of kites.'));
    await expect.poll(isAtEnd).toBe(true);
    expect(newest.query()).toBeNull();

    wheelUp();
    await see(newest);
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

  test('whoever sends is taken to the end, wherever they have been reading', async () => {
    const chat = await open(someConversation({ messages: someTurn(1, { reply: lines }) }));
    await expect.poll(isAtEnd).toBe(true);
    wheelUp();
    await see(newest);
    await say('And more?');
    await expect.poll(isAtEnd).toBe(true);
    chat.write('Yes.');
    chat.finish();
    await seeGone(newest);
  });

  test('its wide parts scroll within a phone, and the page does not', async () => {
    const wide = `| ${'Kite | '.repeat(20)}\n|${'---|'.repeat(20)}\n\n\`\`\`\n${'x'.repeat(300)}\n\`\`\`\n\n${'y'.repeat(300)}`;
    const question = 'z'.repeat(300);
    await open(someConversation({ messages: someTurn(1, { question, reply: wide }) }), {
      phone: true,
    });
    await see(answers());
    await expectToFit('a conversation of wide things');
    await expectAccess('a conversation of wide things');
  });
});

describe('the other conversations', () => {
  const both = () => [
    someConversation(),
    someConversation({
      id: 'con_2',
      title: 'Tea stall',
      messages: someTurn(1, { reply: 'Chai.' }),
    }),
  ];

  test('stand beside it on a desk until they are hidden, which is remembered', async () => {
    answerConversations(both());
    await open();
    const rows = page.getByRole('dialog').getByRole('listitem');
    await expect.poll(() => rows.elements().length).toBe(2);
    await button('Hide Previous Chats').click();
    await expect.poll(() => rows.elements().length).toBe(0);
    await open();
    await see(button('Show Previous Chats'));
    expect(rows.elements()).toHaveLength(0);
  });

  test('rise as a sheet on a phone, with the open one marked; one of them is resumed', async () => {
    answerConversations(both());
    await open(someConversation(), { phone: true });
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
    expect(new URLSearchParams(location.search).get('chat')).toBe('con_2');
  });

  test('when the open one is deleted, a new chat takes its place, and going back says it is gone', async () => {
    answerConversations(both());
    await open();
    await button('Delete: Kites for Uttarayan').click();
    refuse('GET /api/conversation', 'not_found');
    await button('Delete for good').click();
    await see(page.getByRole('heading', { name: 'What is on your mind?' }));
    history.back();
    await see(page.getByText('This chat is not here any more.'));
  });

  test('closing the window goes back to the start, and the reply goes on without it', async () => {
    const chat = await ask();
    await button('Close Window & Start New Chat').click();
    await see(button('Start Chat With AI'));
    expect(page.getByRole('dialog').query()).toBeNull();
    chat.write('By weight.');
    chat.finish();
    await visit('/?mode=general&chat=con_1');
    await see(answers().last().getByText('By weight.'));
  });
});

afterEach(() => {
  delete document.documentElement.dataset.theme;
});
