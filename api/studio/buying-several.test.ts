import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  GenerationResult,
  UnlockImagesRequest,
  UnlockImagesResponse,
} from '@sachet/shared/studio/contracts/generation';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const size = 1024;

const makePreviews = (customer: Customer, count: number, quality: 'speed' | 'quality') =>
  Promise.all(Array.from({ length: count }, () => customer.preview({ quality })));

const getPrice = (preview: GenerationResult) => preview.pricesNow![size]!;

function press(
  customer: Customer,
  previews: readonly GenerationResult[],
  key: string,
  change: Partial<UnlockImagesRequest['pictures'][number]> = {},
) {
  const pictures = previews.map((preview) => ({
    generationId: preview.generationId,
    price: getPrice(preview),
    finalModelId: preview.finalModelId!,
    ...change,
  }));
  return customer.send<UnlockImagesResponse>('/api/unlock-images', {
    json: { finalSize: size, pictures },
    headers: { 'idempotency-key': key },
  });
}

/** Waits until no purchase is in progress, and returns the charges by picture, in paise. */
async function readCharges(customer: Customer): Promise<Record<string, number[]>> {
  await expect.poll(async () => (await customer.wallet()).held, { timeout: 60_000 }).toBe(0);
  const { walletId } = await customer.wallet();
  const rows = await open.books.query<{ generation_id: string; amount_paise: number }>(
    `select generation_id, amount_paise from ledger_event
      where wallet_id = $1 and kind = 'HoldCaptured' order by seq`,
    [walletId],
  );
  const charges: Record<string, number[]> = {};
  for (const row of rows) (charges[row.generation_id] ??= []).push(-row.amount_paise);
  return charges;
}

const chargedOnce = (previews: readonly GenerationResult[]) =>
  Object.fromEntries(previews.map((each) => [each.generationId, [100 * getPrice(each)]]));

test('one press buys exactly the named pictures, each with its own hold and charge', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await makePreviews(customer, 4, 'speed');
  const kept = previews.slice(1);
  const { status, body } = await press(customer, kept, 'press');
  expect(status).toBe(200);
  expect(body.refused).toEqual([]);
  expect(body.generations.map(({ generationId }) => generationId)).toEqual(
    kept.map(({ generationId }) => generationId),
  );
  for (const each of body.generations) expect(['pending', 'done']).toContain(each.unlockStatus);
  expect(await readCharges(customer)).toEqual(chargedOnce(kept));
  const { walletId, walletBalance } = await customer.wallet();
  expect(walletBalance).toBe(250 - kept.reduce((sum, each) => sum + getPrice(each), 0));
  expect(await open.books.kinds(walletId)).toMatchObject({ HoldPlaced: 3, HoldCaptured: 3 });
  await open.books.expectToBeSound();
});

test('the same press, sent again concurrently, later and with another key, charges each picture once', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await makePreviews(customer, 3, 'speed');
  const answers = await Promise.all([1, 2, 3].map(() => press(customer, previews, 'press')));
  answers.push(await press(customer, previews, 'press'), await press(customer, previews, 'other'));
  for (const { status } of answers) expect(status).toBe(200);
  expect(await readCharges(customer)).toEqual(chargedOnce(previews));
  await open.books.expectToBeSound();
});

test('a press whose connection broke halfway is completed by the same press', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await makePreviews(customer, 3, 'speed');
  // The process stopped after the first hold.
  expect((await press(customer, previews.slice(0, 1), 'press')).status).toBe(200);
  const { body } = await press(customer, previews, 'press');
  expect(body.refused).toEqual([]);
  expect(await readCharges(customer)).toEqual(chargedOnce(previews));
  await open.books.expectToBeSound();
});

test('buys none if the money is not enough for all', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await makePreviews(customer, 4, 'quality');
  const before = await open.books.mark();
  expectRefusal(await press(customer, previews, 'press'), 'insufficient_funds');
  expect(await open.books.mark()).toBe(before);
  for (const each of previews) {
    expect(await customer.generation(each.generationId)).toMatchObject({ unlockStatus: 'none' });
  }
  // Fewer of them can be bought with the same key.
  const fewer = await press(customer, previews.slice(0, 3), 'press');
  expect([fewer.status, fewer.body.refused]).toEqual([200, []]);
  expect(await readCharges(customer)).toEqual(chargedOnce(previews.slice(0, 3)));
  await open.books.expectToBeSound();
});

test('buys none if the own monthly cap is not enough for all, counting what is being bought', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await makePreviews(customer, 3, 'speed');
  const price = getPrice(previews[0]!);
  const json = { monthlyCap: Math.floor(2.5 * price) };
  const limits = await customer.send('/api/wallet/limits', { method: 'PATCH', json });
  expect(limits.status).toBe(200);
  const before = await open.books.mark();
  expectRefusal(await press(customer, previews, 'press'), 'budget_exceeded');
  expect(await open.books.mark()).toBe(before);
  expect((await press(customer, previews.slice(0, 2), 'press')).status).toBe(200);
  expectRefusal(await press(customer, previews.slice(2), 'another'), 'budget_exceeded');
  expect(await readCharges(customer)).toEqual(chargedOnce(previews.slice(0, 2)));
});

test('buys none if the price of one has changed, and none of another user', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await makePreviews(customer, 2, 'speed');
  const stranger = await createCustomer(open.stack);
  const before = await open.books.mark();
  expectRefusal(await press(customer, previews, 'press', { price: 1 }), 'offer_changed');
  expectRefusal(await press(stranger, previews, 'press'), 'not_found');
  const again = [previews[0]!, previews[0]!];
  expectRefusal(await press(customer, again, 'press'), 'invalid', 'pictures');
  expect(await open.books.mark()).toBe(before);
});

test('two presses that race for the same money buy as many as it pays for, and name the others', async () => {
  const customer = await createCustomer(open.stack);
  const previews = await makePreviews(customer, 6, 'quality');
  // Three of ₹75 fit into ₹250; each press could buy its own three.
  const answers = await Promise.all([
    press(customer, previews.slice(0, 3), 'first'),
    press(customer, previews.slice(3), 'second'),
  ]);
  const charges = await readCharges(customer);
  expect(Object.values(charges)).toEqual([[7500], [7500], [7500]]);
  for (const [index, { status, body }] of answers.entries()) {
    const own = previews.slice(3 * index, 3 * index + 3);
    const bought = own.filter(({ generationId }) => charges[generationId]);
    const left = own
      .filter((each) => !bought.includes(each))
      .map(({ generationId }) => ({ generationId, code: 'insufficient_funds' }));
    expect(status === 200 || bought.length === 0).toBe(true);
    expect(status === 200 ? body.refused : left).toMatchObject(left);
  }
  expect((await customer.wallet()).walletBalance).toBe(25);
  await open.books.expectToBeSound();
});
