// Pictures in messages: who sees them, how large they are, and when they are deleted.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '@sachet/shared/chat/contracts/chat';
import { contextPicturesMax } from '@sachet/shared/chat/chat';
import sharp from 'sharp';
import { sweepNow } from '../../worker/testing/sweep-now.ts';
import { hearOut, readConversation, readRefusal } from '../testing/chat.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let google: Gate;
beforeAll(async () => {
  const shared = await shareStack();
  google = shared.gates.google;
  open = shared;
});
afterAll(() => open?.stop());

const photo = (width = 2000, height = 1500) =>
  sharp({ create: { width, height, channels: 3, background: '#b5651d' } })
    .jpeg()
    .toBuffer();

async function upload(customer: Customer): Promise<string> {
  const { status, body } = await customer.upload(new Uint8Array(await photo()));
  expect(status).toBe(201);
  return body.uploadId;
}

const findPictures = ({ messages }: Conversation) => messages.flatMap(({ pictures }) => pictures);

interface GeminiBody {
  contents: { parts: { inlineData?: { mimeType: string; data: string } }[] }[];
}

/** The pictures of each message that Google was given last. */
const lastSeen = () =>
  (
    JSON.parse(Buffer.from(google.asked.at(-1)!, 'latin1').toString('utf8')) as GeminiBody
  ).contents.map(({ parts }) => parts.flatMap(({ inlineData }) => inlineData ?? []));

test('a picture is shown in its message and given to the model, small, for the price of a reply', async () => {
  const customer = await createCustomer(open.stack);
  const talk = await hearOut(open.stack, customer, { uploadIds: [await upload(customer)] });
  const { conversationId } = await talk.hears('conversation');
  expect(await talk.hears('done')).toMatchObject({ turnCount: 1, next: { repliesLeft: 4 } });
  const [question] = lastSeen();
  expect(question).toHaveLength(1);
  const seen = await sharp(Buffer.from(question![0]!.data, 'base64')).metadata();
  expect(seen).toMatchObject({ format: 'webp', width: 1280, height: 960 });

  const [picture] = findPictures(await readConversation(customer, conversationId));
  expect(picture).toMatchObject({ width: 1280, height: 960 });
  const shown = await fetch(open.stack.apiUrl + picture!.url);
  expect(shown.status).toBe(200);
  const { walletId } = await customer.wallet();
  expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1 });
});

test('later replies see the newest pictures up to a bound, and another reply keeps those of its message', async () => {
  const customer = await createCustomer(open.stack);
  let conversationId: string | undefined;
  let turnId = '';
  for (const count of [2, 2]) {
    const uploadIds = [];
    while (uploadIds.length < count) uploadIds.push(await upload(customer));
    const talk = await hearOut(open.stack, customer, { conversationId, uploadIds });
    ({ conversationId, turnId } = await talk.hears('conversation'));
  }
  await hearOut(open.stack, customer, { conversationId, replacesTurnId: turnId });
  expect(lastSeen().map((pictures) => pictures.length)).toEqual([2, 0, 2]);
  await hearOut(open.stack, customer, { conversationId, uploadIds: [await upload(customer)] });
  const given = lastSeen().map((pictures) => pictures.length);
  expect(given).toEqual([1, 0, 2, 0, 1]);
  expect(given.reduce((sum, count) => sum + count)).toBe(contextPicturesMax);
});

test('an upload of another user, a missing one and a fourth picture are refused before the reply begins', async () => {
  const [customer, stranger] = [await createCustomer(open.stack), await createCustomer(open.stack)];
  const uploadId = await upload(customer);
  for (const uploadIds of [[uploadId], ['upl_none']]) {
    expectRefusal(await readRefusal(stranger, { uploadIds }), 'not_found', 'uploadIds');
  }
  const four = Array(4).fill(uploadId);
  expectRefusal(await readRefusal(customer, { uploadIds: four }), 'invalid', 'uploadIds');
});

test('pictures are deleted with their conversation', async () => {
  const customer = await createCustomer(open.stack);
  const talk = await hearOut(open.stack, customer, { uploadIds: [await upload(customer)] });
  const { conversationId } = await talk.hears('conversation');
  const [picture] = findPictures(await readConversation(customer, conversationId));
  const isStored = () => readdirSync(open.imageFolder).includes(picture!.id);
  expect(isStored()).toBe(true);
  await customer.send(`/api/conversation?id=${conversationId}`, { method: 'DELETE' });
  await sweepNow(open);
  // The worker's own sweep may have found it first.
  await expect.poll(isStored, { timeout: 60_000 }).toBe(false);
  expect((await fetch(open.stack.apiUrl + picture!.url)).status).toBe(404);
  const row = () => open.books.query('select from chat_picture where id = $1', [picture!.id]);
  await expect.poll(row, { timeout: 60_000 }).toEqual([]);
});
