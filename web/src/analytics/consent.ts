import { storage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';
import { analytics } from './analytics';
import type { Consent } from './analytics-seam';

/** docs/product.md, Numbers: a product-specific key, values granted or denied. */
const storageKey = 'sachet.consent';

function storedConsent(): Consent | null {
  const stored = storage.read(storageKey);
  return stored === 'granted' || stored === 'denied' ? stored : null;
}

const asking = createStore(storedConsent() === null, { value: false });

/** Whether the bar is shown: no choice is stored, or somebody wants to change theirs. */
export function useConsentAsked(): boolean {
  return useStore(asking);
}

export function askConsentAgain(): void {
  asking.set(true);
}

export function chooseConsent(consent: Consent): void {
  storage.write(storageKey, consent);
  asking.set(false);
  analytics.updateConsent(consent);
}

/** Tells the measuring side what was chosen on an earlier visit. */
export function startConsent(): void {
  const consent = storedConsent();
  if (consent) analytics.updateConsent(consent);
}
