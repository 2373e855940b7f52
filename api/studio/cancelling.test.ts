import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCustomer, respondAsync, somePrompt, type Customer } from '../testing/client.ts';
import { filesIn } from '../testing/folder.ts';
import type { Gate } from '../testing/gate.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };

let open: OpenStack;
let gate: Gate;
let customer: Customer;

beforeAll(async () => {
  const shared = await shareStack();
  gate = shared.gates.google;
  open = shared;
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());
afterEach(async () => {
  gate.open();
  if (!open.stack.worker.isRunning()) await open.stack.worker.start();
  await open.books.expectToBeSound();
});

/** Starts a preview whose request has reached Google's stand-in and is not answered yet. */
async function startHeld(by = customer) {
  const askedBefore = gate.asked.length;
  gate.shut();
  const started = await by.startPreview();
  await gate.isAsked(askedBefore + 1);
  return started;
}

/**
 * Starts an unlock whose request for the final image has reached Google's stand-in and is not answered yet.
 */
async function startHeldUnlock(buyer: Customer) {
  const preview = await buyer.preview();
  const askedBefore = gate.asked.length;
  gate.shut();
  const started = await buyer.unlock(preview, 1024, respondAsync);
  expect([started.status, started.body.unlockStatus]).toEqual([202, 'pending']);
  await gate.isAsked(askedBefore + 1);
  return preview;
}

const readFailures = async (generationId: string) =>
  (await open.books.providerCalls(generationId)).map(({ failure }) => failure);

const listFiles = (generationId: string) =>
  filesIn(open.imageFolder).filter((file) => file.startsWith(`${generationId}/`));

test('cancelling a larger copy keeps the bought copy', async () => {
  const buyer = await createCustomer(open.stack);
  const preview = await buyer.preview();
  const { body: bought } = await buyer.unlock(preview, 512);
  const askedBefore = gate.asked.length;
  gate.shut();
  const started = await buyer.unlock(preview, 1024, respondAsync);
  expect(started.body).toMatchObject({
    unlocked: true,
    unlockStatus: 'pending',
    boughtSize: 512,
  });
  await gate.isAsked(askedBefore + 1);
  expect(await buyer.wallet()).toMatchObject({ walletBalance: 205, held: 30 });
  const { status, body } = await buyer.cancel(preview.generationId);
  gate.open();
  expect([status, body.errorCode]).toEqual([200, 'cancelled']);
  expect(body).toMatchObject({ unlocked: true, boughtSize: 512, charges: [45] });
  expect(body.modelName).toBe(bought.generation.modelName);
  expect(await buyer.wallet()).toMatchObject({ walletBalance: 205, held: 0 });
  expect((await buyer.unlock(preview, 1024)).body.charged).toBe(30);
  await open.books.expectToBeSound();
});

test('a cancelled preview that waits for a worker never reaches the provider', async () => {
  await open.stack.worker.kill('SIGTERM');
  const askedBefore = gate.asked.length;
  const { generationId, status } = await customer.startPreview();
  expect(status).toBe('queued');
  const { status: ok, body } = await customer.cancel(generationId);
  expect([ok, body.status, body.error]).toEqual([200, 'cancelled', null]);
  await open.stack.worker.start();
  // This preview is later in the queue, so the cancelled one would have run before it.
  await customer.preview();
  expect(gate.asked.length).toBe(askedBefore + 1);
  expect(await customer.generation(generationId)).toEqual(body);
  expect(await readFailures(generationId)).toEqual([]);
});

test('a preview in progress is cancelled at the provider, and waiting callers are notified', async () => {
  const mark = await open.books.mark();
  const askedBefore = gate.asked.length;
  const abandonedBefore = gate.abandoned();
  gate.shut();
  const prompt = somePrompt();
  const waiting = customer.generate({ prompt });
  await gate.isAsked(askedBefore + 1);
  const { body: list } = await customer.send('/api/generations?limit=1');
  const { generationId } = list.items[0]!;
  expect((await customer.cancel(generationId)).body.status).toBe('cancelled');
  const answer = await waiting;
  expect([answer.status, answer.body.status]).toEqual([502, 'cancelled']);
  expect(answer.body.error).toBe('You cancelled this.');
  expect(answer.body).toMatchObject({ generationId, recipe: null, previewImageUrl: null });

  await expect.poll(() => gate.abandoned(), poll).toBe(abandonedBefore + 1);
  await expect.poll(() => readFailures(generationId), poll).toEqual(['cancelled']);
  expect(await customer.generation(generationId)).toMatchObject({ status: 'cancelled' });
  expect(await open.books.mark()).toBe(mark);
});

test('a picture that arrives after its cancellation is not kept', async () => {
  const calls = await open.books.lockTable('provider_call');
  const { generationId } = await customer.startPreview();
  await expect.poll(calls.waiting, poll).toBe(1);
  expect((await customer.cancel(generationId)).status).toBe(200);
  await calls.release();
  // The worker finishes its current jobs first.
  await open.stack.worker.kill('SIGTERM');
  expect(await readFailures(generationId)).toEqual([null]);
  expect(listFiles(generationId)).toEqual([]);
  const { body } = await customer.send(`/api/generation?id=${generationId}`);
  expect(body).toMatchObject({ status: 'cancelled', previewImageUrl: null, recipe: null });
});

test('a paid image that is cancelled while waiting is not charged, and can be bought later', async () => {
  const buyer = await createCustomer(open.stack);
  const preview = await startHeldUnlock(buyer);
  const abandonedBefore = gate.abandoned();
  expect(await buyer.wallet()).toMatchObject({ held: 75, available: 175 });
  const { status, body } = await buyer.cancel(preview.generationId);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'ready',
    unlocked: false,
    unlockStatus: 'failed',
    charged: null,
    error: 'You cancelled this.',
    errorCode: 'cancelled',
    recipe: preview.recipe,
  });
  const { walletId, ...wallet } = await buyer.wallet();
  expect(wallet).toMatchObject({ walletBalance: 250, held: 0, available: 250 });
  await expect.poll(() => gate.abandoned(), poll).toBe(abandonedBefore + 1);
  await expect.poll(() => readFailures(preview.generationId), poll).toEqual([null, 'cancelled']);

  gate.open();
  expect((await buyer.unlock(preview)).body.charged).toBe(75);
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 2,
    HoldVoided: 1,
    HoldCaptured: 1,
  });
  const voided = await open.books.query(
    `select actor, reason from ledger_event where wallet_id = $1 and kind = 'HoldVoided'`,
    [walletId],
  );
  expect(voided).toEqual([{ actor: `user:${buyer.uid}`, reason: 'cancelled' }]);
});

test('a paid image that arrives after its cancellation is kept, and sold later without being drawn again', async () => {
  const buyer = await createCustomer(open.stack);
  const preview = await buyer.preview();
  const calls = await open.books.lockTable('provider_call');
  await buyer.unlock(preview, 1024, respondAsync);
  await expect.poll(calls.waiting, poll).toBe(1);
  const askedBefore = gate.asked.length;
  expect((await buyer.cancel(preview.generationId)).body.unlockStatus).toBe('failed');
  await calls.release();
  await expect
    .poll(() => listFiles(preview.generationId), poll)
    .toContain(`${preview.generationId}/final-1.jpg`);
  await expect
    .poll(() => readUnlockImages(preview.generationId), poll)
    .toEqual([{ status: 'failed', image_key: `${preview.generationId}/final-1.jpg` }]);
  const { walletId, walletBalance } = await buyer.wallet();
  expect(walletBalance).toBe(250);

  expect((await buyer.unlock(preview)).body.charged).toBe(75);
  expect(gate.asked.length).toBe(askedBefore);
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 2,
    HoldVoided: 1,
    HoldCaptured: 1,
  });
});

const readUnlockImages = (generationId: string) =>
  open.books.query('select status, image_key from unlock where generation_id = $1', [generationId]);

test('a generation that is finished, or whose capture has begun, cannot be cancelled', async () => {
  const buyer = await createCustomer(open.stack);
  const refuses = async (generationId: string) => {
    const mark = await open.books.mark();
    expectRefusal(await buyer.cancel(generationId), 'wrong_state');
    expect(await open.books.mark()).toBe(mark);
  };
  const preview = await buyer.preview();
  await refuses(preview.generationId);
  const { body: failed } = await buyer.generate({ prompt: somePrompt('[[fail:safety]]') });
  await refuses(failed.generationId);
  const held = await startHeld(buyer);
  expect((await buyer.cancel(held.generationId)).status).toBe(200);
  await refuses(held.generationId);
  gate.open();

  const { walletId } = await buyer.wallet();
  const askedBefore = gate.asked.length;
  gate.shut();
  await buyer.unlock(preview, 1024, respondAsync);
  await gate.isAsked(askedBefore + 1);
  // The lock on the wallet's row makes the capture wait.
  const wallet = await open.books.lockWallet(walletId);
  gate.open();
  await expect
    .poll(() => readUnlockImages(preview.generationId), poll)
    .toMatchObject([{ status: 'stored' }]);
  expectRefusal(await buyer.cancel(preview.generationId), 'wrong_state');
  await wallet.release();
  await expect
    .poll(() => buyer.generation(preview.generationId), poll)
    .toMatchObject({ unlocked: true, charged: 75 });
  await refuses(preview.generationId);
});

test('the work of another user cannot be cancelled', async () => {
  const { generationId } = await startHeld();
  const stranger = await createCustomer(open.stack);
  expectRefusal(await stranger.cancel(generationId), 'not_found');
  expectRefusal(await stranger.cancel('gen_0'), 'not_found');
  expectRefusal(await stranger.cancel(''), 'invalid', 'generationId');
  gate.open();
  await expect
    .poll(() => customer.generation(generationId), poll)
    .toMatchObject({ status: 'ready' });
});

test('a cancelled purchase releases the money in the wallet where it was reserved', async () => {
  const buyer = await createCustomer(open.stack);
  const { walletId } = await buyer.wallet();
  const preview = await buyer.preview();
  const moved = `wal_${randomUUID()}`;
  await open.books.query(
    `insert into wallet (id, owner_kind, owner_id) values ($1, 'organization', $1)`,
    [moved],
  );
  // Simulates a user who has joined an organization since the preview was made.
  await open.books.query('update generation set wallet_id = $1 where id = $2', [
    moved,
    preview.generationId,
  ]);
  const askedBefore = gate.asked.length;
  gate.shut();
  await buyer.unlock(preview, 1024, respondAsync);
  await gate.isAsked(askedBefore + 1);
  expect((await buyer.cancel(preview.generationId)).status).toBe(200);
  expect(await open.books.kinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldVoided: 1 });
  expect(await open.books.kinds(moved)).toEqual({});
});

test('a silent provider delays only its own jobs, however many there are', async () => {
  const askedBefore = gate.asked.length;
  gate.shut();
  // Starts more jobs than a lane runs: 8 reach the provider, 4 wait for it, and the rest stay in the queue.
  const held = await Promise.all(Array.from({ length: 20 }, () => customer.startPreview()));
  await gate.isAsked(askedBefore + 8);
  const other = await customer.preview({ provider: 'openai' });
  expect((await customer.unlock(other, 512)).status).toBe(200);
  const now = () => Promise.all(held.map((each) => customer.generation(each.generationId)));
  const queued = async () => (await now()).filter(({ status }) => status === 'queued');
  await expect.poll(async () => (await queued()).length, poll).toBe(12);
  expect(gate.asked.length).toBe(askedBefore + 8);
  const waiting = await queued();
  // Cancels the queued jobs first, because a free worker would take the next one.
  for (const { generationId } of [...waiting, ...held]) await customer.cancel(generationId);
  const statuses = (await now()).map(({ status }) => status);
  expect(statuses).toEqual(Array(20).fill('cancelled'));
  for (const { generationId } of waiting) expect(await readFailures(generationId)).toEqual([]);
  gate.open();
  await customer.preview();
});
