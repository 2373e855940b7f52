import type { TopUp } from '@sachet/shared/contracts/payment';

/** docs/product.md, States: opening, then verifying, then success or failure. */
export type CheckoutState =
  /** `orderId`: of a checkout that was shut, and may have been paid all the same. */
  | { step: 'amount'; error: CheckoutError | null; orderId: string | null }
  | { step: 'opening' }
  | { step: 'sheet'; orderId: string }
  | { step: 'verifying'; orderId: string }
  /** The server has the payment and says what becomes of it. */
  | { step: 'settling'; orderId: string };

export type CheckoutError = {
  message: string;
  /** Sure only where no payment can have begun. */
  isNothingPaid: boolean;
};

export type CheckoutEvent =
  | { type: 'payPressed' }
  /** The order is made, and the gateway's sheet about to open. */
  | { type: 'ordered'; orderId: string }
  /** Paid or shut. */
  | { type: 'sheetLeft' }
  /** The server has the payment, or could not be asked. */
  | { type: 'handedOver' }
  | { type: 'stopped'; error: CheckoutError }
  | { type: 'restarted' };

export const beforeCheckout: CheckoutState = { step: 'amount', error: null, orderId: null };

/** What comes out of turn, such as a second press, changes nothing. */
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
  /** The gateway's sheet lies over the page: the dialog lets go of the focus. */
  | { shows: 'sheet' }
  | { shows: 'verifying' }
  | { shows: 'order'; orderId: string };

/** `shut` is what the server says of the order of a checkout that was shut. */
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

/** Whether somebody has paid, or may have: then the order's end is told, and the form is not. */
export function hasBegun({ status }: TopUp): boolean {
  return status !== 'created' && status !== 'failed';
}

export type TopUpOutcome = 'confirming' | 'credited' | 'failed' | 'review';

/** Without a `topUp` the server has not answered yet. */
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

/** What its payer can do then; `missing` is what the wallet still lacks, in rupees. */
export function toNextStep(
  outcome: TopUpOutcome,
  missing: number,
): 'tryAgain' | 'addMore' | 'done' | 'close' {
  if (outcome === 'failed') return 'tryAgain';
  if (outcome !== 'credited') return 'close';
  return missing > 0 ? 'addMore' : 'done';
}
