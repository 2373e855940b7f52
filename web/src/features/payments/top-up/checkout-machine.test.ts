import type { TopUp } from '@sachet/shared/payments/contracts/payment';
import { describe, expect, test } from 'vitest';
import {
  advanceCheckout,
  beforeCheckout,
  toCheckoutView,
  toNextStep,
  toOutcome,
  type CheckoutEvent,
} from './checkout-machine';

const orderId = 'order_1';
const error = { message: 'The window was closed', isNothingPaid: false };
const after = (...events: CheckoutEvent[]) => events.reduce(advanceCheckout, beforeCheckout);
const pressed: CheckoutEvent = { type: 'payPressed' };
const ordered: CheckoutEvent = { type: 'ordered', orderId };
const sheetLeft: CheckoutEvent = { type: 'sheetLeft' };
const handedOver: CheckoutEvent = { type: 'handedOver' };
const stopped: CheckoutEvent = { type: 'stopped', error };
const topUp = (status: TopUp['status']) => ({ orderId, status }) as TopUp;

describe('the steps of a checkout', () => {
  test.each([
    [[], { shows: 'form', isBusy: false, error: null }],
    [[pressed], { shows: 'form', isBusy: true, error: null }],
    [[pressed, ordered], { shows: 'sheet' }],
    [[pressed, ordered, sheetLeft], { shows: 'verifying' }],
    [[pressed, ordered, sheetLeft, handedOver], { shows: 'order', orderId }],
    [[pressed, ordered, sheetLeft, handedOver, { type: 'restarted' }], { shows: 'form' }],
  ] as [CheckoutEvent[], object][])('after the events %j, the dialog shows %j', (events, view) => {
    expect(toCheckoutView(after(...events), undefined)).toMatchObject(view);
  });

  test('an event in the wrong step of a checkout changes nothing', () => {
    expect(after(pressed, pressed)).toEqual(after(pressed));
    expect(after(ordered)).toEqual(beforeCheckout);
    expect(after(pressed, sheetLeft)).toEqual(after(pressed));
    expect(after(pressed, ordered, handedOver)).toEqual(after(pressed, ordered));
  });
});

describe('a stopped checkout', () => {
  test('a stopped checkout shows the reason beside the form', () => {
    expect(toCheckoutView(after(pressed, stopped), undefined)).toEqual({
      shows: 'form',
      isBusy: false,
      error,
    });
  });

  test('a checkout that stopped before it had an order has no order to look up', () => {
    expect(after(pressed, stopped)).toMatchObject({ orderId: null });
    expect(after(pressed, ordered, stopped)).toMatchObject({ orderId });
    expect(after(pressed, ordered, sheetLeft, stopped)).toMatchObject({ orderId });
  });

  test.each([
    ['created', 'form'],
    ['failed', 'form'],
    ['confirming', 'order'],
    ['credited', 'order'],
    ['review', 'order'],
    ['expired', 'order'],
  ] as const)(
    'for a stopped checkout whose order is %s, the dialog shows the %s',
    (status, shows) => {
      const state = after(pressed, ordered, sheetLeft, stopped);
      expect(toCheckoutView(state, topUp(status)).shows).toBe(shows);
    },
  );
});

test.each([
  [undefined, 0, 'confirming', 'close'],
  ['created', 0, 'confirming', 'close'],
  ['confirming', 20, 'confirming', 'close'],
  ['review', 0, 'review', 'close'],
  ['failed', 0, 'failed', 'tryAgain'],
  ['expired', 0, 'failed', 'tryAgain'],
  ['credited', 0, 'credited', 'done'],
  ['credited', 20, 'credited', 'addMore'],
] as const)(
  'an order that is %s, with ₹%i missing, has the outcome %s and the next step %s',
  (status, missing, outcome, next) => {
    expect(toOutcome(status && topUp(status))).toBe(outcome);
    expect(toNextStep(outcome, missing)).toBe(next);
  },
);
