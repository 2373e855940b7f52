/** Refusals of the Razorpay API, and the reasons why a payment fails. */
import type { PaymentError } from './razorpay-wire.ts';

type ErrorBody = {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: Record<string, string>;
  field?: string;
};

/** Thrown for a request that is refused; answered as `{error}` with `status`. */
export class Refused extends Error {
  readonly status: number;
  readonly error: ErrorBody;

  constructor(status: number, error: Partial<ErrorBody> & { description: string }) {
    super(error.description);
    this.status = status;
    this.error = {
      code: 'BAD_REQUEST_ERROR',
      source: 'NA',
      step: 'NA',
      reason: 'NA',
      metadata: {},
      ...error,
    };
  }
}

const refused = (description: string) => new Refused(400, { description });

export const badField = (field: string, description: string) =>
  new Refused(400, {
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    field,
  });

export const authenticationFailed = () =>
  new Refused(401, { description: 'Authentication failed' });
export const unknownUrl = () =>
  new Refused(404, { description: 'The requested URL was not found on the server.' });
export const tooLarge = () => new Refused(413, { description: 'The request is too large.' });
export const unreadable = () => refused('The request body is not valid JSON.');
export const unknownId = () => refused('The id provided does not exist');
export const alreadyPaid = () => refused('Payment already done for this order.');
export const alreadyCaptured = () => refused('This payment has already been captured');
export const notAuthorized = () =>
  refused('Only payments which have been authorized and not yet captured can be captured');
export const otherAmount = () => refused('Capture amount must be equal to the amount authorized');
export const otherCurrency = () => refused('The currency should be same as that of the payment');
export const notCaptured = () =>
  refused('The payment status should be captured for action to be taken');
export const fullyRefunded = () => refused('The payment has been fully refunded already');
export const refundTooLarge = () =>
  refused('The total refund amount is greater than the refund payment amount');
export const lowBalance = () =>
  refused('Your account does not have enough balance to carry out the refund operation.');
export const otherRefund = () =>
  refused('Different request with the same idempotency key has already been processed.');
export const badIdempotencyKey = () =>
  refused('The idempotency key must be at least 10 characters: letters, digits, - and _.');
export const alreadyResolved = () => refused('This has been resolved already.');

export const serverError = () =>
  new Refused(500, {
    code: 'SERVER_ERROR',
    description:
      'We are facing some trouble completing your request at the moment. Please try again shortly.',
  });

export const gatewayDown = () =>
  new Refused(502, { code: 'GATEWAY_ERROR', description: 'The gateway is not available.' });

export const noError: PaymentError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

export const declined: PaymentError = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment was declined by the bank. Try another method.',
  error_source: 'bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
};

/** The error of a payment that a bank authorizes late, until it is authorized. */
export const timedOut: PaymentError = {
  error_code: 'GATEWAY_ERROR',
  error_description: 'Your bank has not confirmed the payment in time.',
  error_source: 'gateway',
  error_step: 'payment_authorization',
  error_reason: 'payment_timed_out',
};

export const toCheckoutError = (error: PaymentError, metadata: Record<string, string>) => ({
  code: error.error_code,
  description: error.error_description,
  source: error.error_source,
  step: error.error_step,
  reason: error.error_reason,
  metadata,
});
