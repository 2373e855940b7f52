import { expect, test } from 'vitest';
import { minuteMs } from '@sachet/shared/time';
import { readOrders, type OpenedOrder } from './orders';

const now = Date.parse('2026-05-04T10:00:00Z');
const order: OpenedOrder = {
  orderId: 'order_1',
  amount: 500,
  resume: { unlock: { generationId: 'gen_1', modelId: 'a-model' }, price: 75 },
  from: '/?mode=general&results=gen_1',
  openedAtMs: now - 60_000,
  hasEnded: false,
};

test('orders that were opened a minute ago are still known after a reload', () => {
  const orders = [order, { ...order, orderId: 'order_2', resume: null }];
  expect(readOrders(JSON.stringify(orders), now)).toEqual(orders);
});

test.each([
  ['too old', { ...order, openedAtMs: now - 31 * minuteMs }],
  ['from the future', { ...order, openedAtMs: now + 1 }],
  ['without a time', { ...order, openedAtMs: undefined }],
  ['of another site', { ...order, from: '//elsewhere.test/' }],
  ['without a price', { ...order, resume: { unlock: {} } }],
  ['no order', null],
])('a reload forgets an order that is %s', (_what, written) => {
  expect(readOrders(JSON.stringify([written, order]), now)).toEqual([order]);
});

test.each([null, '', '{', '{}', '7'])(
  'readOrders reads the invalid stored value %j as no orders',
  (written) => {
    expect(readOrders(written, now)).toEqual([]);
  },
);
