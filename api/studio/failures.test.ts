import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { failureText } from '@sachet/shared/studio/failure';
import { createCustomer, respondAsync, somePrompt, type Customer } from '../testing/client.ts';
import { hearOut, readRefusal } from '../testing/chat.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let customer: Customer;

beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());

test('a client that polls gets the failure of its preview', async () => {
  const { generationId } = await customer.startPreview({ prompt: somePrompt('[[fail:quota]]') });
  await expect
    .poll(() => customer.generation(generationId), { timeout: 60_000 })
    .toMatchObject({
      status: 'failed',
      errorCategory: 'quota',
      errorStatus: 429,
    });
});

describe('a violated unique constraint that no insert expects', () => {
  /** Adds a unique index for one user only, so that other tests are not affected. */
  async function forbidASecond(table: 'unlock' | 'chat_turn', { uid }: Customer): Promise<string> {
    const name = `one_${table}_each`;
    await open.books.query(`create unique index ${name} on ${table} (uid) where uid = '${uid}'`);
    return name;
  }

  // The log line is written after the answer.
  const apiLog = () => readFileSync(open.stack.api.logFile, 'utf8');

  test('a purchase that violates an unexpected constraint fails, is logged, and moves no money', async () => {
    const buyer = await createCustomer(open.stack);
    const [first, second] = await Promise.all([buyer.preview(), buyer.preview()]);
    expect((await buyer.unlock(first)).status).toBe(200);
    const constraint = await forbidASecond('unlock', buyer);
    const before = await open.books.mark();

    expectRefusal(await buyer.unlock(second), 'internal');
    await expect.poll(apiLog, { timeout: 60_000 }).toContain(constraint);
    expect(await open.books.mark()).toBe(before);
    await open.books.expectToBeSound();
  });

  test('a chat message that violates an unexpected constraint fails and is logged', async () => {
    const writer = await createCustomer(open.stack);
    const constraint = await forbidASecond('chat_turn', writer);
    await hearOut(open.stack, writer, {});

    expectRefusal(await readRefusal(writer, {}), 'internal');
    await expect.poll(apiLog, { timeout: 60_000 }).toContain(constraint);
  });
});

describe('an image that its provider fails to make', () => {
  test.each([
    ['google', 'safety'],
    ['openai', 'server'],
  ] as const)(
    'an image that %s fails to make because of %s releases the reserved money',
    async (provider, kind) => {
      const buyer = await createCustomer(open.stack);
      const preview = await buyer.preview({
        provider,
        prompt: somePrompt(`[[fail:${kind}#premium]]`),
      });
      const { status, body } = await buyer.unlock(preview);
      expect(status).toBe(502);
      expect(body.code).toBe('generation_failed');
      expect(GenerationResult.parse(body)).toMatchObject({
        status: 'ready',
        unlocked: false,
        unlockStatus: 'failed',
        charged: null,
        imageUrl: null,
        errorCategory: kind,
        error: failureText[kind],
        errorProvider: provider,
        recipe: preview.recipe,
      });
      const { walletId, ...wallet } = await buyer.wallet();
      expect(wallet).toMatchObject({ walletBalance: 250, held: 0, available: 250 });
      expect(await open.books.kinds(walletId)).toEqual({
        SignupBonusCredited: 1,
        HoldPlaced: 1,
        HoldVoided: 1,
      });
      await open.books.expectToBeSound();
    },
  );

  test('a failed image can be unlocked again, and is then charged once', async () => {
    const buyer = await createCustomer(open.stack);
    const prompt = somePrompt('[[fail:safety#premium*1]]');
    const preview = await buyer.preview({ prompt });
    const headers = { 'idempotency-key': 'the-same-both-times' };
    const first = await buyer.unlock(preview, 1024, headers);
    expect([first.status, first.body.unlockStatus]).toEqual([502, 'failed']);
    const started = await buyer.unlock(preview, 1024, { ...headers, ...respondAsync });
    expect([started.status, started.body.unlockStatus]).toEqual([202, 'pending']);
    const second = await buyer.unlock(preview, 1024);
    expect(second.status).toBe(200);
    expect(second.body.charged).toBe(preview.cost);
    expect(second.body.generation).toMatchObject({ error: null, errorCategory: null });
    const { walletId, walletBalance } = await buyer.wallet();
    expect(walletBalance).toBe(250 - preview.cost!);
    expect(await open.books.kinds(walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 2,
      HoldVoided: 1,
      HoldCaptured: 1,
    });
    await open.books.expectToBeSound();
  });
});
