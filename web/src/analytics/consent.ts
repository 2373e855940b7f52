import { persisted } from '../browser/storage';
import { createStore, useStore } from '../browser/store';
import { analytics, type Consent } from './analytics';

/** docs/product.md, Numbers: a product-specific key, values granted or denied. */
const chosenConsent = persisted<Consent | null>('sachet.consent', (stored) =>
  stored === 'granted' || stored === 'denied' ? stored : null,
);

const asking = createStore(chosenConsent.get() === null);

/** Whether the bar is shown: no choice is stored, or somebody wants to change theirs. */
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

/** Tells the measuring side what was chosen on an earlier visit. */
export function startConsent(): void {
  const consent = chosenConsent.get();
  if (consent) analytics.updateConsent(consent);
}
