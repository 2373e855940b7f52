import {
  CallbackForm,
  CreateOrderRequest,
  CreateOrderResponse,
  TopUp,
  VerifyPaymentRequest,
} from './contracts/payment.ts';
import { z } from 'zod';
import type { Operations } from '../operations/operation.ts';

export const paymentsOperations = {
  'POST /api/razorpay-order': {
    access: 'signed-in',
    summary:
      'Starts a top-up of the wallet the caller spends from. Any member can pay into an organization’s wallet.',
    body: CreateOrderRequest,
    idempotencyKey: 'optional',
    answers: { 200: CreateOrderResponse },
    refusals: ['idempotency_conflict', 'too_many_orders'],
  },
  'POST /api/razorpay-verify': {
    access: 'signed-in',
    summary: 'Reports the payment sheet’s result. 202 until the gateway has confirmed the payment.',
    body: VerifyPaymentRequest,
    answers: { 200: TopUp, 202: TopUp },
    refusals: ['not_found'],
  },
  'POST /api/razorpay-callback': {
    access: 'anyone',
    summary: "Credits what the gateway's signature proves, then shows the caller their order.",
    bodyType: 'form',
    body: CallbackForm,
    answers: { 303: null },
  },
  'POST /api/razorpay-webhook': {
    access: 'anyone',
    summary: 'The gateway’s webhook, in the format it signs.',
    bodyType: 'bytes',
    answers: { 200: z.object({ received: z.literal(true) }) },
  },
  'GET /api/top-up': {
    access: 'signed-in',
    summary: "The status of the caller's order, by its gateway id.",
    query: z.object({
      order: z.string().min(1).max(60),
      closed: z.literal('1').optional().meta({
        description: 'Set once the payment sheet was closed: the gateway is asked first.',
      }),
    }),
    answers: { 200: TopUp },
    refusals: ['not_found'],
  },
} satisfies Operations;
