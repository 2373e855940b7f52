import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, respondAsync } from '../api/testing/client.ts';
import { expectRefusal } from '../api/testing/refusals.ts';
import { shareStack, type OpenStack } from '../api/testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

test('two hundred unlocks at once of ten images, with money for three, pay for three', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await Promise.all(Array.from({ length: 10 }, () => customer.preview()));
  expect(previews.map(({ cost }) => cost)).toEqual(Array(10).fill(75));

  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const preview = previews[i % 10]!;
      return { id: preview.generationId, answer: await customer.unlock(preview) };
    }),
  );

  const after = await Promise.all(previews.map((each) => customer.generation(each.generationId)));
  const paid = new Set(after.filter((each) => each.unlocked).map((each) => each.generationId));
  expect(paid.size).toBe(3);
  expect(after.map((each) => each.unlockStatus).sort()).toEqual([
    ...Array(3).fill('done'),
    ...Array(7).fill('none'),
  ]);
  for (const { id, answer } of answers) {
    if (paid.has(id)) expect([answer.status, answer.body.charged]).toEqual([200, 75]);
    else expectRefusal(answer, 'insufficient_funds');
  }
  const { walletId, ...wallet } = await customer.wallet();
  expect(wallet).toMatchObject({ walletBalance: 25, held: 0, available: 25 });
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 3,
    HoldCaptured: 3,
  });
  await open.books.expectToBeSound();
});

test('unlocks at once of one image at two sizes sell one of them', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview({ quality: 'speed' });
  const { generationId, recipe, prices } = preview;
  const sizes = [512, 1024] as const;
  // At the price that was shown: one that comes when the smaller is bought already is refused, too.
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => {
      const finalSize = sizes[i % 2]!;
      const json = { generationId, recipe, finalSize, price: prices![finalSize] };
      return customer.send<{ code?: string }>('/api/unlock-image', { json, headers: respondAsync });
    }),
  );
  await expect
    .poll(() => customer.generation(generationId), { timeout: 60_000 })
    .toMatchObject({ unlockStatus: 'done' });
  const { unlockSize, charged } = await customer.generation(generationId);
  expect(charged).toBe(prices![unlockSize!]);
  answers.forEach(({ status, body }, i) => {
    if (sizes[i % 2] === unlockSize) expect([200, 202]).toContain(status);
    else expect(`${status} ${body.code}`).toMatch(/^409 (wrong_state|offer_changed)$/);
  });
  expect((await customer.wallet()).walletBalance).toBe(250 - charged!);
  await open.books.expectToBeSound();
});
