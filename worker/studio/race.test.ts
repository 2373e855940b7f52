import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../../api/testing/client.ts';
import { expectRefusal } from '../../api/testing/refusals.ts';
import { shareStack, type OpenStack } from '../../api/testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

test('fifty concurrent unlocks of five images, with money for three, pay for three', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await Promise.all(Array.from({ length: 5 }, () => customer.preview()));
  expect(previews.map(({ cost }) => cost)).toEqual(Array(5).fill(75));

  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      const preview = previews[i % 5]!;
      return { id: preview.generationId, answer: await customer.unlock(preview) };
    }),
  );

  const after = await Promise.all(previews.map((each) => customer.generation(each.generationId)));
  const paid = new Set(after.filter((each) => each.unlocked).map((each) => each.generationId));
  expect(paid.size).toBe(3);
  expect(after.map((each) => each.unlockStatus).sort()).toEqual([
    ...Array(3).fill('done'),
    ...Array(2).fill('none'),
  ]);
  for (const { answer } of answers.filter(({ id }) => paid.has(id))) {
    expect([answer.status, answer.body.charged]).toEqual([200, 75]);
  }
  for (const { answer } of answers.filter(({ id }) => !paid.has(id))) {
    expectRefusal(answer, 'insufficient_funds');
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
