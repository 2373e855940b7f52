import type { Response } from 'express';
import {
  claimGatewayCall,
  insertOrder,
  loadOrder,
  releaseGatewayCall,
  storeGatewayOrderId,
  type PaymentOrder,
} from '@sachet/db/payments/orders';
import type { Answer } from '@sachet/adapters/payments/gateway';
import type { CreateOrderResponse } from '@sachet/shared/payments/contracts/payment';
import { paiseFromRupees } from '@sachet/shared/money';
import { requireProfile } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseOtherRequest, toRequestHash } from '../http/request-hash.ts';
import { ok, route } from '../http/route.ts';
import { waitUntil } from '../http/waiting.ts';
import { requireGateway, initiationFailed } from './top-up-answer.ts';

export const postRazorpayOrder = route('POST /api/razorpay-order', {
  weight: 4,
  async handle({ deps, caller, body, key, response }) {
    const gateway = requireGateway(deps);
    const profile = await requireProfile(deps, caller);
    const requestHash = toRequestHash(body);
    const now = new Date();
    const { order, openUntil } = await insertOrder(deps.db, {
      uid: profile.uid,
      walletId: profile.wallet_id,
      amountPaise: paiseFromRupees(body.amount)!,
      idempotencyKey: key,
      requestHash: key === null ? null : requestHash,
      expiresAt: new Date(now.getTime() + deps.settings.limits.topUpLastsMs),
      nextCheckAt: getFirstCheck(deps),
      openAtMost: deps.settings.limits.openOrders,
      now,
    });
    if (!order) throw tooManyOpen(openUntil, now);
    if (key !== null) refuseOtherRequest(order, requestHash);
    const answer: CreateOrderResponse = {
      orderId: order.gateway_order_id ?? (await createGatewayOrder(deps, response, order)),
      keyId: gateway.keyId,
      amount: order.amount_paise,
      currency: order.currency,
      callbackUrl: `${deps.settings.PUBLIC_URL}/api/razorpay-callback`,
    };
    return ok(answer);
  },
});

/**
 * Returns the gateway's id of the order. The gateway has no idempotency key for orders, so only one request
 * at a time creates it; after a call without an answer, the next one first looks for an order of that call.
 * Clients learn of an order only when this returns.
 */
async function createGatewayOrder(
  deps: Dependencies,
  response: Response,
  { id }: PaymentOrder,
): Promise<string> {
  const patienceMs = 2 * deps.settings.limits.gatewayTimeoutMs;
  const { order, turn } = await waitUntil({
    live: deps.live,
    response,
    isAbout: (notification) =>
      notification.event === 'changed' &&
      notification.subject === 'orders' &&
      notification.owner === id,
    async read() {
      const order = (await loadOrder(deps.db, id))!;
      const isMade = order.gateway_order_id !== null;
      return { order, turn: isMade ? null : await claimGatewayCall(deps.db, { id, patienceMs }) };
    },
    isDone: ({ order, turn }) => order.gateway_order_id !== null || turn !== null,
    atMostMs: patienceMs,
  });
  if (order.gateway_order_id !== null) return order.gateway_order_id;
  if (turn === null) throw initiationFailed();
  return askForOrder(deps, order, turn);
}

async function askForOrder(
  deps: Dependencies,
  { id, amount_paise: amountPaise, uid, wallet_id: walletId }: PaymentOrder,
  turn: 'first' | 'again',
): Promise<string> {
  const gateway = requireGateway(deps);
  const owner = { uid, walletId };
  const found = turn === 'again' ? await gateway.findOrders(id) : null;
  const made: Answer<string> =
    found === null || (found.ok && found.value.length === 0)
      ? await gateway.createOrder({ receipt: id, amountPaise, owner })
      : found.ok
        ? { ok: true, value: found.value[0]! }
        : found;
  if (made.ok) {
    const nextCheckAt = getFirstCheck(deps);
    return storeGatewayOrderId(deps.db, { id, gatewayOrderId: made.value, nextCheckAt });
  }
  deps.log.error({ orderId: id, reason: made.reason }, 'gateway failed to create an order');
  await releaseGatewayCall(deps.db, id);
  throw initiationFailed();
}

function tooManyOpen(until: Date, now: Date): Refusal {
  return new Refusal(
    'too_many_orders',
    'You’ve started too many payments without finishing one. Finish one of them, or try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) },
  );
}

const getFirstCheck = ({ settings }: Dependencies) =>
  new Date(Date.now() + settings.limits.topUpCheckAfterMs);
