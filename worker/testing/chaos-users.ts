// Users who notice how long nothing answers, and who pay in.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Customer } from '../../api/testing/client.ts';
import { createPayer, openCounter, toCallback } from '../../api/testing/payments.ts';

/** Reads the wallet all the time. */
export function watchWaits(customer: Customer) {
  let isStopped = false;
  let longestMs = 0;
  let answeredMs = performance.now();
  const running = (async () => {
    while (!isStopped) {
      const isAnswered = await customer.send('/api/wallet').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isAnswered) {
        longestMs = Math.max(longestMs, performance.now() - answeredMs);
        answeredMs = performance.now();
      }
      await sleep(50);
    }
  })();
  return {
    /** The longest time without an answer since the last call, in milliseconds. */
    takeLongestMs() {
      const taken = Math.round(longestMs);
      longestMs = 0;
      return taken;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Pays ten rupees again and again, and verifies each payment until it is credited. */
export function startTopUps(razorpayUrl: string, customer: Customer) {
  const counter = openCounter(razorpayUrl);
  const payer = createPayer(customer);
  const paid: string[] = [];
  let isStopped = false;

  async function order(): Promise<string | null> {
    const headers = { 'idempotency-key': randomUUID() };
    while (!isStopped) {
      const made = await payer.order(10, headers).catch(() => null);
      if (made) return made.orderId;
      await sleep(100);
    }
    return null;
  }

  async function payOnce(): Promise<void> {
    const orderId = await order();
    if (orderId === null) return;
    const paymentId = await counter.pay(orderId);
    paid.push(orderId);
    while (!isStopped) {
      const answer = await payer.verify(toCallback(orderId, paymentId)).catch(() => null);
      if (answer?.body.status === 'credited') return;
      await sleep(100);
    }
  }

  const running = (async () => {
    while (!isStopped) {
      await payOnce();
      await sleep(500);
    }
  })();
  return {
    /** Resolves with the gateway's ids of the orders that were paid. */
    async stop() {
      isStopped = true;
      await running;
      return paid;
    },
  };
}
