import type { TopUp } from '@sachet/shared/payments/contracts/payment';

/** The steps of a checkout (docs/product.md, States): opening, then verifying, then success or failure. */
export type CheckoutState =
  /** `orderId` is set after the user has closed a checkout that may have been paid. */
  | { step: 'amount'; error: CheckoutError | null; orderId: string | null }
  | { step: 'opening' }
  | { step: 'sheet'; orderId: string }
  | { step: 'verifying'; orderId: string }
  /** The server knows of the payment and will report its result. */
  | { step: 'settling'; orderId: string };

export type CheckoutError = {
  message: string;
  /** True only if no payment can have started. */
  isNothingPaid: boolean;
};

export type CheckoutEvent =
  | { type: 'payPressed' }
  /** The server has created the order, and the gateway's sheet is about to open. */
  | { type: 'ordered'; orderId: string }
  /** The gateway's sheet is closed, because the user paid or closed it. */
  | { type: 'sheetLeft' }
  /** The server knows of the payment, or its answer was lost. */
  | { type: 'handedOver' }
  | { type: 'stopped'; error: CheckoutError }
  | { type: 'restarted' };

export const beforeCheckout: CheckoutState = { step: 'amount', error: null, orderId: null };

/** Returns the next state. An event in the wrong step, such as a second press, changes nothing. */
export function advanceCheckout(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'payPressed':
      return state.step === 'amount' ? { step: 'opening' } : state;
    case 'ordered':
      return state.step === 'opening' ? { step: 'sheet', orderId: event.orderId } : state;
    case 'sheetLeft':
      return state.step === 'sheet' ? { step: 'verifying', orderId: state.orderId } : state;
    case 'handedOver':
      return state.step === 'verifying' ? { step: 'settling', orderId: state.orderId } : state;
    case 'stopped': {
      const orderId = 'orderId' in state ? state.orderId : null;
      return { step: 'amount', error: event.error, orderId };
    }
    case 'restarted':
      return beforeCheckout;
    default:
      return event satisfies never;
  }
}

export type CheckoutView =
  | { shows: 'form'; isBusy: boolean; error: CheckoutError | null }
  /** The gateway's sheet covers the page, so the dialog is hidden and releases the focus. */
  | { shows: 'sheet' }
  | { shows: 'verifying' }
  | { shows: 'order'; orderId: string };

/**
 * Returns what the dialog shows. `shut` is the server's state of the order whose checkout the user closed.
 */
export function toCheckoutView(state: CheckoutState, shut: TopUp | undefined): CheckoutView {
  switch (state.step) {
    case 'amount':
      return shut && hasBegun(shut)
        ? { shows: 'order', orderId: shut.orderId }
        : { shows: 'form', isBusy: false, error: state.error };
    case 'opening':
      return { shows: 'form', isBusy: true, error: null };
    case 'sheet':
      return { shows: 'sheet' };
    case 'verifying':
      return { shows: 'verifying' };
    case 'settling':
      return { shows: 'order', orderId: state.orderId };
    default:
      return state satisfies never;
  }
}

/** Whether the user has paid or may have paid. The order's state then replaces the form. */
export function hasBegun({ status }: TopUp): boolean {
  return status !== 'created' && status !== 'failed';
}

export type TopUpOutcome = 'confirming' | 'credited' | 'failed' | 'review';

/** Returns the outcome to show. `topUp` is undefined while it loads. */
export function toOutcome(topUp: TopUp | undefined): TopUpOutcome {
  switch (topUp?.status) {
    case 'credited':
    case 'review':
      return topUp.status;
    case 'failed':
    case 'expired':
      return 'failed';
    default:
      return 'confirming';
  }
}

/** Returns the user's next step. `missing` is the amount in rupees that the wallet still lacks. */
export function toNextStep(
  outcome: TopUpOutcome,
  missing: number,
): 'tryAgain' | 'addMore' | 'done' | 'close' {
  if (outcome === 'failed') return 'tryAgain';
  if (outcome !== 'credited') return 'close';
  return missing > 0 ? 'addMore' : 'done';
}
