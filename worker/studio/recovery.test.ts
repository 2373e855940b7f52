import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failureText } from '@sachet/shared/studio/failure';
import type { LibraryPage } from '@sachet/shared/studio/contracts/library';
import { createCustomer, respondAsync, somePrompt } from '../../api/testing/client.ts';
import { startGate, type Gate } from '../../api/testing/gate.ts';
import { impatient, openStack, type OpenStack } from '../../api/testing/stack.ts';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { loseQueue } from '../testing/queue-loss.ts';

const poll = { timeout: 60_000, interval: 25 };

interface UnlockRow {
  hold_id: string;
  status: string;
  image_key: string | null;
}

// kill -9, a lost queue or an expired deadline may cost time, but never money.
// `adapters/queue/queue.test.ts` shows on both queues that another process takes the job of a killed one.
describe('a worker or API that is killed', () => {
  let open: OpenStack;
  let gate: Gate;

  beforeAll(async () => {
    gate = await startGate(coordinate('TEST_GEMINI_URL'));
    open = await openStack({
      queue: 'postgres',
      limits: impatient,
      env: { GEMINI_BASE_URL: gate.url },
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
    await open.books.restoreDeadlines();
  });

  const readUnlocks = (generationId: string) =>
    open.books.query<UnlockRow>(
      'select hold_id, status, image_key from unlock where generation_id = $1 order by attempt',
      [generationId],
    );

  test('an image is charged once when its worker is killed while the provider draws', async () => {
    const { stack, books } = open;
    const customer = await createCustomer(stack);
    const preview = await customer.preview();
    const askedBefore = gate.asked.length;
    gate.shut();
    const started = await customer.unlock(preview, 1024, respondAsync);
    expect([started.status, started.body.unlockStatus]).toEqual([202, 'pending']);
    await gate.isAsked(askedBefore + 1);
    await stack.worker.kill('SIGKILL');
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 75, available: 175 });
    await books.expectToBeSound({ openHolds: 1 });

    gate.open();
    await stack.worker.start();
    await expect
      .poll(() => customer.generation(preview.generationId), poll)
      .toMatchObject({
        unlocked: true,
        unlockStatus: 'done',
        charged: 75,
      });
    const { walletId, ...wallet } = await customer.wallet();
    expect(wallet).toMatchObject({ walletBalance: 175, held: 0, available: 175 });
    expect(await books.kinds(walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 1,
      HoldCaptured: 1,
    });
    expect((await customer.unlock(preview)).body.charged).toBe(75);
  });

  test('an image whose worker is killed after receiving it is charged once, without a second drawing', async () => {
    const { stack, books } = open;
    const customer = await createCustomer(stack);
    const preview = await customer.preview();
    const { walletId } = await customer.wallet();
    const askedBefore = gate.asked.length;
    gate.shut();
    await customer.unlock(preview, 1024, respondAsync);
    await gate.isAsked(askedBefore + 1);
    const stage = async () => (await customer.generation(preview.generationId)).underWay?.stage;
    expect(await stage()).toBe('asked');

    // The lock on the wallet's row makes the capture wait.
    const lock = await books.lockWallet(walletId);
    gate.open();
    await expect
      .poll(() => readUnlocks(preview.generationId), poll)
      .toMatchObject([{ status: 'stored' }]);
    expect(await stage()).toBe('finishing');
    await stack.worker.kill('SIGKILL');
    const [stored] = await readUnlocks(preview.generationId);
    await lock.release();
    await books.expectToBeSound({ openHolds: 1 });

    await stack.worker.start();
    await expect
      .poll(() => customer.generation(preview.generationId), poll)
      .toMatchObject({
        unlockStatus: 'done',
        charged: 75,
      });
    expect(await readUnlocks(preview.generationId)).toEqual([{ ...stored, status: 'done' }]);
    expect(gate.asked.length).toBe(askedBefore + 1);
    expect(await books.kinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldCaptured: 1 });
  });

  test('an image whose worker is killed before it was rendered and stored is not paid for twice', async () => {
    const { stack, books, imageFolder } = open;
    const customer = await createCustomer(stack);
    const preview = await customer.preview();
    const askedBefore = gate.asked.length;
    // The lock makes the record of the call's cost wait, which follows the answer immediately.
    const lock = await books.lockTable('provider_call');
    await customer.unlock(preview, 1024, respondAsync);
    await expect.poll(() => lock.waiting(), poll).toBe(1);
    await stack.worker.kill('SIGKILL');
    await lock.release();

    await stack.worker.start();
    await expect
      .poll(() => customer.generation(preview.generationId), poll)
      .toMatchObject({ unlockStatus: 'done', charged: 75 });
    expect(gate.asked.length).toBe(askedBefore + 1);
    const files = readdirSync(join(imageFolder, preview.generationId));
    expect(files.filter((name) => name.startsWith('answer-'))).toEqual([]);
    // The cost that the killed worker did not record is estimated.
    expect(
      await books.query(
        `select failure, is_estimate, images from provider_call
         where generation_id = $1 and purpose = 'final'`,
        [preview.generationId],
      ),
    ).toEqual([{ failure: null, is_estimate: true, images: 1 }]);
  });

  test('a worker that is asked to stop finishes its current jobs', async () => {
    const { stack } = open;
    const customer = await createCustomer(stack);
    const preview = await customer.preview();
    const askedBefore = gate.asked.length;
    gate.shut();
    await customer.unlock(preview, 1024, respondAsync);
    await gate.isAsked(askedBefore + 1);
    const stopped = stack.worker.kill('SIGTERM');
    gate.open();
    await stopped;
    expect(await customer.generation(preview.generationId)).toMatchObject({
      unlockStatus: 'done',
      charged: 75,
    });
    expect(gate.asked.length).toBe(askedBefore + 1);
  });

  test('a preview whose worker was killed is made by the next one', async () => {
    const { stack } = open;
    const customer = await createCustomer(stack);
    const askedBefore = gate.asked.length;
    gate.shut();
    const { generationId } = await customer.startPreview();
    await gate.isAsked(askedBefore + 1);
    expect((await customer.generation(generationId)).status).toBe('running');
    await stack.worker.kill('SIGKILL');
    gate.open();
    await stack.worker.start();
    await expect
      .poll(() => customer.generation(generationId), poll)
      .toMatchObject({
        status: 'ready',
      });
  });

  test('an image is ready for a user who returns after the API was killed', async () => {
    const { stack } = open;
    const customer = await createCustomer(stack);
    const preview = await customer.preview();
    const askedBefore = gate.asked.length;
    gate.shut();
    const waiting = customer.unlock(preview).catch(() => 'cut off');
    await gate.isAsked(askedBefore + 1);
    await stack.api.kill('SIGKILL');
    expect(await waiting).toBe('cut off');
    gate.open();
    await stack.api.start();
    const again = await customer.unlock(preview);
    expect([again.status, again.body.charged]).toEqual([200, 75]);
    expect((await customer.wallet()).walletBalance).toBe(175);
  });

  test('losing the whole queue costs only time', async () => {
    const { stack, books } = open;
    const customer = await createCustomer(stack);
    const preview = await customer.preview();
    await stack.worker.kill('SIGKILL');
    const queued = await Promise.all(
      Array.from({ length: 4 }, () => customer.startPreview({ prompt: somePrompt() })),
    );
    await customer.unlock(preview, 1024, respondAsync);
    expect(await loseQueue(open.books)).toBeGreaterThan(0);
    await books.expectToBeSound({ openHolds: 1 });

    await stack.worker.start();
    for (const { generationId } of queued) {
      await expect
        .poll(() => customer.generation(generationId), poll)
        .toMatchObject({
          status: 'ready',
        });
    }
    await expect
      .poll(() => customer.generation(preview.generationId), poll)
      .toMatchObject({
        unlockStatus: 'done',
        charged: 75,
      });
    const { walletId } = await customer.wallet();
    expect(await books.kinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldCaptured: 1 });
    const { body: library } = await customer.send<LibraryPage>('/api/library');
    expect(library.items.map(({ boughtSize }) => boughtSize)).toEqual([
      ...queued.map(() => null),
      1024,
    ]);
    for (const { pictureUrl } of library.items) {
      expect((await fetch(stack.apiUrl + pictureUrl)).status).toBe(200);
    }
  });

  test('a hold that was not resolved expires while the worker is down, and is not charged', async () => {
    const { stack, books } = open;
    const customer = await createCustomer(stack);
    const preview = await customer.preview();
    await stack.worker.kill('SIGKILL');
    await customer.unlock(preview, 1024, respondAsync);
    await open.books.passDeadlines();
    await loseQueue(open.books);
    await stack.worker.start();
    await expect
      .poll(() => customer.generation(preview.generationId), poll)
      .toMatchObject({
        unlockStatus: 'failed',
        unlocked: false,
        charged: null,
        imageUrl: null,
        errorCategory: 'server',
        errorCode: 'deadline_exceeded',
        error: failureText.deadline_exceeded,
      });
    const { walletId, ...wallet } = await customer.wallet();
    expect(wallet).toMatchObject({ walletBalance: 250, held: 0, available: 250 });
    expect(await books.kinds(walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 1,
      HoldExpired: 1,
    });
  });

  test('a worker that gets the image after its hold expired captures nothing', async () => {
    const { stack, books } = open;
    const customer = await createCustomer(stack);
    const preview = await customer.preview();
    const askedBefore = gate.asked.length;
    gate.shut();
    await customer.unlock(preview, 1024, respondAsync);
    await gate.isAsked(askedBefore + 1);
    await open.books.passDeadlines();
    await expect
      .poll(() => customer.generation(preview.generationId), poll)
      .toMatchObject({
        unlockStatus: 'failed',
      });
    gate.open();
    // The late image is stored for the next attempt, which shows that the image has arrived.
    await expect
      .poll(() => readUnlocks(preview.generationId), poll)
      .toMatchObject([{ status: 'failed', image_key: expect.any(String) }]);
    const { walletId, walletBalance } = await customer.wallet();
    expect(walletBalance).toBe(250);

    const again = await customer.unlock(preview);
    expect([again.status, again.body.charged]).toEqual([200, 75]);
    expect(gate.asked.length).toBe(askedBefore + 1);
    expect(await books.kinds(walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 2,
      HoldExpired: 1,
      HoldCaptured: 1,
    });
  });
});
