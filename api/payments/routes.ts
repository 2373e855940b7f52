import type { Route } from '../http/route.ts';
import { getAdminPayments, postRefundPayment } from './admin-payments.ts';
import { postRazorpayCallback } from './razorpay-callback.ts';
import { postRazorpayOrder } from './razorpay-order.ts';
import { postRazorpayVerify } from './razorpay-verify.ts';
import { postRazorpayWebhook } from './razorpay-webhook.ts';
import { getTopUp } from './top-up.ts';

export const paymentsRoutes: readonly Route[] = [
  getAdminPayments,
  postRefundPayment,
  postRazorpayCallback,
  postRazorpayOrder,
  postRazorpayVerify,
  postRazorpayWebhook,
  getTopUp,
];
