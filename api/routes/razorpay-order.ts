import { insertOrder, storeGatewayOrderId, type PaymentOrder } from '@sachet/db/payments/orders';
import { CreateOrderRequest, CreateOrderResponse } from '@sachet/shared/contracts/payment';
import { paiseFromRupees } from '@sachet/shared/money';
import { requireProfile } from '../caller.ts';
import { getIdempotencyKey } from '../idempotency-key.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../refusal.ts';
import { refuseOtherRequest, toRequestHash } from '../request-hash.ts';
import { ok, route } from '../route.ts';
import { requireGateway, initiationFailed } from '../top-up.ts';

export const postRazorpayOrder = route({
  method: 'post',
  path: '/api/razorpay-order',
  access: 'signed-in',
  weight: 4,
  summary:
    'Begins a top-up of the wallet that the caller spends from: any member of an organisation may pay into its wallet.',
  body: CreateOrderRequest,
  answers: { 200: CreateOrderResponse },
  async handle({ deps, caller, body, request }) {
    const gateway = requireGateway(deps);
    const profile = await requireProfile(deps, caller);
    const key = getIdempotencyKey(request);
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
      orderId: order.gateway_order_id ?? (await createGatewayOrder(deps, order)),
      keyId: gateway.keyId,
      amount: order.amount_paise,
      currency: order.currency,
      callbackUrl: `${deps.settings.PUBLIC_URL}/api/razorpay-callback`,
    };
    return ok(answer);
  },
});

/**
 * The gateway's id. No client knows an order before this returns, so one that the gateway created and
 * we have no answer for cannot have been paid.
 */
async function createGatewayOrder(
  deps: Dependencies,
  { id, amount_paise: amountPaise }: PaymentOrder,
): Promise<string> {
  const made = await requireGateway(deps).createOrder({ receipt: id, amountPaise });
  if (made.ok) {
    const gatewayOrderId = made.value;
    return storeGatewayOrderId(deps.db, { id, gatewayOrderId, nextCheckAt: getFirstCheck(deps) });
  }
  deps.log.error({ orderId: id, reason: made.reason }, 'the gateway made no order');
  throw initiationFailed();
}

function tooManyOpen(until: Date, now: Date): Refusal {
  return new Refusal(
    'too_many_orders',
    'You have begun too many payments without finishing one. Please pay one of them, or try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) },
  );
}

const getFirstCheck = ({ settings }: Dependencies) =>
  new Date(Date.now() + settings.limits.topUpCheckAfterMs);
