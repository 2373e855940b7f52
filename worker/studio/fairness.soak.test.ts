import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { createCustomer, respondAsync, send, type Customer } from '../../api/testing/client.ts';
import { startGate, type Gate } from '../../api/testing/gate.ts';
import { openStack, type OpenStack } from '../../api/testing/stack.ts';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { loseQueue } from '../testing/queue-loss.ts';

const poll = { timeout: 60_000, interval: 25 };

const callsAtOnce = 2;
/**
 * How many jobs of a lane a worker takes in addition to its concurrent calls. These jobs wait in the worker
 * until a call ends.
 */
const takenAhead = 1;

// The tests check order, not time: the test ends a call, and then checks whose call begins next.
describe('a lane of the worker', () => {
  let open: OpenStack;
  let gate: Gate;

  beforeAll(async () => {
    gate = await startGate(coordinate('TEST_GEMINI_URL'));
    open = await openStack({
      queue: 'postgres',
      limits: { sweepEveryMs: 250 },
      env: {
        OPERATIONS_PORT: '0',
        GEMINI_BASE_URL: gate.url,
        WORKER_CONCURRENCY: String(callsAtOnce),
      },
    });
  });
  afterAll(async () => {
    gate?.open();
    await open?.stop();
    await gate?.close();
  });

  let heavy: Customer[];
  beforeEach(async () => {
    heavy = await Promise.all(Array.from({ length: 3 }, () => createCustomer(open.stack)));
  });
  afterEach(async () => {
    await open.books.query(
      `update generation set status = 'cancelled' where status in ('queued', 'running')`,
    );
    gate.open();
    await open.books.expectToBeSound();
  });

  const note = (customer: Customer) =>
    customer.startPreview({ mode: 'general', prompt: `a note for ${customer.uid}` });

  const startKite = (customer: Customer) =>
    customer.startPreview({ prompt: `a kite for ${customer.uid}` });

  const kite = (customer: Customer) => customer.preview({ prompt: `a kite for ${customer.uid}` });

  async function buy(customer: Customer, preview: GenerationResult): Promise<void> {
    expect((await customer.unlock(preview, 1024, respondAsync)).status).toBe(202);
  }

  async function readMetrics(): Promise<string> {
    return (await send<string>(`${open.stack.worker.operationsUrl()}/metrics`)).body;
  }

  /**
   * Requests this many previews for each customer, in order. The provider answers none of them. Concurrent
   * requests could enter the queue in another order than their rounds, and a newcomer would then wait for two
   * previews of one user.
   */
  async function fillLane(
    customers: Customer[],
    previews: number,
    ask: (customer: Customer) => Promise<unknown> = note,
  ): Promise<void> {
    const before = gate.asked.length;
    gate.shut();
    for (const customer of customers) {
      for (let preview = 0; preview < previews; preview++) await ask(customer);
    }
    await gate.isAsked(before + callsAtOnce);
  }

  /**
   * Counts the calls that begin between this customer's request and its own call, while running calls end one
   * after another.
   */
  async function callsBefore(customer: Customer, ask: () => Promise<unknown>): Promise<number> {
    const before = gate.asked.length;
    await ask();
    for (;;) {
      const own = gate.asked.slice(before).findIndex((body) => body.includes(customer.uid));
      if (own >= 0) return own;
      await endOneCall();
    }
  }

  async function endOneCall(): Promise<void> {
    const before = gate.asked.length;
    gate.passOne();
    await gate.isAsked(before + 1);
  }

  test('when three users have four previews each in the queue, a fourth user waits for about one preview of each', async () => {
    const fourth = await createCustomer(open.stack);
    await fillLane(heavy, 4);
    const calls = await callsBefore(fourth, () => note(fourth));
    expect(calls).toBeLessThanOrEqual(takenAhead + heavy.length);
  });

  test('a purchase gets the next call before 12 previews, and is paid once', async () => {
    const buyer = await createCustomer(open.stack);
    const preview = await kite(buyer);
    await fillLane(heavy, 4, startKite);
    const calls = await callsBefore(buyer, async () => {
      await buy(buyer, preview);
      await expect.poll(readMetrics, poll).toMatch(/_users{.*class="bought",state="waiting"} 1$/m);
    });
    expect(calls).toBe(0);
    // The earlier previews of the others end first, then the image.
    for (let calls = 0; calls < callsAtOnce; calls++) await endOneCall();
    await expect
      .poll(() => buyer.generation(preview.generationId), poll)
      .toMatchObject({ unlockStatus: 'done', charged: 75 });
    const { walletId, ...wallet } = await buyer.wallet();
    expect(wallet).toMatchObject({ walletBalance: 175, held: 0, available: 175 });
    expect(await open.books.kinds(walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 1,
      HoldCaptured: 1,
    });
  });

  test('a sweep that fills a lost queue restores the same fair order', async () => {
    const fourth = await createCustomer(open.stack);
    await fillLane(heavy, 4);
    const calls = await callsBefore(fourth, async () => {
      await note(fourth);
      const before = gate.asked.length;
      await open.stack.worker.kill('SIGKILL');
      expect(await loseQueue(open.books)).toBeGreaterThan(0);
      // Makes the first sweep find every row, even if less than a second has passed.
      await open.books.query(
        `update generation set updated_at = updated_at - interval '1 minute'
          where status in ('queued', 'running')`,
      );
      await open.stack.worker.start();
      await gate.isAsked(before + callsAtOnce);
    });
    // The jobs of the killed worker are requested again.
    const inHand = callsAtOnce + takenAhead;
    expect(calls).toBeLessThanOrEqual(inHand + takenAhead + heavy.length);
  });
});
