import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '@sachet/db/connect';
import { GenerationResult, UnlockResponse } from '@sachet/shared/studio/contracts/generation';
import { changeAccount } from '../../dev/local/sign-in.ts';
import { signUpWithEmail, withFreshToken } from '../../dev/local/testing/people.ts';
import {
  asCustomer,
  createCustomer,
  send,
  somePrompt,
  type Customer,
  type PreviewOrder,
} from '../testing/client.ts';
import { readConversation, expectChatRefusal, hearOut } from '../testing/chat.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { adjustBalance, fillAndSpend } from '../testing/spending.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const write = (customer: Customer, order: PreviewOrder = {}) =>
  customer.preview({ mode: 'general', prompt: somePrompt('How do I fly it?'), ...order });

test('a text is shown in part, and in full after it is paid', async () => {
  const customer = await createCustomer(open.stack);
  const preview = GenerationResult.parse(
    await write(customer, { provider: 'openai', quality: 'speed' }),
  );
  const price = 3;
  expect(preview).toMatchObject({ cost: price, modelId: 'gpt-6-luna', content: null });

  const { status, body } = await customer.unlockText(preview);
  expect(status).toBe(200);
  const { charged, generation } = UnlockResponse.parse(body);
  expect(charged).toBe(price);
  expect(generation).toEqual({
    ...preview,
    content: expect.any(String),
    previewContent: null,
    unlocked: true,
    unlockStatus: 'done',
    charged: price,
    keptUntil: null,
    wallet: expect.objectContaining({ walletBalance: 250 - price, available: 250 - price }),
  });
  const shown = preview.previewContent!.replace(/…$/, '');
  expect(generation.content!.startsWith(shown)).toBe(true);
  expect(generation.content!.length).toBeGreaterThan(2 * shown.length);
  expect(generation.content!.trim().split(/\s+/)).toHaveLength(preview.contentWords!);
  expect(await customer.generation(preview.generationId)).toEqual(generation);

  const { walletId, ...wallet } = await customer.wallet();
  expect(wallet).toMatchObject({ walletBalance: 250 - price, held: 0, available: 250 - price });
  const charges = await open.books.query(
    `select amount_paise, counter_account, member_uid, generation_id, actor
       from ledger_event where wallet_id = $1 and kind = 'Charged'`,
    [walletId],
  );
  expect(charges).toEqual([
    {
      amount_paise: -100 * price,
      counter_account: 'revenue:general',
      member_uid: customer.uid,
      generation_id: preview.generationId,
      actor: `user:${customer.uid}`,
    },
  ]);
  // The text was written for its preview: the provider is not asked twice.
  expect(await open.books.providerCalls(preview.generationId)).toHaveLength(1);
  await open.books.expectToBeSound();
});

test('a request that names only the model buys the newest general text, not a newer text of another tool', async () => {
  const customer = await createCustomer(open.stack);
  const { generationId, modelId } = await write(customer);
  const other = await customer.preview({ mode: 'product_description' });
  expect(other.modelId).toBe(modelId);
  const { status, body } = await customer.send<UnlockResponse>('/api/unlock', {
    json: { modelId },
  });
  expect([status, body.charged, body.generation.generationId]).toEqual([200, 6, generationId]);
});

test('unlocking a text many times concurrently, and again later, charges once', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await write(customer);
  const answers = await Promise.all(Array.from({ length: 12 }, () => customer.unlockText(preview)));
  const later = await customer.unlockText(preview);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, later.body]);
  const { walletId, walletBalance } = await customer.wallet();
  expect(walletBalance).toBe(244);
  expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1, Charged: 1 });
  await open.books.expectToBeSound();
});

test('a wallet that is one paisa short cannot buy a text, and can after a top-up of one paisa', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await write(customer);
  const { walletId } = await customer.wallet();
  const move = (amountPaise: number) =>
    adjustBalance(open.stack.database, { walletId, amountPaise });
  await move(599 - 25_000);
  const before = await open.books.mark();
  const refused = await customer.unlockText(preview);
  expectRefusal(refused, 'insufficient_funds');
  expect(refused.body.error).toBe('wallet has insufficient funds');
  expect(await customer.generation(preview.generationId)).toEqual(preview);
  expect(await open.books.mark()).toBe(before);

  await move(1);
  expect((await customer.unlockText(preview)).status).toBe(200);
  expect(await customer.wallet()).toMatchObject({ walletBalance: 0, available: 0 });
  await open.books.expectToBeSound();
});

test('the price that was shown is charged, even if the rate card has changed', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await write(customer);
  await open.books.query(
    `update generation set price_paise = 450, rate_card_version = '2020-01-01' where id = $1`,
    [preview.generationId],
  );
  expect((await customer.generation(preview.generationId)).cost).toBe(4.5);
  const { body } = await customer.unlockText(preview);
  expect([body.charged, body.generation]).toMatchObject([4.5, { charged: 4.5, cost: 4.5 }]);
  expect((await customer.wallet()).walletBalance).toBe(245.5);
  await open.books.expectToBeSound();
});

test.each([
  [
    'a text that is being erased',
    `prompt = '', content = null, erase_after = now()`,
    (of: Customer) => write(of),
    (of: Customer) => of.unlockText.bind(of),
  ],
  [
    'a picture that is being taken down',
    'taken_down_at = now()',
    (of: Customer) => of.preview(),
    (of: Customer) => of.unlock.bind(of),
  ],
])('the purchase of %s is refused and not charged', async (_what, change, make, toUnlock) => {
  const customer = await createCustomer(open.stack);
  const neighbour = await createCustomer(open.stack);
  const [gone, stays] = [await make(customer), await write(neighbour)];
  const before = await customer.wallet();
  const owner = createPool(open.stack.database.ownerUrl, { max: 2 });
  const eraser = await owner.connect();
  let purchase: ReturnType<Customer['unlockText']>;
  try {
    await eraser.query('begin');
    await eraser.query(`update generation set deleted_at = now(), ${change} where id = $1`, [
      gone.generationId,
    ]);
    purchase = toUnlock(customer)(gone);
    // The lock on the row of one purchase delays no other.
    expect((await neighbour.unlockText(stays)).status).toBe(200);
    await eraser.query('commit');
  } finally {
    eraser.release(true);
    await owner.end();
  }
  expectRefusal(await purchase, 'not_found');
  expect(await customer.wallet()).toEqual(before);
  expect(await open.books.kinds(before.walletId)).toEqual({ SignupBonusCredited: 1 });
  const unlocks = 'select 1 from unlock where generation_id = $1';
  expect(await open.books.query(unlocks, [gone.generationId])).toEqual([]);
  expectRefusal(await toUnlock(customer)(gone), 'not_found');
  await open.books.expectToBeSound();
});

describe('purchases of texts that are refused', () => {
  let customer: Customer;
  let mark: string;
  beforeAll(async () => {
    customer = await createCustomer(open.stack);
    mark = await open.books.mark();
  });

  const unlockText = (generationId: string, modelId = 'gemini-3.8-flash') =>
    customer.unlockText({ generationId, modelId });

  test("another user's text and an unknown text are not sold", async () => {
    const other = await createCustomer(open.stack);
    const theirs = await write(other);
    mark = await open.books.mark();
    expectRefusal(await customer.unlockText(theirs), 'not_found');
    expectRefusal(await unlockText('gen_0'), 'not_found');
    const signedOut = await send(`${open.stack.apiUrl}/api/unlock`, { json: theirs });
    expectRefusal(signedOut, 'unauthenticated');
    expect(await open.books.mark()).toBe(mark);
  });

  test('a text is not sold to a request that names no model or another model', async () => {
    const { generationId } = await write(customer);
    const nameless = await customer.send('/api/unlock', { json: { generationId } });
    expectRefusal(nameless, 'invalid', 'modelId');
    expectRefusal(await unlockText(generationId, 'gpt-6.2-sol'), 'invalid', 'modelId');
    const nothing = await customer.send('/api/unlock', { json: { modelId: 'gpt-6.2-sol' } });
    expectRefusal(nothing, 'invalid', 'generationId');
    expect(await customer.generation(generationId)).toMatchObject({ charged: null });
    expect(await open.books.mark()).toBe(mark);
  });

  test('a text that failed is not sold', async () => {
    const { body } = await customer.generate({
      mode: 'general',
      prompt: somePrompt('[[fail:safety]]'),
    });
    expectRefusal(await customer.unlockText(body), 'wrong_state');
    expect(await open.books.mark()).toBe(mark);
  });

  test('a text that is being written, was cancelled, or was deleted is not sold', async () => {
    const prompt = somePrompt('[[fail:hang]]');
    const running = await customer.startPreview({ mode: 'general', prompt });
    expectRefusal(await customer.unlockText(running), 'wrong_state');
    await customer.cancel(running.generationId);
    expectRefusal(await customer.unlockText(running), 'wrong_state');
    expect((await customer.remove(running.generationId)).status).toBe(204);
    expectRefusal(await customer.unlockText(running), 'not_found');

    const ready = await write(customer);
    await customer.remove(ready.generationId);
    expectRefusal(await customer.unlockText(ready), 'not_found');
    expect(await open.books.mark()).toBe(mark);
  });

  test('an image is not sold as a text, and a text is not sold as an image', async () => {
    const image = await customer.preview();
    expectRefusal(await customer.unlockText(image), 'wrong_state');
    expectRefusal(await customer.unlock(await write(customer)), 'wrong_state');
    expect(await open.books.mark()).toBe(mark);
  });
});

test('an unverified address writes for free and, over ₹1,000, buys nothing', async () => {
  const { database, emulator } = open.stack;
  const person = await signUpWithEmail({ verified: false });
  const json = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };
  const customer = asCustomer(open.stack, person);
  expect((await customer.send('/api/user', { json })).status).toBe(201);
  const { walletId } = await customer.wallet();
  await fillAndSpend(database, { walletId, uid: person.uid, amountPaise: 100_100 });
  const preview = await write(customer);
  const before = await open.books.mark();
  const refused = await customer.unlockText(preview);
  expectRefusal(refused, 'email_unverified');
  expect(refused.body.error).toBe('Please verify your email to continue using paid features.');
  expect(await open.books.mark()).toBe(before);

  await changeAccount(emulator.host, emulator.projectId, person.uid, { emailVerified: true });
  const verified = asCustomer(open.stack, await withFreshToken(person));
  expect((await verified.unlockText(preview)).body.charged).toBe(6);
  await open.books.expectToBeSound();
});

describe('a chat that continues from a result', () => {
  const next = 'And in the rain? [[slow:0]]';
  const readSeed = async (customer: Customer, conversationId: string) => {
    const { messages } = await readConversation(customer, conversationId);
    return messages.slice(0, 2).map(({ content, modelName }) => [content, modelName]);
  };

  test('a chat that continues a bought text begins with the whole text and its model', async () => {
    const customer = await createCustomer(open.stack);
    const preview = GenerationResult.parse(await write(customer, { quality: 'quality' }));
    const { generation } = UnlockResponse.parse((await customer.unlockText(preview)).body);
    const { generationId, prompt, content, modelName } = generation;
    const order = { seedGenerationId: generationId, prompt: next };
    const first = await hearOut(open.stack, customer, order);
    const { conversationId, title, modelName: writer } = await first.hears('conversation');
    expect(title).toBe(prompt);
    expect(writer).not.toBe(modelName);
    const bought = [
      [prompt, null],
      [content, modelName],
    ];
    expect(await readSeed(customer, conversationId)).toEqual(bought);
    await hearOut(open.stack, customer, { conversationId, prompt: next });
    expect(await readSeed(customer, conversationId)).toEqual(bought);
    const { walletId } = await customer.wallet();
    expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1, Charged: 1 });
  });

  test('a chat that continues a locked text begins with its excerpt only', async () => {
    const customer = await createCustomer(open.stack);
    const preview = GenerationResult.parse(await write(customer));
    const { generationId, prompt, previewContent, modelName } = preview;
    const order = { seedGenerationId: generationId, prompt: next };
    const talk = await hearOut(open.stack, customer, order);
    const { conversationId } = await talk.hears('conversation');
    expect(await readSeed(customer, conversationId)).toEqual([
      [prompt, null],
      [previewContent, modelName],
    ]);
  });

  test('a seed of another user, a failed seed, or two seeds are refused', async () => {
    const customer = await createCustomer(open.stack);
    const other = await createCustomer(open.stack);
    const { generationId: seedGenerationId } = await write(other);
    await expectChatRefusal(customer, { seedGenerationId }, 'not_found');
    await expectChatRefusal(customer, { seedGenerationId: 'gen_0' }, 'not_found');
    const failing = { mode: 'general', prompt: somePrompt('[[fail:safety]]') } as const;
    const { body: failed } = await customer.generate(failing);
    const order = { seedGenerationId: failed.generationId };
    await expectChatRefusal(customer, order, 'wrong_state');
    const both = { seedGenerationId, seedAssistant: 'Mine.' };
    await expectChatRefusal(other, both, 'invalid', 'seedGenerationId');
  });
});
