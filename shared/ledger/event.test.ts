import { expect, it } from 'vitest';
import { eventFields, storedFields } from './event.ts';

// Stored rows and issued receipts follow these orders.
it("the table's columns are in the order of the field list", () => {
  const columns = storedFields.map(([, { column }]) => column);
  expect(columns.join(' ')).toBe(
    'wallet_id seq position encoding_version kind amount_paise held_paise locked_paise balance_after held_after ' +
      'counter_account actor member_uid budget_month generation_id conversation_id order_id ' +
      'payment_id hold_id reverses_seq upgrades_seq hold_expires_at reason effective_at ' +
      'recorded_at idempotency_key request_hash hash',
  );
});

it('a receipt shows the fields in the order of their list', () => {
  expect(Object.keys(eventFields).join(' ')).toBe(
    'walletId seq position encodingVersion kind amountPaise heldPaise lockedPaise balanceAfterPaise ' +
      'heldAfterPaise counterAccount actor memberUid budgetMonth generationId conversationId ' +
      'orderId paymentId holdId reversesSeq upgradesSeq holdExpiresAtMs reason effectiveAtMs ' +
      'recordedAtMs idempotencyKey',
  );
});
