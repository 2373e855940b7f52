import type { PaymentExceptionKind } from '@sachet/shared/payment';
import type { TFunction } from '../../i18n/translate';

const kinds: Record<PaymentExceptionKind, true> = {
  unknown_order: true,
  amount_mismatch: true,
  currency_mismatch: true,
  second_payment: true,
  credit_refused: true,
  never_confirmed: true,
  unknown_payment: true,
  dispute_refused: true,
  dispute_closed: true,
  refund_refused: true,
  refund_returned: true,
  refund_after_failure: true,
  wallet_overdrawn: true,
  unknown_column: true,
  webhook_unreadable: true,
  webhook_failed: true,
  missing_in_ledger: true,
  missing_at_gateway: true,
  amount_differs: true,
  fee_differs: true,
  duplicate: true,
  disputed: true,
  settled_late: true,
  bank_amount_differs: true,
  utr_unknown: true,
  gateway_charge: true,
  unknown_type: true,
};

const isKnown = (kind: string): kind is PaymentExceptionKind => Object.hasOwn(kinds, kind);

/** What has happened, in a sentence; a kind that this client does not know stands as it is. */
export function toExceptionLabel(t: TFunction, kind: string): string {
  return isKnown(kind) ? t(`adminPayments.kinds.${kind}`) : kind;
}

/** To choose from, by what they say; one that only the address knows is there, too. */
export function getExceptionKinds(t: TFunction, chosen: string) {
  const known = Object.keys(kinds);
  const all = chosen && !isKnown(chosen) ? [...known, chosen] : known;
  return all.map((value) => ({ value, label: toExceptionLabel(t, value) }));
}
