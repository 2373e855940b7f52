import type { Checkout, CheckoutOptions, PaymentAnswer } from './checkout-script';

/** `reason`: the gateway's words for the last attempt that failed, if one did. */
export type CheckoutEnd =
  { kind: 'paid'; answer: PaymentAnswer } | { kind: 'closed'; reason: string | null };

/**
 * The gateway's sheet over this page, until it is gone. Rejects when it cannot be opened.
 *
 * With a `callbackUrl` the gateway may take this page's place instead, and sends its visitor there
 * by a form; then nothing is heard here any more, unless they go back and find the page as it was.
 */
export function openCheckout(
  Razorpay: Checkout,
  options: CheckoutOptions,
  callbackUrl: string | null,
): Promise<CheckoutEnd> {
  return new Promise((resolve) => {
    let reason: string | null = null;
    const close = () => resolve({ kind: 'closed', reason });
    const sheet = new Razorpay({
      ...options,
      modal: { confirm_close: true, ondismiss: close },
      ...(callbackUrl
        ? { callback_url: callbackUrl, redirect: true }
        : { handler: (answer) => resolve({ kind: 'paid', answer }) }),
    });
    sheet.on('payment.failed', ({ error }) => {
      reason = error?.description ?? error?.reason ?? null;
    });
    window.addEventListener('pageshow', ({ persisted }) => persisted && close(), { once: true });
    sheet.open();
  });
}
