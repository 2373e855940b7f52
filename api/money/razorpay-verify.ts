import { findOrder } from '@sachet/db/payments/orders';
import { TopUp, VerifyPaymentRequest } from '@sachet/shared/contracts/payment';
import { paiseFromRupees } from '@sachet/shared/money';
import { found } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { completeCheckout } from './complete-checkout.ts';
import { requireGateway, toTopUp, verificationFailed } from './top-up-answer.ts';

export const postRazorpayVerify = route({
  method: 'post',
  path: '/api/razorpay-verify',
  access: 'signed-in',
  summary: 'Reports the payment sheet’s result. 202 until the gateway has confirmed the payment.',
  body: VerifyPaymentRequest,
  answers: { 200: TopUp, 202: TopUp },
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
    return { status: isOpen ? 202 : 200, body: await toTopUp(deps, current) };
  },
});
