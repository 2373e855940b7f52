// A reply while it is written, interrupted or stopped.
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess } from '../../testing/access';
import {
  answers,
  askInChat,
  askedMessages,
  box,
  openChat,
  questions,
  say,
} from '../../testing/chat-window';
import { answerChat, someConversation, someTurn } from '../../testing/conversations';
import { button, resize, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { keepBack, refuse, requestsTo, sentKeys } from '../../testing/server';
import { visit } from '../../testing/visit';

const chatWindow = (name: string | RegExp = /./) => page.getByRole('dialog', { name }).first();

beforeEach(() => void signIn());

describe('a reply', () => {
  test('a reply is shown while it is written, and then as Markdown with the name of its model', async () => {
    const chat = await askInChat('And string?');
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
    await see(page.getByText('3 free replies left'));
    await see(button('Send'));
    expect(questions().elements()).toHaveLength(2);
    expect(askedMessages()).toMatchObject([
      { conversationId: 'con_1', provider: 'google', prompt: 'And string?', language: 'en' },
    ]);
    expect(askedMessages()[0]?.blockPrice ?? null).toBeNull();
    expect(requestsTo('POST /api/chat')[0]?.headers.get('Idempotency-Key')).toMatch(/.{10}/);
  });

  test('the first reply of a new chat creates the conversation and puts it into the address', async () => {
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
    expect(askedMessages()[0]?.conversationId ?? null).toBeNull();
    expect(questions().elements()).toHaveLength(1);
  });

  test('a reply in progress is shown after a reload and in another tab', async () => {
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
    expect(askedMessages()).toEqual([]);
    expect(requestsTo('GET /api/chat')[0]?.search.get('turn')).toBe('turn_1');
  });

  test('a reply keeps its streamed text when its saved version cannot be read', async () => {
    const chat = await askInChat();
    refuse('GET /api/conversation', 'unavailable');
    chat.write('String is sold by weight.');
    chat.finish();
    await see(button('Send'));
    await see(answers().last().getByText('String is sold by weight.'));
    await see(answers().last().getByRole('button', { name: 'Copy the reply' }));
  });

  test('a failed reply shows that nothing was charged and can be retried with the same text', async () => {
    const chat = await askInChat('Price of string?');
    chat.write('String is');
    chat.fail('rate_limit');
    const alert = page.getByRole('alert');
    await see(alert.getByText('Error: The provider is busy. Wait a few seconds and try again.'));
    await see(alert.getByText('You were not charged'));
    await see(alert.getByText('Up to 3 interrupted replies a day are free.'));
    await see(page.getByText('The reply failed.'));
    await see(answers().last().getByText('String is'));
    await see(page.getByText('4 free replies left'));
    await expectAccess('a reply that failed');
    await box().fill('typed since');
    await button('Try again').click();
    await expect
      .poll(() => askedMessages().map(({ prompt }) => prompt))
      .toEqual(['Price of string?', 'Price of string?']);
    await expect.element(box()).toHaveValue('typed since');
    expect(button('Try again').query()).toBeNull();
  });

  test("an interrupted reply says that it counts when the day's free ones are used up", async () => {
    const chat = await askInChat('Price of string?');
    chat.write('String is');
    chat.finish({ status: 'broken_off' });
    await see(answers().last().getByText('String is'));
    await see(answers().last().getByText('free ones are used up, so it counts.'));
    await see(
      page.getByText('The reply was interrupted. It counts, and what was written is kept.'),
    );
    expect(page.getByText('You were not charged').query()).toBeNull();
    expect(button('Try again').query()).toBeNull();
    await expectAccess('a broken reply that counts');
  });

  test('an interrupted reply that opened a block says how much was charged', async () => {
    const chat = await askInChat('Price of string?');
    chat.write('String is');
    chat.finish({ status: 'broken_off', inr: 15 });
    const note = answers().last().getByText('so it counts and ₹15 was charged.');
    await see(note);
    await see(page.getByText('₹15 paid'));
    await resize(360, 780);
    // The window is rendered again in the width of a phone.
    await expect.poll(() => note.element().scrollWidth - note.element().clientWidth).toBe(0);
  });

  test('a reply that fails before its first words does not mention interruptions', async () => {
    const chat = await askInChat('Price of string?');
    chat.fail('rate_limit');
    const alert = page.getByRole('alert');
    await see(alert.getByText('You were not charged'));
    expect(alert.getByText('interrupted').query()).toBeNull();
  });
});

describe('a broken connection', () => {
  /** Simulates that the browser is online again, so that the client reconnects without waiting. */
  const hurry = () => dispatchEvent(new Event('online'));

  test('a reply resumes after a broken connection without losing or repeating text', async () => {
    const chat = await askInChat();
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
    expect(askedMessages()).toHaveLength(1);
  });

  test('a reply can be resumed with a button after a lost connection, and the draft stays', async () => {
    const chat = await askInChat();
    chat.write('Kites fly ');
    await see(answers().last().getByText('Kites fly'));
    chat.pull();
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t reach Sachet.' });
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
    await see(page.getByText('3 free replies left'));
    await seeGone(alert);
    await expect.element(box()).toHaveValue('And then?');
    expect(askedMessages()).toHaveLength(1);
    expect(questions().elements()).toHaveLength(2);
  });

  test('a message whose connection broke before the turn was named is sent again with the same key', async () => {
    const chat = await openChat();
    chat.pull();
    await say('And string?');
    await see(page.getByText('Connection lost. Reconnecting…'));
    chat.plugIn();
    await expect.poll(() => chat.connections.length).toBe(1);
    chat.write('By weight.');
    chat.finish();
    await see(answers().last().getByText('By weight.'));
    const keys = sentKeys('POST /api/chat');
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(questions().elements()).toHaveLength(2);
  });
});

describe('stopping a reply', () => {
  test('Escape in the box stops a reply and keeps its text and the draft', async () => {
    const chat = await askInChat();
    chat.write('Sold by');
    await see(answers().last().getByText('Sold by'));
    await box().fill('typed later');
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.poll(() => chat.stopped.length).toBe(1);
    await see(button('Stopping…'));
    await expect.element(button('Stopping…')).toBeDisabled();
    chat.finish({ status: 'stopped' });
    await see(answers().last().getByText('You stopped this reply.'));
    await see(page.getByText('Reply stopped. What was written is kept.'));
    await expect.element(box()).toHaveValue('typed later');
    expect(askedMessages()).toHaveLength(1);
  });

  test('stopping before the first words puts the message in front of the draft', async () => {
    const chat = await askInChat('Never mind');
    await box().fill('Rather this');
    await button('Stop').click();
    await expect.poll(() => chat.stopped.length).toBe(1);
    chat.takeBack();
    await expect.element(box()).toHaveValue('Never mind\n\nRather this');
    await see(page.getByText('Stopped before the reply began.'));
    await see(page.getByText('4 free replies left'));
    expect(questions().elements()).toHaveLength(1);
  });

  test('the stop button can be used again after a failed stop', async () => {
    const chat = await askInChat();
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
    [2, 'Stop now: free, 2 of 3 left today', true],
    [0, 'Too late to stop. ₹15 will be charged.', false],
  ] as const)(
    'a paid reply shows what stopping costs with %i of 3 free stops left',
    async (left, words, canStop) => {
      signIn({ wallet: { freeCancels: { left, perDay: 3 } } });
      const chat = await askInChat('Two', someConversation(inBlock));
      await see(page.getByText(words));
      expect(button('Stop').element().hasAttribute('disabled')).toBe(!canStop);
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => chat.stopped.length).toBe(canStop ? 1 : 0);
      chat.write('By weight.');
      chat.finish({ inr: 15 });
      await see(button('Send'));
      expect(chat.stopped).toHaveLength(canStop ? 1 : 0);
    },
  );
});
