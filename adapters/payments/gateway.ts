/** The interface of a payment gateway. Amounts are paise. No method throws. */
import type { GatewayPayment } from '@sachet/shared/payments/payment';
import type { SettlementLine } from '@sachet/shared/finance/settlement/line';

/**
 * `refused`: the gateway rejected the request, and a retry would be rejected too. `unreachable`: it
 * did not answer in time or not in its format; the request may still have taken effect.
 */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: 'refused' | 'unreachable'; readonly reason: string };

export interface GatewayRefund {
  readonly id: string;
  /** Our own id of the refund; null for a refund that was made at the gateway. */
  readonly receipt: string | null;
  readonly paymentId: string;
  readonly amountPaise: number;
  /** A processed refund can still fail later: the money comes back to us. */
  readonly status: 'pending' | 'processed' | 'failed';
}

export interface GatewayDispute {
  readonly id: string;
  readonly paymentId: string;
  readonly amountPaise: number;
  /** The amount that the gateway deducted for the dispute, when it was opened or lost. */
  readonly deductedPaise: number;
  readonly currency: string;
  readonly status: 'open' | 'won' | 'lost' | 'closed';
}

/** An item of the settlement report, and the text from which the item was read. */
export interface SettlementItem {
  readonly line: SettlementLine;
  readonly raw: Record<string, unknown>;
}

/** Maximum items in one page of the gateway's lists. */
export const listedPageSize = 100;

export interface ListedPage {
  readonly fromMs: number;
  readonly skip: number;
}

export interface OrderRequest {
  readonly receipt: string;
  readonly amountPaise: number;
  /** The gateway keeps it, so that after a restore from a backup we can store a lost order again. */
  readonly owner: OrderOwner;
}

export interface OrderOwner {
  readonly uid: string;
  readonly walletId: string;
}

export interface GatewayOrder {
  readonly receipt: string | null;
  readonly amountPaise: number;
  /** Null if we did not make the order. */
  readonly owner: OrderOwner | null;
}

export interface PaymentGateway {
  /** The key id is public, because the browser needs it. */
  readonly keyId: string;
  /** Returns the gateway's id. There is no idempotency key: each call makes an order. */
  createOrder(order: OrderRequest): Promise<Answer<string>>;
  fetchOrder(gatewayOrderId: string): Promise<Answer<GatewayOrder>>;
  /** The gateway's ids of the orders with this receipt. */
  findOrders(receipt: string): Promise<Answer<string[]>>;
  fetchPayment(paymentId: string): Promise<Answer<GatewayPayment>>;
  fetchOrderPayments(gatewayOrderId: string): Promise<Answer<GatewayPayment[]>>;
  /** Captures a payment that a bank has authorized. */
  capture(payment: {
    id: string;
    amountPaise: number;
    currency: string;
  }): Promise<Answer<GatewayPayment>>;
  /**
   * The same key (10 to 100 letters, digits, `-` and `_`) with the same amount returns the first
   * refund; with another amount it is refused.
   */
  refund(refund: {
    paymentId: string;
    amountPaise: number;
    idempotencyKey: string;
    receipt?: string;
  }): Promise<Answer<GatewayRefund>>;
  fetchRefund(refundId: string): Promise<Answer<GatewayRefund>>;
  /** All refunds and disputes of a payment. */
  fetchRefunds(paymentId: string): Promise<Answer<GatewayRefund[]>>;
  fetchDispute(disputeId: string): Promise<Answer<GatewayDispute>>;
  /** Items created from that moment on, page by page, newest first. */
  listPayments(page: ListedPage): Promise<Answer<GatewayPayment[]>>;
  listRefunds(page: ListedPage): Promise<Answer<GatewayRefund[]>>;
  /** The gateway cannot filter disputes by time. */
  listDisputes(page: { skip: number }): Promise<Answer<GatewayDispute[]>>;
  /**
   * Items that were settled on this Indian day (`2026-03-01`), after the first `skip`, at most `count` (up to
   * 1,000). Fewer than `count` items are the last ones. Pages are no snapshot: items can move between them.
   */
  fetchSettled(page: {
    day: string;
    count: number;
    skip: number;
  }): Promise<Answer<SettlementItem[]>>;
  /** The browser's result after paying. `gatewayOrderId` must be the stored one. */
  isPaymentSignature(
    paid: { gatewayOrderId: string; paymentId: string },
    signature: string,
  ): boolean;
  /** `body` is the exact bytes that arrived. */
  isWebhookSignature(body: Uint8Array, signature: string): boolean;
}
