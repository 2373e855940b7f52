import { chatPromptMaxCharacters } from '@sachet/shared/vocabulary';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUpByPhone, signUpWithEmail } from '../../dev/local/testing/people.ts';
import {
  conversationBeforeBlock,
  readConversation,
  expectChatRefusal,
  hearOut,
  readOn,
  readRefusal,
  say,
  someWords,
  stopReply,
} from '../testing/chat.ts';
import { asCustomer, createCustomer, send, type Customer } from '../testing/client.ts';
import { foundOrganization } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { adjustBalance, fillAndSpend } from '../testing/spending.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let customer: Customer;
let stranger: Customer;
let conversationId: string;
let mark: string;
beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
  stranger = await createCustomer(open.stack);
  conversationId = await conversationBeforeBlock(open, customer);
});
afterAll(() => open?.stop());

/** Returns a fingerprint of the ledger and the number of turns. A refused request must not change it. */
const now = async () => {
  const turns = await open.books.query('select count(*) from chat_turn');
  return (await open.books.mark()) + JSON.stringify(turns);
};
const remember = async () => {
  mark = await now();
};
beforeEach(remember);
afterEach(async () => expect(await now()).toBe(mark));

describe('an invalid message', () => {
  test.each([
    ['an empty prompt', { prompt: '' }, 'prompt'],
    ['one character too many', { prompt: 'x'.repeat(chatPromptMaxCharacters + 1) }, 'prompt'],
    ['an unknown provider', { provider: 'anybody' }, 'provider'],
    ['a price that is not a number', { blockPrice: '15' }, 'blockPrice'],
  ])('a message with %s is refused', async (_name, change, field) => {
    const json = { provider: 'google', prompt: someWords(), ...change };
    expectRefusal(await customer.send('/api/chat', { json }), 'invalid', field);
  });

  test('a seed text for a conversation that already began is refused', async () => {
    const order = { conversationId, seedAssistant: 'Kites sell best in January.' };
    await expectChatRefusal(customer, order, 'invalid', 'seedAssistant');
  });

  test('a message of one megabyte is refused before it is read', async () => {
    const prompt = 'x'.repeat(1024 * 1024);
    await expectChatRefusal(customer, { prompt }, 'payload_too_large');
  });

  test('an invalid position in a reply is refused', async () => {
    const { turnId } = (await readConversation(customer, conversationId)).messages.at(-1)!;
    for (const place of ['x', '-1', '1.5', '10000000000', 'NaN']) {
      const headers = { 'last-event-id': place };
      const answer = await customer.send(`/api/chat?turn=${turnId}`, { headers });
      expectRefusal(answer, 'invalid', 'Last-Event-ID');
    }
    for (const query of ['', '?turn=', `?turn=${'x'.repeat(61)}`]) {
      expectRefusal(await customer.send(`/api/chat${query}`), 'invalid', 'turn');
    }
  });
});

describe('a user without permission', () => {
  test('a chat without a token or without a profile is refused', async () => {
    const json = { provider: 'google', prompt: someWords() };
    expectRefusal(await send(`${open.stack.apiUrl}/api/chat`, { json }), 'unauthenticated');
    const fresh = asCustomer(open.stack, await signUpByPhone());
    expectRefusal(await fresh.send('/api/chat', { json }), 'wrong_state');
  });

  test("another user's conversation and an unknown one are not found", async () => {
    await expectChatRefusal(stranger, { conversationId }, 'not_found');
    await expectChatRefusal(customer, { conversationId: 'con_0' }, 'not_found');
    const { turnId } = (await readConversation(customer, conversationId)).messages.at(-1)!;
    expectRefusal(await stranger.send(`/api/chat?turn=${turnId}`), 'not_found');
    expectRefusal(await stranger.send('/api/stop-chat', { json: { turnId } }), 'not_found');
  });

  test('a reply of another user cannot be stopped', async () => {
    const prompt = someWords('[[fail:hang]]');
    const talk = await say(open.stack, customer, { prompt });
    const { turnId } = await talk.hears('conversation');
    expectRefusal(await stranger.send('/api/stop-chat', { json: { turnId } }), 'not_found');
    await expect(readOn(open.stack, stranger, { turnId })).rejects.toThrow('404');
    expect(talk.told.map(({ event }) => event)).toEqual(['conversation']);
    await stopReply(customer, turnId);
    await talk.isOver();
    await remember();
  });

  test('a conversation with one provider cannot continue with the other', async () => {
    await expectChatRefusal(
      customer,
      { conversationId, provider: 'openai' },
      'invalid',
      'provider',
    );
  });
});

describe('a block that is not sold', () => {
  test('a block is refused if its price differs from the shown price', async () => {
    for (const blockPrice of [0, 14.99, 16, 20]) {
      const words = await expectChatRefusal(
        customer,
        { conversationId, blockPrice },
        'wrong_state',
        'blockPrice',
      );
      expect(words).toBe('The next 5 replies cost ₹15.');
    }
    // Within the free replies no block is sold.
    const talk = await hearOut(open.stack, customer, { blockPrice: 16 });
    expect((await talk.hears('done')).turnCount).toBe(1);
    const paying = await createCustomer(open.stack);
    const other = await conversationBeforeBlock(open, paying);
    const paid = await hearOut(open.stack, paying, { conversationId: other, blockPrice: 15 });
    expect(await paid.hears('billing')).toMatchObject({ inr: 15, wallet: { walletBalance: 235 } });
    await remember();
  });

  test.each([
    ['a user', async () => createCustomer(open.stack), 'wallet has insufficient funds'],
    [
      'an organisation',
      async () => foundOrganization(open.stack),
      'organization wallet has insufficient funds',
    ],
  ])(
    'a block is not sold to %s with too little money, and the free replies stay free',
    async (_name, create, said) => {
      const poor = await create();
      const { walletId } = await poor.wallet();
      const amountPaise = -235_01;
      await adjustBalance(open.stack.database, { walletId, amountPaise });
      const id = await conversationBeforeBlock(open, poor);
      await remember();
      expect(await expectChatRefusal(poor, { conversationId: id }, 'insufficient_funds')).toBe(
        said,
      );
      expect(await poor.wallet()).toMatchObject({ walletBalance: 14.99, held: 0 });

      await adjustBalance(open.stack.database, { walletId, amountPaise: 1 });
      const talk = await hearOut(open.stack, poor, { conversationId: id });
      expect(await talk.hears('billing')).toMatchObject({ inr: 15, wallet: { walletBalance: 0 } });
      await remember();
    },
  );

  test('a block is not sold to a user with an unverified address who has spent over ₹1,000', async () => {
    const person = await signUpWithEmail({ verified: false });
    const spender = asCustomer(open.stack, person);
    const account = { accountType: 'individual', firstName: 'Dev', lastName: 'Patel' };
    expect((await spender.send('/api/user', { json: account })).status).toBe(201);
    const { walletId } = await spender.wallet();
    const money = { walletId, uid: spender.uid, amountPaise: 1000_01 };
    await fillAndSpend(open.stack.database, money);
    const id = await conversationBeforeBlock(open, spender);
    await remember();
    const words = await expectChatRefusal(spender, { conversationId: id }, 'email_unverified');
    expect(words).toBe('Please verify your email to continue using paid features.');
  });
});

test('a key that was used for another message is refused, and its reply stays', async () => {
  const headers = { 'idempotency-key': 'once' };
  const prompt = someWords();
  const talk = await hearOut(open.stack, customer, { prompt }, headers);
  await remember();
  expectRefusal(
    await readRefusal(customer, { prompt: someWords() }, headers),
    'idempotency_conflict',
  );
  const other = { prompt, provider: 'openai' } as const;
  expectRefusal(await readRefusal(customer, other, headers), 'idempotency_conflict');
  const again = await hearOut(open.stack, customer, { prompt }, headers);
  expect(again.text).toBe(talk.text);
});
