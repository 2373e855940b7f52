import { createStore, useStore } from '../browser/store';
import type { AnyUnlockRequest } from './pending-record';

export type AuthTab = 'login' | 'sign-up';
/** One dialog at a time. */
export type OpenDialog =
  | { kind: 'auth'; tab: AuthTab; email: string | null }
  | { kind: 'verify' }
  | { kind: 'wallet'; price: number | null; unlock: AnyUnlockRequest | null }
  | null;

const store = createStore<OpenDialog>(null);

export function useOpenDialog(): OpenDialog {
  return useStore(store);
}

/** `email` is filled in, when an invitation has told it. */
export function openAuth(tab: AuthTab, email: string | null = null): void {
  store.set({ kind: 'auth', tab, email });
}

/**
 * `price` is what could not be paid, when that is why the wallet opens; `unlock` is what goes on once
 * it can be.
 */
export function openWallet(
  price: number | null = null,
  unlock: AnyUnlockRequest | null = null,
): void {
  store.set({ kind: 'wallet', price, unlock });
}

/** For what is refused until the e-mail address is verified. */
export function openVerify(): void {
  store.set({ kind: 'verify' });
}

export function closeDialog(): void {
  store.set(null);
}
