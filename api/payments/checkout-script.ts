import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import { toPublicUrl } from '../site/stand-in-address.ts';

/** The address of the payment sheet's script, or null if top-ups are off. */
export function getCheckoutScript(
  settings: Pick<ApiEnvironment, 'RAZORPAY_KEY_ID' | 'RAZORPAY_BASE_URL' | 'STAND_INS_HOST'>,
): string | null {
  if (!settings.RAZORPAY_KEY_ID) return null;
  const standIn = settings.RAZORPAY_BASE_URL && toPublicUrl(settings, settings.RAZORPAY_BASE_URL);
  return new URL('/v1/checkout.js', standIn ?? 'https://checkout.razorpay.com').href;
}
