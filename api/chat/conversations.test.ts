import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  Conversation,
  ConversationList,
  ConversationSummary,
  conversationPageSize,
} from '@sachet/shared/chat/contracts/chat';
import {
  conversationAfter,
  readConversation,
  hearOut,
  say,
  someWords,
  stopReply,
} from '../testing/chat.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import { listenToEvents } from '../testing/live.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

async function readConversations(customer: Customer, query = ''): Promise<ConversationSummary[]> {
  const { status, body } = await customer.send(`/api/conversations${query}`);
  expect(status).toBe(200);
  return ConversationList.parse(body).conversations;
}

const readIds = async (customer: Customer, query = '') =>
  (await readConversations(customer, query)).map(({ id }) => id);

const rename = (customer: Customer, id: string, title: unknown) =>
  customer.send<ConversationSummary>(`/api/conversation?id=${id}`, {
    method: 'PATCH',
    json: { title },
  });

const remove = (customer: Customer, id: string) =>
  customer.send(`/api/conversation?id=${id}`, { method: 'DELETE' });

describe('saved conversations', () => {
  test('saved conversations are listed twenty to a page, the most recently written first', async () => {
    const customer = await createCustomer(open.stack);
    const made: string[] = [];
    for (let i = 0; i < conversationPageSize + 3; i++) {
      made.push(await conversationAfter(open.stack, customer, 1));
    }
    const newest = made.toReversed();
    const first = await readIds(customer);
    expect(first).toEqual(newest.slice(0, conversationPageSize));
    const second = await readIds(customer, `?after=${first.at(-1)}`);
    expect(second).toEqual(newest.slice(conversationPageSize));
    expect(await readIds(customer, `?after=${second.at(-1)}`)).toEqual([]);
    expect(await readIds(customer, `?limit=2&after=${newest[4]}`)).toEqual(newest.slice(5, 7));

    await hearOut(open.stack, customer, { conversationId: made[0] });
    expect((await readIds(customer))[0]).toBe(made[0]);
    // The conversation moved to the top, so later pages do not repeat it.
    expect(await readIds(customer, `?after=${first.at(-1)}`)).toEqual(second.slice(0, -1));
    const [summary] = await readConversations(customer, '?limit=1');
    expect(summary).toMatchObject({
      id: made[0],
      provider: 'google',
      modelId: 'gemini-3.5-flash-lite',
      modelName: 'Gemini 3.5 Flash Lite',
      language: 'en',
      turnCount: 2,
      paidBlocks: 0,
    });
  });

  test('saved conversations are visible only to their owner, and an invalid page is refused', async () => {
    const owner = await createCustomer(open.stack);
    const stranger = await createCustomer(open.stack);
    const id = await conversationAfter(open.stack, owner, 1);
    expect(await readIds(stranger)).toEqual([]);
    expect(await readIds(stranger, `?after=${id}`)).toEqual([]);
    expectRefusal(await stranger.send(`/api/conversation?id=${id}`), 'not_found');
    expectRefusal(await rename(stranger, id, 'Mine'), 'not_found');
    expectRefusal(await remove(stranger, id), 'not_found');
    expect((await readConversation(owner, id)).title).not.toBe('Mine');
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=51', 'limit'],
      ['limit=x', 'limit'],
      [`after=${'x'.repeat(61)}`, 'after'],
    ]) {
      expectRefusal(await owner.send(`/api/conversations?${query}`), 'invalid', field);
    }
    expectRefusal(await owner.send('/api/conversation?id='), 'invalid', 'id');
  });

  test('saved conversations are titled by their first message until they are renamed', async () => {
    const customer = await createCustomer(open.stack);
    const prompt = 'How do I sell kites?\nI have forty of them, all blue. [[slow:0]]';
    const talk = await hearOut(open.stack, customer, { prompt });
    const { conversationId: id, title } = await talk.hears('conversation');
    expect(title).toBe('How do I sell kites?');

    const listener = await listenToEvents(open.stack.apiUrl, customer.headers);
    const { status, body } = await rename(customer, id, '  पतंग 🪁  ');
    expect(status).toBe(200);
    expect(ConversationSummary.parse(body)).toMatchObject({ id, title: 'पतंग 🪁' });
    await listener.hears('conversation', id);
    listener.close();
    expect((await readConversation(customer, id)).title).toBe('पतंग 🪁');
    for (const none of ['', '   ', 'x'.repeat(81), undefined, 7]) {
      expectRefusal(await rename(customer, id, none), 'invalid', 'title');
    }
    expectRefusal(await rename(customer, 'con_0', 'Nothing'), 'not_found');
    // Renaming a conversation does not move it in the list.
    const other = await conversationAfter(open.stack, customer, 1);
    await rename(customer, id, 'Kites');
    expect(await readIds(customer)).toEqual([other, id]);
  });

  test('a saved conversation is read with all messages, their authors and the price of the next reply', async () => {
    const customer = await createCustomer(open.stack);
    const id = await conversationAfter(open.stack, customer, 5, 'openai');
    await hearOut(open.stack, customer, { conversationId: id, provider: 'openai' });
    const conversation = Conversation.parse(await readConversation(customer, id));
    expect(conversation).toMatchObject({
      uid: customer.uid,
      turnCount: 6,
      paidBlocks: 1,
      // Paid replies use a better model.
      modelId: 'gpt-6.2-sol',
      keptFromTurnId: null,
      streamingTurnId: null,
      next: { block: 1, repliesLeft: 4, inr: 0 },
    });
    const roles = conversation.messages.map(({ role }) => role);
    expect(roles).toEqual(Array(6).fill(['user', 'assistant']).flat());
    const writers = conversation.messages.flatMap(({ modelName }) => modelName ?? []);
    expect(writers).toEqual([...Array(5).fill('GPT-6 Luna'), 'GPT-6.2 Sol']);
    const times = conversation.messages.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
  });

  test('a deleted conversation loses its words, and its payments stay in the books', async () => {
    const customer = await createCustomer(open.stack);
    const id = await conversationAfter(open.stack, customer, 6);
    expect((await remove(customer, id)).status).toBe(204);
    expect(await readIds(customer)).toEqual([]);
    expectRefusal(await customer.send(`/api/conversation?id=${id}`), 'not_found');
    expectRefusal(await rename(customer, id, 'Gone'), 'not_found');
    expectRefusal(await remove(customer, id), 'not_found');
    const words = await open.books.query(
      `select t.id from chat_turn t join conversation c on c.id = t.conversation_id
        where c.id = $1 and (t.prompt is not null or t.content is not null or c.title <> '')`,
      [id],
    );
    expect(words).toEqual([]);
    const { walletId, walletBalance } = await customer.wallet();
    expect(walletBalance).toBe(235);
    expect(await open.books.kinds(walletId)).toMatchObject({ HoldCaptured: 1 });
    const { body } = await customer.send<{ items: object[] }>('/api/statement?kind=spent');
    expect(body.items).toMatchObject([
      { tool: 'chat', provider: 'google', conversationId: id, amount: -15 },
    ]);
  });

  test('a conversation is not deleted while a reply is written in it', async () => {
    const customer = await createCustomer(open.stack);
    const talk = await say(open.stack, customer, { prompt: someWords('[[fail:hang]]') });
    const { conversationId: id, turnId } = await talk.hears('conversation');
    expectRefusal(await remove(customer, id), 'wrong_state');
    expect((await readConversation(customer, id)).streamingTurnId).toBe(turnId);
    await stopReply(customer, turnId);
    await talk.isOver();
    // Its only message was stopped before the answer began: there is nothing to list.
    expect(await readIds(customer)).toEqual([]);
    expect((await remove(customer, id)).status).toBe(204);
  });
});
