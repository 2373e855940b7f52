import { findOrder } from '@sachet/db/payments/orders';
import { z } from 'zod';
import type { CallbackForm } from '@sachet/shared/payments/contracts/payment';
import { route } from '../http/route.ts';
import { completeCheckout } from './complete-checkout.ts';
import { askReconciler, requireGateway, verificationFailed } from './top-up-answer.ts';

/** The return for browsers that cannot run the sheet: a form that the gateway's page posts. */
export const postRazorpayCallback = route('POST /api/razorpay-callback', {
  countedBy: 'webhooks',
  bodyLimit: 16 * 1024,
  async handle({ deps, body, response }) {
    const gateway = requireGateway(deps);
    const gatewayOrderId = body.razorpay_order_id ?? parseFailedOrderId(body);
    const order = gatewayOrderId ? await findOrder(deps.db, { gatewayOrderId }) : undefined;
    // The caller is a person's browser: it gets a page even for invalid input.
    if (!order) return response.redirect(303, '/wallet');

    const { razorpay_payment_id: paymentId, razorpay_signature: signature } = body;
    if (paymentId !== undefined && signature !== undefined) {
      const paid = { gatewayOrderId: order.gateway_order_id!, paymentId };
      if (!gateway.isPaymentSignature(paid, signature)) throw verificationFailed();
      await completeCheckout(deps, { order, paymentId });
    } else {
      // Failures are not signed, so they change nothing; the worker asks the gateway.
      await askReconciler(deps, order.id);
    }
    response.redirect(303, `/wallet?order=${encodeURIComponent(order.gateway_order_id!)}`);
  },
});

const Metadata = z.object({ order_id: z.string().regex(/^\w{1,60}$/) });

function parseFailedOrderId({ 'error[metadata]': metadata }: CallbackForm): string | undefined {
  try {
    return Metadata.parse(JSON.parse(metadata ?? '')).order_id;
  } catch {
    return undefined;
  }
}
