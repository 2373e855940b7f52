import { persisted } from '../../browser/storage';
import { createStore, useStore } from '../../browser/store';
import { analytics, type Consent } from './analytics';

/** The stored choice. The key contains the product's name (docs/product.md, Numbers). */
const chosenConsent = persisted<Consent | null>('sachet.consent', (stored) =>
  stored === 'granted' || stored === 'denied' ? stored : null,
);

const asking = createStore(chosenConsent.get() === null, { value: false });

/** Whether the bar is shown: no choice is stored, or the user wants to change it. */
export function useConsentAsked(): boolean {
  return useStore(asking);
}

export function askConsentAgain(): void {
  asking.set(true);
}

export function chooseConsent(consent: Consent): void {
  chosenConsent.set(consent);
  asking.set(false);
  analytics.updateConsent(consent);
}

/** Applies the choice that an earlier visit stored. */
export function startConsent(): void {
  const consent = chosenConsent.get();
  if (consent) analytics.updateConsent(consent);
}
