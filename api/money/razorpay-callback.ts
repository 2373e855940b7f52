import { findOrder } from '@sachet/db/payments/orders';
import { z } from 'zod';
import { route } from '../http/route.ts';
import { completeCheckout } from './complete-checkout.ts';
import { askReconciler, requireGateway, verificationFailed } from './top-up-answer.ts';

const Field = z.string().max(2_000).optional();

const CallbackForm = z.object({
  razorpay_order_id: Field,
  razorpay_payment_id: Field,
  razorpay_signature: Field,
  'error[metadata]': Field.meta({ description: 'JSON: the order_id and payment_id of a failure.' }),
});
type CallbackForm = z.infer<typeof CallbackForm>;

/** The return for browsers that cannot run the sheet: a form that the gateway's page posts. */
export const postRazorpayCallback = route({
  method: 'post',
  path: '/api/razorpay-callback',
  access: 'anyone',
  countedBy: 'webhooks',
  summary: "Settles what the gateway's signature proves, then shows the caller their order.",
  body: CallbackForm,
  bodyType: 'form',
  bodyLimit: 16 * 1024,
  answers: { 303: null },
  async handle({ deps, body, response }) {
    const gateway = requireGateway(deps);
    const gatewayOrderId = body.razorpay_order_id ?? parseFailedOrderId(body);
    const order = gatewayOrderId ? await findOrder(deps.db, { gatewayOrderId }) : undefined;
    // The caller is a person's browser: it gets a page whatever it sent.
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
