import type { Limits } from '@sachet/shared/configuration/limits';
import type { PaymentGateway } from './gateway.ts';
import { createRazorpay } from './razorpay.ts';

/** The gateway that the environment names; null if the environment names no gateway. */
export function createGateway(settings: {
  readonly RAZORPAY_KEY_ID?: string | undefined;
  readonly RAZORPAY_KEY_SECRET?: string | undefined;
  readonly RAZORPAY_WEBHOOK_SECRET?: string | undefined;
  readonly RAZORPAY_KEY_SECRET_PREVIOUS?: string | undefined;
  readonly RAZORPAY_WEBHOOK_SECRET_PREVIOUS?: string | undefined;
  readonly RAZORPAY_BASE_URL?: string | undefined;
  readonly limits: Pick<Limits, 'gatewayTimeoutMs'>;
}): PaymentGateway | null {
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  } = settings;
  if (!keyId || !keySecret || !webhookSecret) return null;
  return createRazorpay({
    keyId,
    keySecret,
    webhookSecret,
    previousKeySecret: settings.RAZORPAY_KEY_SECRET_PREVIOUS,
    previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    baseUrl: settings.RAZORPAY_BASE_URL,
    timeoutMs: settings.limits.gatewayTimeoutMs,
  });
}
