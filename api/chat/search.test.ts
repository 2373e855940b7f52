// Search in conversations, and their export.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConversationSearch } from '@sachet/shared/chat/contracts/chat';
import sharp from 'sharp';
import { hearOut } from '../testing/chat.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => (open = await shareStack()));
afterAll(() => open?.stop());

async function ask(customer: Customer, prompt: string, more: object = {}) {
  const talk = await hearOut(open.stack, customer, { prompt, ...more });
  return { ...(await talk.hears('conversation')), text: talk.text };
}

async function search(customer: Customer, q: string) {
  const path = `/api/conversations/search?q=${encodeURIComponent(q)}`;
  const { status, body } = await customer.send<ConversationSearch>(path);
  expect(status).toBe(200);
  return body.found.map(({ conversation, excerpt }) => ({ id: conversation.id, excerpt }));
}

test('conversations are found by all words of a search, in every script, by their owner only', async () => {
  const customer = await createCustomer(open.stack);
  const kites = await ask(customer, 'Price of manja for blue kites [[slow:0]]');
  const sweets = await ask(customer, 'काजू कतली का दाम क्या रखूँ? [[slow:0]]');
  await ask(customer, 'Something else: 100% cotton_thread [[slow:0]]', {
    conversationId: kites.conversationId,
  });
  expect((await search(customer, 'BLUE manja')).map(({ id }) => id)).toEqual([
    kites.conversationId,
  ]);
  expect((await search(customer, 'कतली')).map(({ id }) => id)).toEqual([sweets.conversationId]);
  const [found] = await search(customer, 'cotton_thread');
  expect(found).toMatchObject({ id: kites.conversationId });
  expect(found!.excerpt).toContain('100% cotton_thread');
  // The characters of a pattern are letters like others.
  expect(await search(customer, 'cotton%thread')).toEqual([]);
  expect(await search(customer, 'blue कतली')).toEqual([]);
  expect(await search(await createCustomer(open.stack), 'kites')).toEqual([]);

  const deleted = `/api/conversation?id=${kites.conversationId}`;
  await customer.send(deleted, { method: 'DELETE' });
  expect(await search(customer, 'manja')).toEqual([]);
});

test('an export has every message, with replaced replies and pictures, and only its owner gets it', async () => {
  const customer = await createCustomer(open.stack);
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { body } = await customer.upload(new Uint8Array(photo), { type: 'image/png' });
  const first = await ask(customer, 'What is this? [[slow:0]]', { uploadIds: [body.uploadId] });
  const { conversationId } = first;
  const second = await ask(customer, 'And its price? [[slow:0]]', { conversationId });
  const third = await ask(customer, 'And the price of two? [[slow:0]]', {
    conversationId,
    replacesTurnId: second.turnId,
  });
  await hearOut(open.stack, customer, { conversationId, prompt: 'Bye [[fail:generic]]' });
  const path = `/api/conversation/export?id=${conversationId}`;
  const exported = await customer.send<string>(path);
  expect(exported.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(exported.headers.get('content-disposition')).toMatch(
    /^attachment; filename="sachet-what-is-this.*\.md"$/,
  );
  const text = exported.body;
  for (const part of [first.text, second.text, third.text, 'And its price?', 'The reply failed']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('## You (replaced by a later reply)\n\nAnd its price?');
  const [, id] = /!\[Picture 1\]\[(pic_\w+)\]/.exec(text)!;
  expect(text).toContain(`\n[${id}]: data:image/webp;base64,`);
  const stranger = await createCustomer(open.stack);
  expectRefusal((await stranger.send(path)) as never, 'not_found');
});
