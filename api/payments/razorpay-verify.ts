import { findOrder } from '@sachet/db/payments/orders';
import { paiseFromRupees } from '@sachet/shared/money';
import { found } from '../http/refusal.ts';
import { reply, route } from '../http/route.ts';
import { completeCheckout } from './complete-checkout.ts';
import { requireGateway, toTopUp, verificationFailed } from './top-up-answer.ts';

export const postRazorpayVerify = route('POST /api/razorpay-verify', {
  async handle({ deps, caller, body }) {
    const gateway = requireGateway(deps);
    const { razorpay_order_id: gatewayOrderId, razorpay_payment_id: paymentId } = body;
    const order = found(await findOrder(deps.db, { gatewayOrderId, uid: caller.uid }), 'order');
    if (!gateway.isPaymentSignature({ gatewayOrderId, paymentId }, body.razorpay_signature)) {
      throw verificationFailed();
    }
    if (body.amount !== undefined && paiseFromRupees(body.amount) !== order.amount_paise) {
      deps.log.warn({ orderId: order.id, said: body.amount }, 'client reported a different amount');
    }
    const current = await completeCheckout(deps, { order, paymentId });
    const isOpen = current.status === 'confirming' || current.status === 'created';
    return reply(isOpen ? 202 : 200, await toTopUp(deps, current));
  },
});
