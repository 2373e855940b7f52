import { RefundChargeRequest, RefundChargeResponse } from '../ledger/contracts/admin-ledger.ts';
import type { Operations } from '../operations/operation.ts';

export const walletAdminOperations = {
  'POST /api/admin/ledger/refund-charge': {
    access: 'finance',
    summary:
      'Refunds a charge, or a part of it, to the wallet that paid. Above the limit, ' +
      'a second super admin must approve it (202).',
    body: RefundChargeRequest,
    idempotencyKey: 'required',
    answers: { 200: RefundChargeResponse, 202: RefundChargeResponse },
    refusals: ['wrong_state', 'not_found', 'idempotency_conflict', 'insufficient_funds'],
  },
} satisfies Operations;
