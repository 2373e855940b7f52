import { signupBonusPaise } from '@sachet/flows/people/signup-bonus';
import { findConfiguredProviders } from '@sachet/shared/configuration/configured-providers';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import type { ClientConfig } from '@sachet/shared/contracts/config';
import { Language } from '@sachet/shared/contracts/vocabulary';
import { rupeesFromPaise } from '@sachet/shared/money';
import { rateCard } from '@sachet/shared/models/rate-card';
import { getCheckoutScript } from '../payments/checkout-script.ts';
import { ok, route } from '../http/route.ts';
import { getEmulatorUrl } from './stand-in-address.ts';

export const getConfig = route('GET /api/config', {
  handle: async ({ deps: { settings } }) => ok(toClientConfig(settings)),
});

export function toClientConfig(settings: ApiEnvironment): ClientConfig {
  const keyId = settings.RAZORPAY_KEY_ID;
  const scriptUrl = getCheckoutScript(settings);
  return {
    firebase: {
      projectId: settings.FIREBASE_PROJECT_ID,
      apiKey: settings.FIREBASE_API_KEY,
      emulatorUrl: getEmulatorUrl(settings),
    },
    razorpay: keyId && scriptUrl ? { keyId, scriptUrl } : null,
    languages: Language.options,
    providers: findConfiguredProviders(settings),
    rateCardVersion: rateCard.version,
    rulesNoticeDays: settings.limits.rulesNoticeDays,
    signupBonus: rupeesFromPaise(signupBonusPaise),
    standIns: settings.STAND_INS.length > 0,
    inboxUrl: settings.SANDBOX_INBOX_URL,
    analytics: settings.ANALYTICS_MEASUREMENT_ID
      ? { measurementId: settings.ANALYTICS_MEASUREMENT_ID }
      : null,
    company: settings.COMPANY,
  };
}
