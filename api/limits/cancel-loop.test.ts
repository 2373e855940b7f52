// Our cost when a picture is bought, requested from its provider and cancelled: at most three a day are free.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { createCustomer, respondAsync, somePrompt, type Customer } from '../testing/client.ts';
import { startGate, type Gate } from '../testing/gate.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { adjustBalance } from '../testing/spending.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };
const slowly = { timeout: 180_000 };
const freePerDay = 3;
const perMinute = 8;

let open: OpenStack;
let gate: Gate;
beforeAll(async () => {
  gate = await startGate(coordinate('TEST_GEMINI_URL'));
  const env = {
    GEMINI_BASE_URL: gate.url,
    WORKER_CONCURRENCY: '12',
  };
  open = await openStack({
    env,
    limits: { generationsPerMinute: perMinute },
  });
});
afterAll(async () => {
  gate?.open();
  await open?.stop();
  await gate?.close();
});
afterEach(async () => {
  gate.open();
  if (!open.stack.worker.isRunning()) await open.stack.worker.start();
  await open.books.expectToBeSound();
});

/** A user who can pay for everything they buy, with this many previews of ₹45. */
async function createBuyer(previews: number) {
  const buyer = await createCustomer(open.stack);
  const { walletId } = await buyer.wallet();
  const paidIn = previews * 45_00;
  await adjustBalance(open.stack.database, { walletId, amountPaise: paidIn });
  const made = await Promise.all(Array.from({ length: previews }, () => buyer.preview()));
  return { buyer, walletId, previews: made, startPaise: 250_00 + paidIn };
}

const hasEnded = (buyer: Customer, generationId: string) =>
  expect
    .poll(async () => (await buyer.generation(generationId)).unlockStatus, poll)
    .toMatch(/done|failed/);

/** Counts the purchases, the releases and the provider's calls in the books. */
async function readStory(walletId: string) {
  const { HoldPlaced = 0, HoldCaptured = 0, HoldVoided = 0 } = await open.books.kinds(walletId);
  const [{ balance }] = (await open.books.query<{ balance: number }>(
    'select balance_paise as balance from wallet where id = $1',
    [walletId],
  )) as [{ balance: number }];
  const pictures = await open.books.query(
    `select 1 from unlock where wallet_id = $1 and status = 'done' and image_key is not null`,
    [walletId],
  );
  const calls = await open.books.query<{
    failure: string | null;
    isEstimate: boolean;
    cost: number;
    images: number;
  }>(
    `select c.failure, c.is_estimate as "isEstimate", c.images, c.cost_microusd as cost
       from provider_call c join generation g on g.id = c.generation_id
      where g.wallet_id = $1 and c.purpose = 'final'`,
    [walletId],
  );
  return { HoldPlaced, HoldCaptured, HoldVoided, balance, pictures: pictures.length, calls };
}

test(
  'five pictures are bought and cancelled while they are made: three are free, the others are paid',
  slowly,
  async () => {
    const { buyer, walletId, previews, startPaise } = await createBuyer(5);
    const answers: string[] = [];
    for (const preview of previews) {
      const [askedBefore, abandoned] = [gate.asked.length, gate.abandoned()];
      gate.shut();
      expect((await buyer.unlock(preview, 512, respondAsync)).status).toBe(202);
      await gate.isAsked(askedBefore + 1);
      const answer = await buyer.cancel(preview.generationId);
      const isFree = answer.status === 200;
      answers.push(isFree ? 'free' : `${answer.status} ${answer.body.code}`);
      await expect.poll(gate.abandoned, poll).toBe(abandoned + (isFree ? 1 : 0));
      gate.open();
      await hasEnded(buyer, preview.generationId);
    }
    expect(answers).toEqual([
      ...Array(freePerDay).fill('free'),
      ...Array(2).fill('409 no_free_cancels'),
    ]);
    const story = await readStory(walletId);
    expect(story).toMatchObject({ HoldPlaced: 5, HoldVoided: freePerDay, HoldCaptured: 2 });
    expect([story.balance, story.pictures]).toEqual([startPaise - 2 * 45_00, 2]);
    await expect.poll(async () => (await readStory(walletId)).calls.length, poll).toBe(5);
    const { calls } = await readStory(walletId);
    expect(calls.filter(({ cost, images }) => cost > 0 && images === 1)).toHaveLength(5);
    const aborted = calls.filter(({ failure }) => failure === 'cancelled');
    expect(aborted.map(({ isEstimate }) => isEstimate)).toEqual(Array(freePerDay).fill(true));
    expect((await buyer.wallet()).freeCancels).toEqual({ left: 0, perDay: freePerDay });
  },
);

test('fifty concurrent cancels of five pictures release three', slowly, async () => {
  const { buyer, walletId, previews, startPaise } = await createBuyer(5);
  const askedBefore = gate.asked.length;
  gate.shut();
  await Promise.all(previews.map((preview) => buyer.unlock(preview, 512, respondAsync)));
  await gate.isAsked(askedBefore + 5);
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => buyer.cancel(previews[i % 5]!.generationId)),
  );
  expect((await buyer.wallet()).freeCancels).toEqual({ left: 0, perDay: freePerDay });
  gate.open();
  for (const { generationId } of previews) await hasEnded(buyer, generationId);
  const story = await readStory(walletId);
  expect(story).toMatchObject({ HoldVoided: freePerDay, HoldCaptured: 2, pictures: 2 });
  expect(story.balance).toBe(startPaise - 2 * 45_00);
});

test('cancelling before the provider is asked uses no free cancel and costs us nothing', async () => {
  const { buyer, walletId, previews } = await createBuyer(4);
  await open.stack.worker.kill('SIGTERM');
  for (const preview of previews) {
    await buyer.unlock(preview, 512, respondAsync);
    expect((await buyer.cancel(preview.generationId)).status).toBe(200);
  }
  await open.stack.worker.start();
  await buyer.preview();
  const story = await readStory(walletId);
  expect(story).toMatchObject({ HoldPlaced: 4, HoldVoided: 4, calls: [] });
  expect((await buyer.wallet()).freeCancels).toEqual({ left: freePerDay, perDay: freePerDay });
});

test('cancelling before the provider is asked is limited per minute', async () => {
  const { buyer, walletId, previews } = await createBuyer(1);
  await open.stack.worker.kill('SIGTERM');
  for (let bought = 0; bought < perMinute; bought++) {
    expect((await buyer.unlock(previews[0]!, 512, respondAsync)).status).toBe(202);
    expect((await buyer.cancel(previews[0]!.generationId)).status).toBe(200);
  }
  // On a slow machine the first purchases may be over a minute old.
  await open.books.query('update unlock set created_at = now() where uid = $1', [buyer.uid]);
  expectRefusal(await buyer.unlock(previews[0]!, 512, respondAsync), 'rate_limited');
  const story = await readStory(walletId);
  expect(story).toMatchObject({ HoldPlaced: perMinute, HoldVoided: perMinute, calls: [] });
});

test("a cancel races with the worker's request to the provider: one wins, and the books record which", async () => {
  const { buyer, walletId, previews } = await createBuyer(6);
  gate.shut();
  await Promise.all(
    previews.map(async (preview) => {
      await buyer.unlock(preview, 512, respondAsync);
      await buyer.cancel(preview.generationId);
    }),
  );
  gate.open();
  for (const { generationId } of previews) await hasEnded(buyer, generationId);
  const rows = await open.books.query<{ status: string; asked: boolean; calls: number }>(
    `select u.status, u.provider_asked_at is not null as asked,
            (select count(*) from provider_call c
              where c.generation_id = u.generation_id and c.purpose = 'final') as calls
       from unlock u where u.wallet_id = $1`,
    [walletId],
  );
  const taken = rows.filter(({ status, asked }) => status === 'failed' && asked).length;
  expect(taken).toBeLessThanOrEqual(freePerDay);
  expect((await buyer.wallet()).freeCancels.left).toBe(freePerDay - taken);
  expect(rows.filter(({ asked, calls }) => !asked && calls > 0)).toEqual([]);
  expect(rows.filter(({ status, asked }) => status === 'done' && !asked)).toEqual([]);
});

test('a worker that is about to ask after a cancel does not ask', async () => {
  const { buyer, walletId, previews } = await createBuyer(1);
  const { generationId } = previews[0]!;
  process.kill(open.stack.worker.pid(), 'SIGSTOP');
  const started = await buyer.unlock(previews[0]!, 512, respondAsync);
  expect(started.body.providerAsked).toBe(false);
  expect((await buyer.cancel(generationId)).status).toBe(200);
  const askedBefore = gate.asked.length;
  process.kill(open.stack.worker.pid(), 'SIGCONT');
  await buyer.preview();
  expect(gate.asked.length).toBe(askedBefore + 1);
  expect(await readStory(walletId)).toMatchObject({ HoldVoided: 1, calls: [] });
  expect((await buyer.wallet()).freeCancels.left).toBe(freePerDay);
});

test('a user without free cancels is refused a cancel, and a picture that then fails is not charged', async () => {
  const buyer = await createCustomer(open.stack);
  const { walletId } = await buyer.wallet();
  const preview = await buyer.preview({ prompt: somePrompt('[[fail:safety#premium]]') });
  await open.books.query(
    `insert into free_cancel (uid, day, used, allowed)
     values ($1, (now() at time zone 'Asia/Kolkata')::date, 3, 3)`,
    [buyer.uid],
  );
  const askedBefore = gate.asked.length;
  gate.shut();
  await buyer.unlock(preview, 512, respondAsync);
  await gate.isAsked(askedBefore + 1);
  expect((await buyer.generation(preview.generationId)).providerAsked).toBe(true);
  const refused = await buyer.cancel(preview.generationId);
  expectRefusal(refused, 'no_free_cancels');
  expect(refused.body.error).toBe(
    "It is already being made and can no longer be cancelled. You have used today's 3 free cancels.",
  );
  gate.open();
  await hasEnded(buyer, preview.generationId);
  expect(await readStory(walletId)).toMatchObject({
    HoldPlaced: 1,
    HoldVoided: 1,
    HoldCaptured: 0,
  });

  // Cancels of yesterday in India do not count today.
  await open.books.query(`update free_cancel set day = day - 1 where uid = $1`, [buyer.uid]);
  expect((await buyer.wallet()).freeCancels.left).toBe(freePerDay);
});
