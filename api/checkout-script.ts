import type { ApiEnvironment } from '@sachet/shared/environment';

/** Where the payment sheet's script is, or null where nobody can top up. */
export function getCheckoutScript(
  settings: Pick<ApiEnvironment, 'RAZORPAY_KEY_ID' | 'RAZORPAY_BASE_URL'>,
): string | null {
  if (!settings.RAZORPAY_KEY_ID) return null;
  return new URL('/v1/checkout.js', settings.RAZORPAY_BASE_URL ?? 'https://checkout.razorpay.com')
    .href;
}
