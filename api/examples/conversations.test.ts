import { afterAll, beforeAll, test } from 'vitest';
import { freeBrokenRepliesPerDay, freeReplies } from '@sachet/shared/chat/chat';
import { photo } from '@sachet/adapters/images/testing/photos';
import type { ConversationSearch } from '@sachet/shared/chat/contracts/chat';
import { FailureCategory } from '@sachet/shared/contracts/vocabulary';
import { hearOut, readConversation, say, stopReply, type ChatOrder } from '../testing/chat.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRecorded } from '../testing/examples.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let customer: Customer;
beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());

const prompt = 'How do I sell kites?';
const examples: Record<string, unknown> = {};

const record = async (name: string, id: string) =>
  (examples[name] = await readConversation(customer, id));

/** Says the words, waits for the end of the reply, and records the conversation. */
async function recordReply(name: string, order: ChatOrder): Promise<string> {
  const talk = await hearOut(open.stack, customer, { prompt, ...order });
  const { conversationId } = await talk.hears('conversation');
  await record(name, conversationId);
  return conversationId;
}

async function recordReplaced(): Promise<void> {
  const conversationId = await recordReply('a reply', {});
  const { messages } = await readConversation(customer, conversationId);
  const replacesTurnId = messages[0]!.turnId;
  await recordReply('a reply that replaces another one', { conversationId, replacesTurnId });
  await recordReply('a failed reply that would replace another one', {
    conversationId,
    replacesTurnId: (await readConversation(customer, conversationId)).messages.at(-1)!.turnId,
    prompt: `${prompt} [[fail:server]]`,
  });
}

async function recordStopped(): Promise<void> {
  const slow = { prompt: `${prompt} [[slow:2000]]` };
  const talk = await say(open.stack, customer, slow);
  const { conversationId, turnId } = await talk.hears('conversation');
  await talk.hears('chunk');
  await record('a reply that is being written', conversationId);
  await stopReply(customer, turnId);
  await talk.isOver();
  await record('a stopped reply', conversationId);
}

async function recordPictures(): Promise<void> {
  const { body } = await customer.upload(await photo(640, 480));
  await recordReply('a reply to a picture', { uploadIds: [body.uploadId] });
}

/** Creates a conversation whose next reply is paid. */
async function afterFreeReplies(): Promise<string> {
  let conversationId: string | undefined;
  for (let reply = 1; reply <= freeReplies; reply++) {
    const talk = await hearOut(open.stack, customer, { conversationId, prompt });
    ({ conversationId } = await talk.hears('conversation'));
  }
  return conversationId!;
}

async function recordPaid(): Promise<void> {
  const conversationId = await afterFreeReplies();
  const { messages } = await record('free replies', conversationId);
  const replacesTurnId = messages.at(-1)!.turnId;
  await recordReply('a paid reply that replaces another one', { conversationId, replacesTurnId });
  await recordReply('a paid reply', { conversationId: await afterFreeReplies() });
}

/** Replies that their provider breaks off: the first of a day are free, the others count. */
async function recordBrokenOff(): Promise<void> {
  const broken = { prompt: `${prompt} [[fail:midstream]]` };
  await recordReply('a reply that broke off', broken);
  for (let reply = 1; reply < freeBrokenRepliesPerDay; reply++) {
    await hearOut(open.stack, customer, broken);
  }
  await recordReply('a reply that broke off and counts', broken);
  const conversationId = await afterFreeReplies();
  await recordReply('a paid reply that broke off', { ...broken, conversationId });
}

test('the conversations that component tests use are those of the server', async () => {
  const { body: none } = await customer.send('/api/conversations');
  await recordReplaced();
  await recordStopped();
  await recordPictures();
  await recordPaid();
  await recordBrokenOff();
  await recordReply('a reply that was cut short', { prompt: `${prompt} [[fail:cut]]` });
  for (const category of FailureCategory.options) {
    await recordReply(`a reply that failed: ${category}`, {
      prompt: `${prompt} [[fail:${category}]]`,
    });
  }
  const { body: one } = await customer.send('/api/conversations?limit=1');
  const { body: all } = await customer.send<ConversationSearch>(
    '/api/conversations/search?q=kites',
  );
  const { body: missed } = await customer.send('/api/conversations/search?q=submarine');
  expectRecorded('conversations', {
    'GET /api/conversation': examples,
    'GET /api/conversations': { none, one },
    'GET /api/conversations/search': { found: { found: all.found.slice(0, 1) }, missed },
  });
});
