import { describe, expect, test } from 'vitest';
import { judgePayment, nextAttemptMs, nextCheckMs, type GatewayPayment } from './payment.ts';
import { dayMs, hourMs, minuteMs } from '../time.ts';

const order = { amountPaise: 50_000, currency: 'INR' };
const captured: GatewayPayment = {
  id: 'pay_1',
  gatewayOrderId: 'order_1',
  amountPaise: 50_000,
  currency: 'INR',
  status: 'captured',
  captured: true,
  refundedPaise: 0,
  reason: null,
};
const exception = (kind: string) => ({ verdict: 'exception', kind });

describe('the effect of a payment on its order', () => {
  test.each<[string, Partial<GatewayPayment>, object]>([
    ['captured as ordered', {}, { verdict: 'credit' }],
    ['only authorized', { status: 'authorized', captured: false }, { verdict: 'authorized' }],
    ['not paid yet', { status: 'created', captured: false }, { verdict: 'wait' }],
    [
      'failed for now',
      { status: 'failed', captured: false, reason: 'declined' },
      { verdict: 'failed', reason: 'declined', final: false },
    ],
    [
      'refunded before it was captured',
      { status: 'refunded', captured: false, refundedPaise: 50_000 },
      { verdict: 'failed', reason: null, final: true },
    ],
    [
      'refunded on the dashboard',
      { status: 'refunded', refundedPaise: 50_000 },
      { verdict: 'credit' },
    ],
    ['partly refunded', { refundedPaise: 1 }, { verdict: 'credit' }],
    ['a paisa short', { amountPaise: 49_999 }, exception('amount_mismatch')],
    ['a paisa over', { amountPaise: 50_001 }, exception('amount_mismatch')],
    ['in another currency', { currency: 'USD' }, exception('currency_mismatch')],
    [
      'authorized with a different amount',
      { status: 'authorized', captured: false, amountPaise: 1 },
      { verdict: 'wait' },
    ],
  ])('a payment %s has the right effect on its order', (_name, differences, judgement) => {
    expect(judgePayment(order, { ...captured, ...differences })).toEqual(judgement);
  });
});

describe('the schedule of checks at the gateway', () => {
  const next = (ageMs: number, isConfirming = false) =>
    nextCheckMs({ createdAtMs: 0, isConfirming }, { nowMs: ageMs, firstMs: minuteMs });

  test('the pauses between checks of an order grow to six hours, and the checks end after a week', () => {
    const pauses = [0, minuteMs, 8 * minuteMs, 2 * dayMs, 7 * dayMs].map((age) => next(age)! - age);
    expect(pauses).toEqual([minuteMs, minuteMs, 2 * minuteMs, 6 * hourMs, 6 * hourMs]);
    expect(next(7 * dayMs + 1)).toBeNull();
  });

  test('the first pauses between checks are shorter for a user who has paid and waits', () => {
    expect(next(0, true)).toBe(minuteMs / 4);
    expect(next(7 * dayMs + 1, true)).toBeNull();
  });

  test('a check is never scheduled in the past when the clock runs behind', () => {
    expect(next(-minuteMs)).toBe(0);
  });
});

test('a failing webhook is retried for a day, with doubling pauses', () => {
  const next = (attempts: number, nowMs = 0) =>
    nextAttemptMs({ receivedAtMs: 0, attempts }, { nowMs, firstMs: 15_000 });
  expect([1, 2, 3, 12, 1_000].map((attempts) => next(attempts))).toEqual([
    15_000,
    30_000,
    minuteMs,
    hourMs,
    hourMs,
  ]);
  expect(next(30, dayMs)).toBe(dayMs + hourMs);
  expect(next(30, dayMs + 1)).toBeNull();
});
