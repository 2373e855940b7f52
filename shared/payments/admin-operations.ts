import { WalletPayments, PaymentRefund, RefundPaymentRequest } from './contracts/admin-payments.ts';
import { z } from 'zod';
import type { Operations } from '../operations/operation.ts';

export const paymentsAdminOperations = {
  'GET /api/admin/payments': {
    access: 'finance',
    summary: 'Payments into a user’s wallet, with their refundable amounts.',
    query: z.object({ uid: z.string().min(1).max(128) }),
    answers: { 200: WalletPayments },
  },
  'POST /api/admin/refund-payment': {
    access: 'super-admin',
    summary: 'Sends unspent paid money back through the gateway.',
    body: RefundPaymentRequest,
    idempotencyKey: 'required',
    answers: { 202: PaymentRefund },
    refusals: ['wrong_state', 'idempotency_conflict', 'not_found'],
  },
} satisfies Operations;
