import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationAfter, readConversation, hearOut, toEventNames } from '../testing/chat.ts';
import { createCustomer } from '../testing/client.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await openStack({
    queue: 'postgres',
    withoutWorker: true,
    // Longer than a pause of the machine, which would end the replies that are not silent.
    limits: { providerTimeoutMs: 10_000 },
  });
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

test.concurrent.each([
  ['google', '[[fail:hang]]'],
  ['openai', '[[slow:60000]]'],
] as const)(
  'a reply of %s that is silent for too long (%s) fails and is not charged, free or paid',
  async (provider, marker) => {
    const customer = await createCustomer(open.stack);
    const { walletId } = await customer.wallet();
    const conversationId = await conversationAfter(open.stack, customer, 5, provider);
    for (const order of [{ conversationId }, {}]) {
      const prompt = `How to fly a kite? ${marker} ${randomUUID()}`;
      const talk = await hearOut(open.stack, customer, { ...order, provider, prompt });
      expect(toEventNames(talk)).toEqual(['conversation', 'error']);
      expect(await talk.hears('error')).toMatchObject({ code: 'generation_failed' });
      const { conversationId: id } = await talk.hears('conversation');
      const { messages } = await readConversation(customer, id);
      expect(messages.at(-1)).toMatchObject({ role: 'system' });
    }
    expect(await readConversation(customer, conversationId)).toMatchObject({
      turnCount: 5,
      paidBlocks: 0,
      streamingTurnId: null,
    });
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
    expect(await open.books.kinds(walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 1,
      HoldVoided: 1,
    });
  },
);
