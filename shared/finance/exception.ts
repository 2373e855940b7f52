/** Exceptions that finance has to resolve: payments that could not simply be credited, and differences of a day. */
import type { PaymentExceptionKind } from '../payments/payment.ts';
import type { FindingClass } from './settlement/reconcile.ts';

export type ExceptionKind = PaymentExceptionKind | FindingClass;

/** Differences from the gateway's report that finance can book in the ledger (`flows/finance/book-finding.ts`). */
export const bookableClasses: readonly ExceptionKind[] = [
  'missing_in_ledger',
  'missing_at_gateway',
  'amount_differs',
  'duplicate',
];
