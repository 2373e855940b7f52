import { createStore, useStore } from '../browser/store';
import type { AnyUnlockRequest } from './pending-record';

export type AuthTab = 'login' | 'sign-up';
/** Only one dialog is open at a time. */
export type OpenDialog =
  | { kind: 'auth'; tab: AuthTab; email: string | null }
  | { kind: 'verify' }
  | { kind: 'wallet'; price: number | null; unlock: AnyUnlockRequest | null }
  | null;

const store = createStore<OpenDialog>(null);

export function useOpenDialog(): OpenDialog {
  return useStore(store);
}

/** `email` fills the field in, for example with the address of an invitation. */
export function openAuth(tab: AuthTab, email: string | null = null): void {
  store.set({ kind: 'auth', tab, email });
}

/**
 * `price` is the amount that could not be paid, if that opened the wallet; `unlock` is the purchase
 * that continues after the top-up.
 */
export function openWallet(
  price: number | null = null,
  unlock: AnyUnlockRequest | null = null,
): void {
  store.set({ kind: 'wallet', price, unlock });
}

/** Opened for actions that require a verified email address. */
export function openVerify(): void {
  store.set({ kind: 'verify' });
}

export function closeDialog(): void {
  store.set(null);
}
